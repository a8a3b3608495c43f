import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedCompany, seedNews } from "../support/impact.ts";
import { type RestServer, refusal, startRestServer } from "./server.ts";

let server: RestServer;
let companyId: number;
beforeAll(async () => {
  server = await startRestServer();
  const { db } = server;
  companyId = (await seedCompany(db, "kites.com")).id;
  await seedNews(db, [companyId], 120);
  const quiet = await seedCompany(db, "quiet.com");
  await db.prisma.newsItem.create({
    data: {
      url: "https://old.example.com",
      title: "Founded",
      sentiment: 0,
      publishedAt: new Date("1999-01-01"),
      datePrecision: 1,
      contentHash: "x",
      companies: { create: { companyId: quiet.id, publishedAt: new Date("1999-01-01") } },
    },
  });
});
afterAll(() => server?.stop());

const news = (identifier: string, query = "") => server.ask("GET", `/v2/impact/companies/${identifier}/news${query}`);

describe("GET /v2/impact/companies/{identifier}/news", () => {
  it("answers a bare array, newest first, of at most 100 items", async () => {
    const { status, body } = await news("kites.com");
    expect(status).toBe(200);
    expect(body).toHaveLength(100);
    expect(JSON.stringify(body[0])).toBe(
      JSON.stringify({
        name: "story 0",
        pageUrl: `https://news.example.com/story/${companyId}/0`,
        summary: "About story 0",
        sentiment: 0.5,
        estimatedDate: { str: "2026-05-20T00:00Z", precision: 4, timestamp: Date.UTC(2026, 4, 20) },
        image: "",
      }),
    );
    const times = body.map((item: { estimatedDate: { timestamp: number } }) => item.estimatedDate.timestamp);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("says a date as exactly as it is known", async () => {
    expect((await news("quiet.com")).body[0].estimatedDate).toEqual({
      str: "1999",
      precision: 1,
      timestamp: Date.UTC(1999, 0, 1),
    });
  });

  it("finds the company by its domain in any spelling and by its id", async () => {
    for (const identifier of ["KITES.com", encodeURIComponent("https://www.kites.com/about"), String(companyId)])
      expect((await news(identifier, "?limit=1")).body).toHaveLength(1);
  });

  it.each(["?limit=0", "?limit=101", "?limit=x", "?limit=1.5", "?limit="])("refuses %s", async (query) => {
    const { status, body } = await news("kites.com", query);
    expect(status).toBe(400);
    expect(body).toEqual(refusal("INVALID_INPUT", "Bad Request - Invalid input: limit must be a whole number, 1–100"));
  });

  it.each(["nobody.com", "999999", "99999999999999", "no%20domain", "%25"])("does not know %s", async (identifier) => {
    const { status, body } = await news(identifier);
    expect(status).toBe(404);
    expect(body).toEqual(refusal("NOT_FOUND", "Company not found"));
  });
});
