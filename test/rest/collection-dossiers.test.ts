import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RestServer, refusal, startRestServer } from "./server.ts";

const NIL = "00000000-0000-0000-0000-000000000000";
let server: RestServer;
let collectionId: number;
let otherCollection: number;
let author: string;
const agents: Record<string, string> = {};

async function addDossier(name: string, fields: object, teamId = server.teamId): Promise<void> {
  const { agentId } = await server.db.prisma.dossier.create({
    data: { teamId, agentType: "theme", query: name, createdBy: author, ...fields },
  });
  agents[name] = agentId;
}

beforeAll(async () => {
  server = await startRestServer();
  const { prisma } = server.db;
  author = (await prisma.apiKey.findFirstOrThrow({ where: { teamId: server.teamId } })).id;
  collectionId = (await prisma.collection.create({ data: { teamId: server.teamId, name: "Ours" } })).id;
  otherCollection = (await prisma.collection.create({ data: { teamId: server.otherTeamId, name: "Theirs" } })).id;
  await addDossier("Café kites", { collectionId, createdAt: new Date("2026-01-01") });
  await addDossier("Box kites", { collectionId, createdAt: new Date("2026-01-02"), agentType: "company" });
  await addDossier("Gliders", { collectionId, createdAt: new Date("2026-01-03"), createdBy: NIL });
  await addDossier("Loose", {});
  await addDossier("Their loose", {}, server.otherTeamId);
  await addDossier("Theirs", { collectionId: otherCollection }, server.otherTeamId);
  const agentId = agents["Box kites"] ?? "";
  for (const [day, status] of [
    ["2026-02-01", "failed"],
    ["2026-02-02", "completed"],
  ] as const)
    await prisma.dossierTask.create({
      data: { agentId, status, createdAt: new Date(day), lastReportedAt: new Date(day), lastReportedBy: "write" },
    });
});
afterAll(() => server?.stop());

const list = (body: unknown = {}, id: number | string = collectionId, options: object = {}, query = "") =>
  server.ask("POST", `/v2/collections/${id}/dossiers${query}`, { body, ...options });
const queries = ({ body }: { body: { data: { query: string }[] } }) => body.data.map(({ query }) => query);

describe("POST /v2/collections/{collectionId}/dossiers", () => {
  it("lists a collection's dossiers, newest first, with exactly the contract's fields", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.metadata).toEqual({
      pagination: {
        totalItems: 3,
        totalPages: 1,
        currentPage: 1,
        pageSize: 10,
        unfilteredTotalItems: 3,
        unfilteredTotalPages: 1,
      },
      filters: {},
      sort: [],
    });
    expect(queries({ body })).toEqual(["Gliders", "Box kites", "Café kites"]);
    const { lastModifiedAt, lastTaskId } = body.data[1];
    expect(JSON.stringify(body.data[1])).toBe(
      JSON.stringify({
        agentId: agents["Box kites"],
        query: "Box kites",
        createdBy: author,
        lastModifiedAt,
        lastTaskId,
        lastTaskStatus: {
          taskId: lastTaskId,
          createdAt: "2026-02-02T00:00:00.000Z",
          lastReportedAt: "2026-02-02T00:00:00.000Z",
          lastReportedBy: "write",
          agentId: agents["Box kites"],
          success: true,
        },
        createdAt: "2026-01-02T00:00:00.000Z",
      }),
    );
    expect(body.data[0]).toMatchObject({
      lastTaskId: NIL,
      lastTaskStatus: {
        taskId: NIL,
        createdAt: "",
        lastReportedAt: "",
        lastReportedBy: "",
        agentId: "",
        success: false,
      },
    });
  });

  it("lists those in no collection, of the key's team alone", async () => {
    expect(queries(await list({}, "null"))).toEqual(["Loose"]);
    expect(queries(await list({}, "null", { key: server.otherKey }))).toEqual(["Their loose"]);
  });

  it.each([
    [{ query: "CAFE" }, ["Café kites"]],
    [{ query: "kites" }, ["Box kites", "Café kites"]],
    [{ agentTypes: ["company"] }, ["Box kites"]],
    [{ agentTypes: ["company", "theme"], query: "glid" }, ["Gliders"]],
    [{ createdBy: [NIL] }, ["Gliders"]],
    [{ agentIds: [NIL] }, []],
  ])("filters by %j and says how many there are without", async (filters, names) => {
    const { body } = await list({ filters });
    expect(queries({ body })).toEqual(names);
    expect(body.metadata.pagination).toMatchObject({ totalItems: names.length, unfilteredTotalItems: 3 });
    expect(body.metadata.filters).toEqual(filters);
  });

  it.each([
    [[{ field: "query", order: "asc" }], ["Box kites", "Café kites", "Gliders"]],
    [[{ field: "createdAt", order: "asc" }], ["Café kites", "Box kites", "Gliders"]],
  ])("sorts by %j", async (sort, names) => {
    const { body } = await list({ sort });
    expect(queries({ body })).toEqual(names);
    expect(body.metadata.sort).toEqual(sort);
  });

  it("pages by the query", async () => {
    const { body } = await list({}, collectionId, {}, "?page=2&pageSize=2");
    expect(queries({ body })).toEqual(["Café kites"]);
    expect(body.metadata.pagination).toMatchObject({ totalPages: 2, currentPage: 2, pageSize: 2 });
  });

  it.each([
    [{ filters: { agentTypes: ["person"] } }, "filters.agentTypes.0 must be one of: company, market, theme"],
    [{ filters: { agentIds: ["x"] } }, "filters.agentIds.0 must be a UUID"],
    [{ filters: { name: "x" } }, 'filters has no field "name"'],
    [
      { sort: [{ field: "x", order: "asc" }] },
      "sort.0.field must be one of: createdAt, lastModifiedAt, query, agentId",
    ],
    [{ sort: [{ field: "query", order: "asc", nulls: 1 }] }, 'sort.0 has no field "nulls"'],
    [{ sort: {} }, "sort must be a list of {field, order}"],
    [{ sort: Array.from({ length: 6 }, () => ({ field: "query", order: "asc" })) }, "sort has more than 5 entries"],
  ])("refuses %j", async (body, detail) => {
    const answer = await list(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal("INVALID_INPUT", `Invalid input provided: ${detail}`));
  });

  it("takes positive integers and null in its path, and knows the caller's collections alone", async () => {
    for (const id of ["0", "-1", "x", "NULL", "2147483648"]) expect((await list({}, id)).status).toBe(400);
    for (const id of [otherCollection, 2147483647]) {
      const { status, body } = await list({}, id);
      expect(status).toBe(404);
      expect(body).toEqual(refusal("NOT_FOUND", `Not Found: collection ${id}`));
    }
  });
});
