import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ISO_TIME } from "../support/iso-time.ts";
import { CRITERIA, finishRun, type RestServer, startMarket, startRestServer } from "./server.ts";

const JOB_FIELDS = ["jobId", "workflowId", "workflowName", "startTime"];
const FORM_A = [{ country: "DE", address: ["Hamburg"], coordinates: [53.55, 9.99] }];

let server: RestServer;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server?.stop());

/** A market with one completed discovery. */
async function completedMarket(criteria?: object): Promise<number> {
  const marketId = await startMarket(server, criteria);
  await finishRun(server.db, marketId);
  return marketId;
}

describe("POST /v2/discovery/start", () => {
  it("answers the data envelope with the market and its job", async () => {
    const { status, headers, body } = await server.ask("POST", "/v2/discovery/start", {
      body: { searchCriteria: CRITERIA, pipelineChoices: { runReverseGeocoding: true } },
    });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("x-request-id")).toBeTruthy();
    expect(Object.keys(body)).toEqual(["metadata", "data"]);
    expect(Object.keys(body.metadata)).toEqual(["marketId"]);
    expect(body.data).toHaveLength(1);
    const [job] = body.data;
    expect(Object.keys(job)).toEqual(JOB_FIELDS);
    expect(job.workflowName).toBe("first_pass");
    expect(job.startTime).toMatch(ISO_TIME);
    const run = await server.db.prisma.workflowRun.findUniqueOrThrow({
      where: { id: job.workflowId },
      include: { jobs: { orderBy: { id: "asc" } } },
    });
    expect(run.marketId).toBe(body.metadata.marketId);
    expect(run.jobs.map(({ id, name }) => [id, name])).toEqual([
      [job.jobId, "first_pass"],
      [expect.any(Number), "runReverseGeocoding"],
    ]);
  });

  it("creates the market in the collection of the query", async () => {
    const collection = await server.db.prisma.collection.create({ data: { teamId: server.teamId, name: "Energy" } });
    const marketId = await startMarket(server, CRITERIA, `?teamId=${server.teamId}&collectionId=${collection.id}`);
    expect(await server.db.prisma.market.findUniqueOrThrow({ where: { id: marketId } })).toMatchObject({
      teamId: server.teamId,
      collectionId: collection.id,
    });
  });

  it("takes teamId from the query alone, not from the body", async () => {
    const { status, body } = await server.ask("POST", "/v2/discovery/start", {
      body: { searchCriteria: CRITERIA, teamId: server.otherTeamId },
    });
    expect(status).toBe(200);
    const market = await server.db.prisma.market.findUniqueOrThrow({ where: { id: body.metadata.marketId } });
    expect(market.teamId).toBe(server.teamId);
  });

  it("lets a platform key act for the team that it names", async () => {
    const { body } = await server.ask("POST", `/v2/discovery/start?teamId=${server.otherTeamId}`, {
      body: { searchCriteria: CRITERIA },
      key: server.platformKey,
    });
    const market = await server.db.prisma.market.findUniqueOrThrow({ where: { id: body.metadata.marketId } });
    expect(market.teamId).toBe(server.otherTeamId);
  });

  it("accepts what a criteria read gave, createdAt and null fields included", async () => {
    const marketId = await completedMarket({ ...CRITERIA, locations: FORM_A });
    const { body } = await server.ask("GET", `/v2/discovery/${marketId}/search-criteria`);
    const again = await server.ask("POST", "/v2/discovery/start", { body: { searchCriteria: body.data } });
    expect(again.status).toBe(200);
  });
});

describe("POST /v2/discovery/{marketId}/start", () => {
  const extend = (marketId: number, searchCriteria: object, headers: Record<string, string> = {}) =>
    server.ask("POST", `/v2/discovery/${marketId}/start`, { body: { searchCriteria }, headers });

  it.each([
    ["in form A", { locations: FORM_A }],
    ["absent", {}],
  ])("answers the data envelope when locations are %s", async (_form, places) => {
    const marketId = await completedMarket();
    const { status, headers, body } = await extend(marketId, { ...CRITERIA, ...places });
    expect(status).toBe(200);
    expect(headers.get("preference-applied")).toBeNull();
    expect(Object.keys(body)).toEqual(["metadata", "data"]);
    expect(body.metadata).toEqual({ marketId });
    expect(Object.keys(body.data[0])).toEqual(JOB_FIELDS);
    expect(body.data[0].workflowName).toBe("second_pass");
  });

  it("answers the action envelope when locations are in form B", async () => {
    const marketId = await completedMarket();
    const { status, body } = await extend(marketId, { ...CRITERIA, locations: { countryNames: ["Germany"] } });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["success", "message", "metadata"]);
    expect(Object.keys(body.metadata)).toEqual(["marketId", "jobIds"]);
    const job = await server.db.prisma.job.findFirstOrThrow({ where: { marketId }, orderBy: { id: "desc" } });
    expect(body).toEqual({ success: true, message: "Discovery started", metadata: { marketId, jobIds: [job.id] } });
  });

  it.each([
    ["return=minimal", FORM_A, "success"],
    ['respond-async, return="minimal"', FORM_A, "success"],
    ["return=representation", { countryCodes: ["DE"] }, "data"],
    ["RETURN=Representation; wait=5", { countryCodes: ["DE"] }, "data"],
  ])("follows Prefer: %s whatever the form", async (prefer, locations, field) => {
    const marketId = await completedMarket();
    const { status, headers, body } = await extend(marketId, { ...CRITERIA, locations }, { prefer });
    expect(status).toBe(200);
    expect(body).toHaveProperty(field);
    expect(headers.get("preference-applied")).toBe(field === "data" ? "return=representation" : "return=minimal");
  });

  it("refuses a second start while one is queued, and writes nothing", async () => {
    const marketId = await startMarket(server);
    const { status, body } = await extend(marketId, CRITERIA);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      success: false,
      errorCode: "CONFLICT",
      message: expect.stringMatching(/^Conflict: /),
    });
    expect(await server.db.prisma.job.count({ where: { marketId } })).toBe(1);
  });
});

describe("GET /v2/discovery/{marketId}/status", () => {
  it("reports a queued discovery and says when to ask again", async () => {
    const marketId = await startMarket(server);
    const { status, headers, body } = await server.ask("GET", `/v2/discovery/${marketId}/status`);
    expect(status).toBe(200);
    expect(headers.get("retry-after")).toBe("30");
    expect(body.metadata).toEqual({ marketId });
    expect(Object.keys(body.data)).toEqual(["status", "progress", "stage", "companiesFound", "jobs"]);
    expect(Object.keys(body.data.jobs[0])).toEqual([
      "jobId",
      "workflowId",
      "workflowName",
      "status",
      "stage",
      "progress",
      "companiesFound",
      "startTime",
      "endTime",
      "error",
    ]);
    expect(body.data).toMatchObject({ status: "queued", progress: 0, companiesFound: 0 });
    expect(body.data.jobs[0]).toMatchObject({ workflowName: "first_pass", endTime: null, error: null });
  });

  it("gives jobs newest first and the state of the newest discovery, without Retry-After once all have ended", async () => {
    const marketId = await completedMarket();
    await server.ask("POST", `/v2/discovery/${marketId}/start`, { body: { searchCriteria: CRITERIA } });
    await finishRun(server.db, marketId, "failed");
    const { headers, body } = await server.ask("GET", `/v2/discovery/${marketId}/status`);
    expect(headers.get("retry-after")).toBeNull();
    expect(body.data.status).toBe("failed");
    expect(body.data.jobs.map((job: { workflowName: string }) => job.workflowName)).toEqual([
      "second_pass",
      "first_pass",
    ]);
    expect(body.data.jobs[0]).toMatchObject({ error: "the test says so", endTime: expect.stringMatching(ISO_TIME) });
  });

  it("keeps the discovery's state while a publish runs, and lists the publish's jobs", async () => {
    const marketId = await completedMarket();
    await server.ask("POST", `/v2/discovery/${marketId}/publish`, {
      body: { pipelineChoices: { runSendPublishEmail: true } },
    });
    const { headers, body } = await server.ask("GET", `/v2/discovery/${marketId}/status`);
    expect(headers.get("retry-after")).toBe("30");
    expect(body.data.status).toBe("completed");
    expect(body.data.jobs[0]).toMatchObject({ workflowName: "runSendPublishEmail", status: "queued" });
  });

  it("lists every job, however many there are", async () => {
    const marketId = await completedMarket();
    const { workflowRunId } = await server.db.prisma.job.findFirstOrThrow({ where: { marketId } });
    await server.db.prisma.job.createMany({
      data: Array.from({ length: 230 }, (_, i) => ({
        marketId,
        workflowRunId,
        kind: "pipeline" as const,
        name: `flag${i}`,
      })),
    });
    const { body } = await server.ask("GET", `/v2/discovery/${marketId}/status`);
    const ids = body.data.jobs.map((job: { jobId: number }) => job.jobId);
    expect(ids).toHaveLength(231);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(b) - Number(a)));
    expect(body.data.status).toBe("completed");
  });

  it("answers HEAD as GET, without the body", async () => {
    const marketId = await startMarket(server);
    const { status, headers, body } = await server.ask("HEAD", `/v2/discovery/${marketId}/status`);
    expect(status).toBe(200);
    expect(headers.get("retry-after")).toBe("30");
    expect(body).toBeNull();
  });
});

describe("the criteria of a market", () => {
  const GIVEN = {
    ...CRITERIA,
    marketType: "product",
    marketRole: "manufacturer",
    keywords: { features: ["rotor blades"], user: ["wind farms"], synonyms: ["blades"], irrelevant: ["shops"] },
    seedDomains: ["https://www.blades.com/about"],
    assertions: ["makes its own blades", { any: [1, null] }],
    constraints: { minEmployees: 10 },
    locations: FORM_A,
    unheardOf: true,
  };

  it("reads them back in the contract's order, as they were given", async () => {
    const marketId = await completedMarket(GIVEN);
    const { status, body } = await server.ask("GET", `/v2/discovery/${marketId}/search-criteria`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["metadata", "data"]);
    expect(body.metadata).toEqual({});
    expect(Object.keys(body.data)).toEqual([
      "marketName",
      "userPrompt",
      "marketType",
      "marketRole",
      "keywords",
      "seedDomains",
      "count",
      "assertions",
      "constraints",
      "projectKind",
      "performSearch",
      "locations",
      "createdAt",
    ]);
    expect(Object.keys(body.data.keywords)).toEqual(["features", "user", "synonyms", "irrelevant"]);
    expect(Object.keys(body.data.locations[0])).toEqual(["country", "address", "coordinates"]);
    const { unheardOf: _dropped, ...kept } = GIVEN;
    expect(body.data).toEqual({
      ...kept,
      seedDomains: ["blades.com"],
      projectKind: "first_pass",
      performSearch: true,
      createdAt: expect.stringMatching(ISO_TIME),
    });
  });

  it("reads countries by name back as places", async () => {
    const marketId = await completedMarket({
      ...CRITERIA,
      locations: { countryNames: ["Germany"], countryCodes: ["dk"] },
    });
    const { body } = await server.ask("GET", `/v2/discovery/${marketId}/search-criteria`);
    expect(body.data.locations).toEqual([
      { country: "DK", address: null, coordinates: null },
      { country: "DE", address: null, coordinates: null },
    ]);
  });

  it("gives one history item for each completed discovery, newest first", async () => {
    const marketId = await completedMarket(GIVEN);
    await server.ask("POST", `/v2/discovery/${marketId}/start`, {
      body: { searchCriteria: { ...CRITERIA, count: 7 } },
    });
    await finishRun(server.db, marketId);
    await server.ask("POST", `/v2/discovery/${marketId}/start`, {
      body: { searchCriteria: { ...CRITERIA, count: 9 } },
    });
    const { status, body } = await server.ask("GET", `/v2/discovery/${marketId}/search-criteria/history`);
    expect(status).toBe(200);
    expect(body.metadata).toEqual({});
    expect(Object.keys(body.data[0])).toEqual([
      "marketId",
      "marketName",
      "userPrompt",
      "marketType",
      "marketRole",
      "keywords",
      "count",
      "locations",
      "jobId",
      "projectKind",
      "performSearch",
      "createdAt",
    ]);
    expect(body.data.map((item: { count: number; projectKind: string }) => [item.count, item.projectKind])).toEqual([
      [7, "second_pass"],
      [5, "first_pass"],
    ]);
    expect(body.data[0]).toMatchObject({ marketId, createdAt: expect.stringMatching(ISO_TIME) });
  });

  it.each(["search-criteria", "search-criteria/history"])(
    "has none at /%s before a discovery has completed",
    async (path) => {
      const marketId = await startMarket(server);
      const { status, body } = await server.ask("GET", `/v2/discovery/${marketId}/${path}`);
      expect(status).toBe(404);
      expect(body).toEqual({
        success: false,
        errorCode: "NOT_FOUND",
        message: "Not Found: discovery of this market has not completed",
      });
    },
  );
});

describe("POST /v2/discovery/{marketId}/publish", () => {
  it("answers the action envelope with one job for each flag", async () => {
    const marketId = await completedMarket();
    const { status, body } = await server.ask("POST", `/v2/discovery/${marketId}/publish`, {
      body: { pipelineChoices: { runSendPublishEmail: true, runReverseGeocoding: true, skipDiscoveryReview: false } },
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["success", "message", "metadata"]);
    expect(Object.keys(body.metadata)).toEqual(["marketId", "jobIds"]);
    expect(body).toMatchObject({ success: true, message: "Publish started", metadata: { marketId } });
    const jobs = await server.db.prisma.job.findMany({
      where: { id: { in: body.metadata.jobIds } },
      orderBy: { id: "asc" },
    });
    expect(jobs.map((job) => job.name)).toEqual(["runReverseGeocoding", "runSendPublishEmail"]);
  });

  it("takes an empty body, with or without a type, as no flags", async () => {
    for (const headers of [{}, { "content-type": "text/plain" }] as Record<string, string>[]) {
      const marketId = await completedMarket();
      const { status, body } = await server.ask("POST", `/v2/discovery/${marketId}/publish`, { headers });
      expect(status).toBe(200);
      expect(body.metadata).toEqual({ marketId, jobIds: [] });
    }
  });

  it("refuses a body that has none of its fields, names the one there is, and publishes nothing", async () => {
    const marketId = await completedMarket();
    const publish = (sent: object) => server.ask("POST", `/v2/discovery/${marketId}/publish`, { body: sent });
    const { status, body } = await publish({ runNews: true, choices: {} });
    expect([status, body.errorCode, body.message]).toEqual([
      400,
      "INVALID_INPUT",
      'Invalid input provided: the body has no field "runNews", "choices"; it has "pipelineChoices"',
    ]);
    expect(await server.db.prisma.workflowRun.count({ where: { marketId, kind: "publish" } })).toBe(0);
    expect((await publish({ pipelineChoices: {}, note: "beside a known field" })).status).toBe(200);
  });

  it("refuses an unknown body of another team's market no differently from a market that does not exist", async () => {
    const marketId = await completedMarket();
    const asked = await Promise.all(
      [marketId, 999_999].map((id) =>
        server.ask("POST", `/v2/discovery/${id}/publish`, { key: server.otherKey, body: { runNews: true } }),
      ),
    );
    expect(asked.map(({ status }) => status)).toEqual([400, 400]);
    expect(asked[0]?.body).toEqual(asked[1]?.body);
  });

  it("is a conflict before any discovery has completed", async () => {
    const marketId = await startMarket(server);
    const { status, body } = await server.ask("POST", `/v2/discovery/${marketId}/publish`, { body: {} });
    expect(status).toBe(409);
    expect(body.errorCode).toBe("CONFLICT");
  });

  it("refuses a second one while the first is queued", async () => {
    const marketId = await completedMarket();
    const publish = () => server.ask("POST", `/v2/discovery/${marketId}/publish`, { body: {} });
    expect((await publish()).status).toBe(200);
    const { status, body } = await publish();
    expect([status, body.errorCode, body.message]).toEqual([
      409,
      "CONFLICT",
      expect.stringContaining("queued or running"),
    ]);
    expect(await server.db.prisma.workflowRun.count({ where: { marketId, kind: "publish" } })).toBe(1);
  });
});
