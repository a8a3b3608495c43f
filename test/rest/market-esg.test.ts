import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedCompany, seedEsgItem, seedMarket } from "../support/impact.ts";
import { type RestServer, refusal, startRestServer } from "./server.ts";

let server: RestServer;
let marketId: number;
let ids: Record<string, number>;

beforeAll(async () => {
  server = await startRestServer();
  const { db } = server;
  const kites = await seedCompany(db, "kites.com");
  const gliders = await seedCompany(db, "gliders.com");
  const outside = await seedCompany(db, "outside.com");
  marketId = await seedMarket(db, server.teamId, [kites.id, gliders.id]);
  ids = {
    solar: await seedEsgItem(db, kites.id, "https://kites.com/solar", {
      environmental: ["Renewable energy"],
      isInternal: true,
      publisher: "kites.com",
      sentimentScore: 0.05,
      publishedAt: new Date("2026-04-02T10:00:00Z"),
      awards: true,
    }),
    strike: await seedEsgItem(db, kites.id, "https://paper.com/strike", {
      social: ["Labour practices"],
      governance: ["Board"],
      sentimentScore: -0.05,
      publishedAt: new Date("2026-04-01T10:00:00Z"),
    }),
    audit: await seedEsgItem(db, gliders.id, "https://paper.com/audit", {
      governance: ["Audit"],
      certifications: true,
      sentimentScore: 0.049,
      publisher: "The Kite Post",
    }),
  };
  await seedEsgItem(db, outside.id, "https://paper.com/outside", { governance: ["Audit"] });
});
afterAll(() => server?.stop());

const path = (id: number | string = marketId) => `/v2/markets/${id}/esg`;
const ask = (body?: unknown, options: object = {}) => server.ask("POST", path(), { body, ...options });
const found = async (filters: object) =>
  (await ask({ filters })).body.data.map((item: { _id: string }) => Number(item._id));

describe("POST /v2/markets/{marketId}/esg", () => {
  it("answers the market's items, newest first, with exactly the contract's fields in its order", async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["metadata", "data"]);
    expect(body.metadata).toEqual({
      pagination: {
        totalItems: 3,
        prevPage: 0,
        nextPage: 0,
        totalPages: 1,
        currentPage: 1,
        pageSize: 10,
        filteredTotalItems: 3,
      },
      filters: {},
    });
    expect(body.data.map((item: { _id: string }) => Number(item._id))).toEqual([ids.solar, ids.strike, ids.audit]);
    expect(JSON.stringify(body.data[0])).toBe(
      JSON.stringify({
        _id: String(ids.solar),
        marketId: String(marketId),
        domain: "kites.com",
        URL: "https://kites.com/solar",
        title: "Title of https://kites.com/solar",
        snippet: "",
        datePublished: "2026-04-02T10:00:00.000Z",
        dateRetrieved: body.data[0].dateRetrieved,
        source: "kites.com",
        sourceLogoBase64: "",
        sourceLogoURL: null,
        esgLabels: [{ label: "Renewable energy", category: "environmental" }],
        sentimentScore: 0.05,
        versionDate: "2026-05-01",
        awards: true,
        certifications: false,
      }),
    );
    expect(body.data[2].datePublished).toBe("");
  });

  it.each([
    [{ environmental: ["renewable ENERGY"] }, ["solar"]],
    [{ social: ["Labour practices", "none"] }, ["strike"]],
    [{ governance: ["Board", "Audit"] }, ["strike", "audit"]],
    [{ publisher: ["the kite post"] }, ["audit"]],
    [{ source: ["Internal"] }, ["solar"]],
    [{ source: ["External"] }, ["strike", "audit"]],
    [{ sentiment: ["Positive"] }, ["solar"]],
    [{ sentiment: ["Neutral", "Negative"] }, ["strike", "audit"]],
    [{ certifications: ["Rewarded"] }, ["solar"]],
    [{ certifications: ["Certified"] }, ["audit"]],
    [{ domains: ["https://www.Gliders.com/about"] }, ["audit"]],
    [{ domains: ["outside.com"] }, []],
    [{ governance: ["Audit"], source: ["Internal"] }, []],
    [{ governance: [], domains: [] }, ["solar", "strike", "audit"]],
  ])("filters by %j", async (filters, names) => {
    expect(await found(filters)).toEqual(names.map((name) => ids[name]));
    const { metadata } = (await ask({ filters })).body;
    expect(metadata.filters).toEqual(filters);
    expect(metadata.pagination).toMatchObject({ totalItems: 3, filteredTotalItems: names.length });
  });

  it("gives what a record of the directory says apart from third parties, with its source, no address, and no incident", async () => {
    const { db, teamId } = server;
    const { id } = await seedCompany(db, "recorded.com");
    const record = {
      governance: ["Audit"],
      sentimentScore: -0.9,
      publisher: "own:companies.csv",
      derivedFrom: "directory",
    };
    await seedEsgItem(db, id, "", record);
    const market = await seedMarket(db, teamId, [id], "Recorded");
    const of = async (source: string) =>
      (await server.ask("POST", path(market), { body: { filters: { source: [source] } } })).body.data;
    expect(await of("Directory")).toMatchObject([{ URL: "", source: "own:companies.csv", domain: "recorded.com" }]);
    expect([...(await of("External")), ...(await of("Internal"))]).toEqual([]);
    const graph = await server.ask("POST", "/graphql", {
      body: {
        query: `{ company(identifier: "recorded.com") { esgItems { edges { node { source } } } esgIncidents { totalCount } } }`,
      },
    });
    expect(graph.body.data.company).toEqual({
      esgItems: { edges: [{ node: { source: "DIRECTORY" } }] },
      esgIncidents: { totalCount: 0 },
    });
  });

  it("gives pages with numbers for their neighbours, and an empty list past the end", async () => {
    const page = async (number: number) => (await ask({ page: number, pageSize: 1 })).body;
    expect((await page(2)).metadata.pagination).toMatchObject({
      prevPage: 1,
      nextPage: 3,
      totalPages: 3,
      currentPage: 2,
    });
    expect((await page(2)).data.map((item: { _id: string }) => Number(item._id))).toEqual([ids.strike]);
    const past = await page(2_147_483_647);
    expect(past.data).toEqual([]);
    expect(past.metadata.pagination).toMatchObject({ prevPage: 3, nextPage: 0 });
  });

  it.each([
    [{ page: 0 }, "page must be a whole number, 1 or more"],
    [{ page: "1" }, "page must be a whole number, 1 or more"],
    [{ pageSize: 101 }, "pageSize must be a whole number, 1–100"],
    [{ filters: { sentiment: ["Happy"] } }, "filters.sentiment.0 must be one of: Positive, Neutral, Negative"],
    [{ filters: { source: ["internal"] } }, "filters.source.0 must be one of: Internal, External, Directory"],
    [{ filters: { certifications: ["x"] } }, "filters.certifications.0 must be one of: Rewarded, Certified"],
    [{ filters: { domain: ["kites.com"] } }, 'filters has no field "domain"'],
    [{ filters: { domains: "kites.com" } }, "filters.domains must be a list of strings"],
    [{ filters: null }, "filters must be an object"],
  ])("refuses %j", async (body, detail) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal("INVALID_INPUT", `Invalid input provided: ${detail}`));
  });

  it("ignores fields beside its own", async () => {
    expect((await ask({ anything: 1 })).status).toBe(200);
  });

  it("does not know another team's market", async () => {
    const theirs = await ask({}, { key: server.otherKey });
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(refusal("NOT_FOUND", `Not Found: market ${marketId}`));
    expect((await ask({}, { key: server.platformKey })).status).toBe(200);
  });
});
