import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { type Answer, type RestServer, refusal, startRestServer } from "./server.ts";

let server: RestServer;
let marketId: number;
let ids: Record<"kites" | "gliders" | "aermel", number>;

const AT = new Date("2026-04-02T10:00:00Z");
const EVIDENCE = { field: "description", start: 0, end: 11, text: "Makes kites" };

beforeAll(async () => {
  server = await startRestServer();
  const { prisma } = server.db;
  const make = async (domain: string, fields: object) => (await seedCompany(server.db, domain, fields)).id;
  ids = {
    kites: await make("kites.com", { name: "Kites", country: "DE", employees: 5, description: "Makes kites." }),
    gliders: await make("gliders.com", { name: "Gliders", country: "FR", employees: 50 }),
    aermel: await make("aermel.de", { name: "Aermel" }),
  };
  marketId = await seedMarket(server.db, server.teamId, Object.values(ids));
  await prisma.marketCompany.update({
    where: { marketId_companyId: { marketId, companyId: ids.kites } },
    data: {
      criteria: [
        { criterion: "offer", outcome: "met", note: "makes kites", evidence: EVIDENCE, probability: 0.9 },
        { criterion: "location", outcome: "notMet", note: "not there", evidence: null, by: "model:x" },
      ],
    },
  });
  await prisma.marketReview.create({
    data: {
      marketId,
      companyId: ids.kites,
      isAccepted: true,
      reason: "a customer",
      reviewedBy: "00000000-0000-4000-8000-000000000001",
      reviewedAt: AT,
    },
  });
});
afterAll(() => server?.stop());

const ask = (path: string, options: object = {}) => server.ask("GET", `/v2/markets/${marketId}/${path}`, options);
const domainsOf = ({ body }: Answer): string[] =>
  body.data.map((item: { company: { domain: string } }) => item.company.domain);

/** Every page of a list, from the first to the last. */
async function pagesOf(path: string, size: number): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let after: string | null = ""; after !== null; after = pages.at(-1)?.body.metadata.pagination.nextCursor) {
    const query: string = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    pages.push(await ask(`${path}?pageSize=${size}${query}`));
  }
  return pages;
}

describe("GET /v2/markets/{marketId}/companies", () => {
  it("tells how likely a company belongs to the market, where nothing but its offer is in doubt", async () => {
    const offer = { criterion: "offer", outcome: "met", note: "flies gliders", evidence: EVIDENCE, probability: 0.62 };
    const unknown = { criterion: "role", outcome: "unknown", note: "not said", evidence: null };
    await server.db.prisma.marketCompany.update({
      where: { marketId_companyId: { marketId, companyId: ids.gliders } },
      data: { criteria: [offer, unknown] },
    });
    const { body } = await ask("companies?orderBy=name");
    expect(body.data.map(({ probability }: { probability: number | null }) => probability)).toEqual([null, 0.62, null]);
  });

  it("answers each company with its verdict, the evidence of each criterion and what a person decided", async () => {
    const { status, body } = await ask("companies?search=kites");
    expect(status).toBe(200);
    const { jobId, addedAt } = body.data[0];
    expect(body).toEqual({
      metadata: { marketId, pagination: { totalItems: 1, pageSize: 10, nextCursor: null } },
      data: [
        {
          rank: 1,
          score: 1,
          probability: null,
          verdict: "in",
          reason: "reason 0",
          criteria: [
            {
              criterion: "offer",
              outcome: "met",
              note: "makes kites",
              evidence: EVIDENCE,
              probability: 0.9,
              by: null,
            },
            {
              criterion: "location",
              outcome: "notMet",
              note: "not there",
              evidence: null,
              probability: null,
              by: "model:x",
            },
          ],
          review: {
            decision: "accepted",
            reason: "a customer",
            reviewedAt: AT.toISOString(),
            reviewedBy: "00000000-0000-4000-8000-000000000001",
          },
          jobId,
          addedAt,
          company: {
            companyId: ids.kites,
            domain: "kites.com",
            name: "Kites",
            url: null,
            description: "Makes kites.",
            country: "DE",
            state: null,
            city: null,
            employees: 5,
            revenueUsd: null,
          },
        },
      ],
    });
  });

  it.each([
    ["", ["kites.com", "gliders.com", "aermel.de"]],
    ["?orderBy=name", ["aermel.de", "gliders.com", "kites.com"]],
    ["?orderBy=employees", ["gliders.com", "kites.com", "aermel.de"]],
    ["?orderBy=country", ["kites.com", "gliders.com", "aermel.de"]],
    ["?countries=fr,DE", ["kites.com", "gliders.com"]],
    ["?countries=FR&search=reason%201", ["gliders.com"]],
    ["?countries=AT", []],
  ])("reads the list %j as the graph does", async (query, domains) => {
    const answer = await ask(`companies${query}`);
    expect(domainsOf(answer)).toEqual(domains);
    expect(answer.body.metadata.pagination.totalItems).toBe(domains.length);
  });

  it("goes through all companies by cursors, and neither repeats nor leaves out one that others come in before", async () => {
    const first = await ask("companies?pageSize=2&orderBy=name");
    const { id } = await seedCompany(server.db, "aaa.com", { name: "Aaa" });
    const { jobId } = first.body.data[0];
    const data = { marketId, companyId: id, jobId, rank: 4, score: 0.1, reason: "late", criteria: [] };
    await server.db.prisma.marketCompany.create({ data });
    const after = encodeURIComponent(first.body.metadata.pagination.nextCursor);
    const second = await ask(`companies?pageSize=2&orderBy=name&after=${after}`);
    await server.db.prisma.marketCompany.deleteMany({ where: { companyId: id } });
    expect([...domainsOf(first), ...domainsOf(second)]).toEqual(["aermel.de", "gliders.com", "kites.com"]);
    expect(second.body.metadata.pagination.nextCursor).toBeNull();
  });

  it.each([
    ["pageSize=0", "pageSize must be a whole number, 1–100"],
    ["pageSize=101", "pageSize must be a whole number, 1–100"],
    ["orderBy=size", "orderBy must be one of: rank, name, newest, country, employees"],
    ["countries=DE,,FR", "countries must be a comma-separated list of codes"],
  ])("refuses %s", async (query, detail) => {
    const { status, body } = await ask(`companies?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual(refusal("INVALID_INPUT", `Invalid input provided: ${detail}`));
  });

  it("refuses a cursor of nobody's, and one of another order", async () => {
    const { body } = await ask("companies?pageSize=1");
    const cursor = encodeURIComponent(body.metadata.pagination.nextCursor);
    for (const query of ["after=nonsense", `orderBy=name&after=${cursor}`]) {
      const answer = await ask(`companies?${query}`);
      expect([query, answer.status, answer.body.errorCode]).toEqual([query, 400, "INVALID_INPUT"]);
    }
  });
});

describe("GET /v2/markets/{marketId}/people", () => {
  it("answers the people of the market's companies, in pages, each with the sentences that name it", async () => {
    const { prisma } = server.db;
    const person = (companyId: number, name: string, role: string, rank: number) =>
      prisma.person.create({
        data: {
          companyId,
          name,
          nameKey: name,
          role,
          rank,
          isFormer: false,
          firstSeenAt: AT,
          lastSeenAt: AT,
          sightings: {
            create: {
              name,
              role,
              rank,
              isFormer: false,
              url: `https://${name}.com`,
              quote: `${name} leads.`,
              retrievedAt: AT,
            },
          },
        },
      });
    const { id } = await person(ids.kites, "Ada", "Chief Executive Officer", 1);
    await person(ids.gliders, "Bob", "Chair", 1);
    await person((await seedCompany(server.db, "outside.com")).id, "Eve", "Chair", 1);
    const pages = await pagesOf("people", 1);
    expect(pages.map(({ body }) => body.data.map(({ name }: { name: string }) => name))).toEqual([["Ada"], ["Bob"]]);
    expect(pages[0]?.body.metadata.pagination.totalItems).toBe(2);
    expect(pages[0]?.body.data[0]).toEqual({
      personId: id,
      name: "Ada",
      role: "Chief Executive Officer",
      isFormer: false,
      company: { companyId: ids.kites, domain: "kites.com", name: "Kites" },
      firstSeenAt: AT.toISOString(),
      lastSeenAt: AT.toISOString(),
      sourcesTotal: 1,
      sources: [
        {
          url: "https://Ada.com",
          role: "Chief Executive Officer",
          isFormer: false,
          quote: "Ada leads.",
          isInternal: true,
          publishedAt: null,
          retrievedAt: AT.toISOString(),
        },
      ],
    });
  });
});

const KINDS = ["momentum", "radar", "topics", "phrases", "feature-map"];
const FLAGS = ["runMomentumScore", "runMarketRadar", "runTopicAnalysis", "runPhraseExplorer", "runGenerateFeatureMap"];

describe("GET /v2/markets/{marketId}/analyses/{kind}", () => {
  it("says of a flag that has not run which one it is", async () => {
    for (const [i, kind] of KINDS.entries()) {
      const { status, body } = await ask(`analyses/${kind}`);
      expect([kind, status, body.errorCode]).toEqual([kind, 404, "NOT_FOUND"]);
      expect(body.message).toContain(`of market ${marketId}: ${FLAGS[i]} has not run`);
    }
    expect((await ask("analyses/weather")).body).toEqual(refusal("NOT_FOUND", "Not Found"));
  });

  it("has the radar's companies in one list, and those off it, with the reason, in the other", async () => {
    const { prisma } = server.db;
    const { jobId } = await prisma.marketCompany.findFirstOrThrow({ where: { marketId } });
    const on = { x: 0.9, y: 0.6, yLow: 0.5, yHigh: 0.7, scale: null, quadrant: "edgeBehind", why: "fit" };
    const off = { x: null, y: null, yLow: null, yHigh: null, scale: null, quadrant: null, why: "no news" };
    const companies = [
      { companyId: ids.kites, ...on },
      { companyId: ids.gliders, ...off },
    ];
    const result = { companies, notes: ["a note"] };
    await prisma.marketAnalysis.create({ data: { marketId, jobId, kind: "radar", computedAt: AT, result } });
    const { body } = await ask("analyses/radar");
    expect(body).toEqual({
      metadata: {
        marketId,
        jobId,
        computedAt: AT.toISOString(),
        notes: ["a note"],
        pagination: { totalItems: 1, pageSize: 10, nextCursor: null },
      },
      data: [{ company: { companyId: ids.kites, domain: "kites.com", name: "Kites" }, ...on }],
    });
    const others = await ask("analyses/radar?offRadar=true");
    expect(domainsOf(others)).toEqual(["gliders.com"]);
    expect(others.body.data[0]).toMatchObject(off);
    expect((await ask("analyses/radar?offRadar=1")).status).toBe(400);
  });
});

describe("GET /v2/dossiers/{agentId}", () => {
  it("answers the dossier with the report of its newest run, and null for one that never ran", async () => {
    const { prisma } = server.db;
    const createdBy = "00000000-0000-4000-8000-000000000001";
    const { agentId } = await prisma.dossier.create({
      data: { teamId: server.teamId, agentType: "market", marketId, query: "Kites?", createdBy },
    });
    const read = async (options = {}) => server.ask("GET", `/v2/dossiers/${agentId}`, options);
    expect((await read()).body).toMatchObject({
      metadata: {},
      data: { agentId, agentType: "market", query: "Kites?", marketId, companyId: null, createdBy, lastTask: null },
    });
    const source = {
      kind: "page",
      label: "Kites",
      url: null,
      publisher: "Post",
      publishedAt: null,
      retrievedAt: AT.toISOString(),
    };
    const { taskId } = await prisma.dossierTask.create({
      data: {
        agentId,
        status: "completed",
        endedAt: AT,
        isNew: true,
        report: "They fly. [1]",
        sources: [{ key: "kites", ...source }],
        sourcesCount: 1,
        sections: { create: { position: 0, name: "pages", summary: "1 page", at: AT } },
      },
    });
    const { lastTask } = (await read()).body.data;
    expect(lastTask).toMatchObject({
      taskId,
      status: "completed",
      success: true,
      report: "They fly. [1]",
      sources: [{ number: 1, ...source }],
      steps: [{ name: "pages", at: AT.toISOString(), summary: "1 page" }],
      isNew: true,
      summarisedBy: null,
    });
    const theirs = await read({ key: server.otherKey });
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(refusal("NOT_FOUND", `Not Found: dossier ${agentId}`));
    const absent = "00000000-0000-4000-8000-00000000dead";
    expect((await server.ask("GET", `/v2/dossiers/${absent}`)).body.message).toBe(`Not Found: dossier ${absent}`);
    expect((await server.ask("GET", "/v2/dossiers/1")).body).toEqual(
      refusal("INVALID_INPUT", "Invalid input provided: agentId must be a UUID"),
    );
    const scopes = SCOPES.filter((scope) => scope !== "collections:read");
    expect((await read({ key: await server.keyOf(server.teamId, scopes) })).status).toBe(403);
  });
});

describe("what a market's readers need", () => {
  it("is the scope of the graph, and the market of the caller", async () => {
    const discoverer = await server.keyOf(server.teamId, ["discovery:read"]);
    for (const path of ["companies", "people", ...KINDS.map((kind) => `analyses/${kind}`)]) {
      expect([path, (await ask(path, { key: discoverer })).status]).toEqual([path, 403]);
      const theirs = await ask(path, { key: server.otherKey });
      expect([path, theirs.status]).toEqual([path, 404]);
      expect(theirs.body).toEqual(refusal("NOT_FOUND", `Not Found: market ${marketId}`));
    }
  });
});
