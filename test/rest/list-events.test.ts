import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedEvent } from "../support/impact.ts";
import { type RestServer, refusal, startRestServer } from "./server.ts";

let server: RestServer;
let key: string;
let stormId: number;

beforeAll(async () => {
  server = await startRestServer();
  key = await server.keyOf(server.teamId, SCOPES, ["events-monitor"]);
  const { db } = server;
  stormId = await seedEvent(db, {
    title: "Storm",
    datapoints: ["Kite sales", "Wind, gusts"],
    alertTypes: ["Weather"],
    entities: [
      { name: "Kite trade", likelihood: 2, severity: 3 },
      { name: "Beaches", likelihood: 0, severity: 1 },
    ],
    observations: 2,
  });
  await seedEvent(db, {
    title: "Split",
    alertTypes: ["Trade"],
    // Each bound is met by another entity: no one meets both.
    entities: [
      { name: "Kite trade", likelihood: 3, severity: 1 },
      { name: "Ports", likelihood: 1, severity: 3 },
    ],
  });
  await seedEvent(db, { title: "Nobody", entities: [] });
  await seedEvent(db, { title: "Old", age: 40 });
});
afterAll(() => server?.stop());

const list = (query = "", options: object = {}) =>
  server.ask("GET", `/v2/events-monitor/events${query}`, { key, ...options });
const titles = async (query: string) => {
  const answer = await list(query);
  expect(answer.body).toMatchObject({ data: expect.any(Array) });
  return answer.body.data.map(({ title }: { title: string }) => title).sort();
};

describe("GET /v2/events-monitor/events", () => {
  it("answers the events of yesterday and today that touch somebody, with exactly the contract's fields", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["meta", "data"]);
    expect(body.meta).toEqual({
      totalItems: 1,
      totalPages: 1,
      currentPage: 1,
      pageSize: 10,
      unfilteredTotalItems: 3,
      unfilteredTotalPages: 1,
    });
    const [event] = body.data;
    const reference = (i: number) => ({
      _id: event.references[i]._id,
      title: `Storm, report ${i}`,
      url: `https://wire.example.com/Storm/${i}`,
    });
    expect(JSON.stringify(event)).toBe(
      JSON.stringify({
        _id: String(stormId),
        title: "Storm",
        summary: "Summary of Storm",
        vectorIndex: { anchorText: "Storm", embeddings: [0.25, -0.5], embeddingsModelName: "test-model" },
        lastUpdated: event.lastUpdated,
        eventSearchKeywords: [{ keyword: "kites", propertySource: "inferred" }],
        relevantEntities: [{ name: "Denmark", entityType: "country", propertySource: "inferred" }],
        timestamps: { published: event.lastUpdated, recordedStart: event.lastUpdated },
        references: [reference(0), reference(1)],
        taxonomicMatches: {
          affectedDatapoints: [
            {
              name: "Kite sales",
              subject: "kites",
              direction: "up",
              quantity: { operator: ">", values: [5], unit: "%" },
            },
            { name: "Wind, gusts", subject: null, direction: "up", quantity: null },
          ],
          alertTypes: [
            { name: "Weather", mappedFrom: "words", method: "rules", similarity: 0.75, rationale: "because" },
          ],
          impactedEntities: [
            {
              name: "Kite trade",
              entityType: "industry",
              mappedFrom: "words",
              impact: { likelihood: 2, severity: 3, rationale: "because" },
            },
            {
              name: "Beaches",
              entityType: "industry",
              mappedFrom: "words",
              impact: { likelihood: 0, severity: 1, rationale: "because" },
            },
          ],
        },
      }),
    );
  });

  it.each([
    ["?minSeverity=1", ["Split", "Storm"]],
    ["?minLikelihood=0&minSeverity=0", ["Split", "Storm"]],
    ["?minSeverity=0&maxSeverity=1", ["Split"]],
    ["?minLikelihood=3", []],
    ["?minLikelihood=1&minSeverity=3&impactedEntities=ports", ["Split"]],
    ["?impactedEntities=KITE%20TRADE", ["Storm"]],
    ["?impactedEntities=Kite", []],
    ["?impactedEntities=Beaches", []],
    ["?impactedEntities=Beaches&minLikelihood=0&minSeverity=0", ["Storm"]],
    ["?affectedDatapoints=kite%20sales", ["Storm"]],
    ["?affectedDatapoints=Wind%5C%2C%20gusts", ["Storm"]],
    ["?affectedDatapoints=Wind%2C%20gusts", []],
    ["?alertTypes=Trade,Weather", ["Storm"]],
    ["?alertTypes=Trade,Weather&minSeverity=1", ["Split", "Storm"]],
    ["?alertTypes=Trade&affectedDatapoints=Kite%20sales&minSeverity=0", []],
    ["?lastUpdatedFrom=2020-01-01", ["Old", "Storm"]],
  ])("filters by %s", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it("takes dates as whole days and times as they are", async () => {
    const { lastUpdated } = await server.db.prisma.event.findUniqueOrThrow({ where: { id: stormId } });
    const day = lastUpdated.toISOString().slice(0, 10);
    expect(await titles(`?lastUpdatedFrom=${day}&lastUpdatedTo=${day}`)).toEqual(["Storm"]);
    const exactly = lastUpdated.toISOString();
    expect(await titles(`?lastUpdatedFrom=${exactly}&lastUpdatedTo=${exactly}`)).toEqual(["Storm"]);
    const after = new Date(lastUpdated.getTime() + 1).toISOString();
    expect(await titles(`?lastUpdatedFrom=${after}`)).toEqual([]);
    const elsewhere = `${new Date(lastUpdated.getTime() + 2 * 3_600_000).toISOString().slice(0, -1)}%2B02:00`;
    expect(await titles(`?lastUpdatedFrom=${elsewhere}&lastUpdatedTo=${elsewhere}`)).toEqual(["Storm"]);
  });

  it("counts the events of the date range beside those that pass the filter", async () => {
    const { meta } = (await list("?lastUpdatedFrom=2020-01-01&alertTypes=Weather&pageSize=2")).body;
    expect(meta).toMatchObject({ totalItems: 1, totalPages: 1, unfilteredTotalItems: 4, unfilteredTotalPages: 2 });
  });

  it("answers in pages, newest first", async () => {
    const { body } = await list("?lastUpdatedFrom=2020-01-01&minSeverity=0&minLikelihood=0&pageSize=2&page=2");
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(["Old"]);
    expect(body.meta).toMatchObject({ currentPage: 2, totalPages: 2 });
  });

  it.each([
    ["?minimumSeverity=1", 'unknown parameter "minimumSeverity"'],
    ["?alertTypes=a&alertTypes=b", "alertTypes is given more than once"],
    ["?page=0", "page must be a whole number, 1 or more"],
    ["?pageSize=101", "pageSize must be a whole number, 1–100"],
    ["?minSeverity=x", "minSeverity must be a number, 0–3"],
    ["?minSeverity=-1", "minSeverity must be 0–3"],
    ["?maxLikelihood=3.5", "maxLikelihood must be 0–3"],
    ["?maxSeverity=1", "minSeverity 2 is above maxSeverity 1"],
    ["?minLikelihood=3&maxLikelihood=2.5", "minLikelihood 3 is above maxLikelihood 2.5"],
    ["?lastUpdatedFrom=yesterday", "lastUpdatedFrom must be a date or a time in ISO 8601"],
    ["?lastUpdatedTo=2026-02-30", "lastUpdatedTo must be a date or a time in ISO 8601"],
    ["?lastUpdatedFrom=", "lastUpdatedFrom must be a date or a time in ISO 8601"],
    [
      "?lastUpdatedFrom=2026-02-02&lastUpdatedTo=2026-02-01",
      "lastUpdatedFrom 2026-02-02T00:00:00.000Z is after lastUpdatedTo 2026-02-01T23:59:59.999Z",
    ],
    ["?alertTypes=", "alertTypes must be a comma-separated list of names, none of them empty"],
    ["?impactedEntities=a,,b", "impactedEntities must be a comma-separated list of names, none of them empty"],
  ])("refuses %s with a code of its own", async (query, detail) => {
    const { status, body } = await list(query);
    expect(body).toEqual(refusal("QUERY_VALIDATION_FAILED", `Invalid query parameters: ${detail}`));
    expect(status).toBe(400);
  });

  it("takes a frame token in the query, which is no parameter of the operation", async () => {
    const { accessToken } = (await server.ask("GET", "/v2/auth/session", { key })).body;
    const { status, body } = await list(`?sessionId=${accessToken}`, { key: null });
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
  });

  it("needs the subscription beside the scope, and asks for both before the parameters", async () => {
    const unsubscribed = await list("?x=1", { key: await server.keyOf(server.teamId) });
    expect(unsubscribed.status).toBe(403);
    expect(unsubscribed.body).toEqual(refusal("FORBIDDEN", "API Key not subscribed to this endpoint"));
    const unscoped = await list("?x=1", { key: await server.keyOf(server.teamId, [], ["events-monitor"]) });
    expect(unscoped.body).toEqual(refusal("FORBIDDEN", "Forbidden"));
    expect((await list("?x=1", { key: null })).status).toBe(401);
  });
});
