import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RestServer, refusal, startRestServer } from "./server.ts";

let server: RestServer;
const people: [firstName: string, lastName: string][] = [
  ["Ada", "Lovelace"],
  ["Émilie", "du Châtelet"],
  ["Grace", "Hopper"],
  ["Mary", "Lovelace"],
];
const ids: string[] = [];

async function addUser(teamId: number, firstName: string, lastName: string, email: string): Promise<string> {
  const { id } = await server.db.prisma.user.create({
    data: { firstName, lastName, email, passwordHash: "x", memberships: { create: { teamId } } },
  });
  return id;
}

beforeAll(async () => {
  server = await startRestServer();
  for (const [firstName, lastName] of people)
    ids.push(await addUser(server.teamId, firstName, lastName, `${firstName.toLowerCase()}@asking.com`));
  await addUser(server.otherTeamId, "Alan", "Turing", "alan@other.com");
});
afterAll(() => server?.stop());

/** A GET that carries a body, which fetch cannot. */
function getWithBody(path: string, body: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>((resolve, reject) => {
    const key = headers["x-api-key"] ?? keyInUse;
    const sent = request(`${server.url}${path}`, {
      method: "GET",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "x-api-key": key,
        ...headers,
      },
    });
    sent.on("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
let keyInUse: string;
beforeAll(async () => {
  keyInUse = await server.keyOf(server.teamId);
});

const path = (query = "", teamId = server.teamId) => `/v2/teams/${teamId}/users${query}`;
const inQuery = (given: Record<string, unknown>) =>
  `?${new URLSearchParams(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]))}`;
const firstNames = (body: { data: { firstName: string }[] }) => body.data.map(({ firstName }) => firstName);

describe("GET /v2/teams/{teamId}/users", () => {
  it("lists a team's users by last name, first name and id, with exactly the contract's fields", async () => {
    const { status, body } = await server.ask("GET", path());
    expect(status).toBe(200);
    expect(body.metadata).toEqual({ pagination: { totalItems: 4, totalPages: 1, currentPage: 1, pageSize: 10 } });
    expect(firstNames(body)).toEqual(["Émilie", "Grace", "Ada", "Mary"]);
    expect(JSON.stringify(body.data[2])).toBe(
      JSON.stringify({
        id: ids[0],
        firstName: "Ada",
        lastName: "Lovelace",
        fullName: "Ada Lovelace",
        email: "ada@asking.com",
      }),
    );
  });

  it.each([
    [{ lastName: "LOVE" }, ["Ada", "Mary"]],
    [{ lastName: "chatelet" }, ["Émilie"]],
    [{ firstName: "emilie" }, ["Émilie"]],
    [{ fullName: "ada love" }, ["Ada"]],
    [{ email: "@ASKING" }, ["Émilie", "Grace", "Ada", "Mary"]],
    [{ lastName: "love", firstName: "mary" }, ["Mary"]],
    [{ id: "nobody" }, []],
    [{ lastName: "%" }, []],
  ])("filters by %j, from the body and from the query alike", async (filters, names) => {
    const byBody = await getWithBody(path(), JSON.stringify({ filters }));
    expect(firstNames(byBody.body)).toEqual(names);
    expect(byBody.body.metadata.pagination.totalItems).toBe(names.length);
    expect((await server.ask("GET", path(inQuery({ filters })))).body).toEqual(byBody.body);
  });

  it("filters by the whole id alone", async () => {
    const byId = async (id: string) => firstNames((await server.ask("GET", path(inQuery({ filters: { id } })))).body);
    expect(await byId(ids[2] ?? "")).toEqual(["Grace"]);
    expect(await byId((ids[2] ?? "").slice(0, 8))).toEqual([]);
  });

  it.each([
    [[{ field: "firstName", order: "desc" }], ["Mary", "Grace", "Émilie", "Ada"]],
    [
      [
        { field: "lastName", order: "desc" },
        { field: "firstName", order: "asc" },
      ],
      ["Ada", "Mary", "Grace", "Émilie"],
    ],
    [[{ field: "email", order: "asc" }], ["Ada", "Émilie", "Grace", "Mary"]],
  ])("sorts by %j", async (sortBy, names) => {
    const { body } = await getWithBody(path(), JSON.stringify({ sortBy }));
    // How a database sorts accents is its own affair.
    const ascii = (list: string[]) => list.filter((name) => name !== "Émilie");
    expect(ascii(firstNames(body))).toEqual(ascii(names));
  });

  it("answers in pages", async () => {
    const { body } = await server.ask("GET", path("?pageSize=3&page=2"));
    expect(body.metadata.pagination).toEqual({ totalItems: 4, totalPages: 2, currentPage: 2, pageSize: 3 });
    expect(firstNames(body)).toEqual(["Mary"]);
  });

  it("refuses filters in the body and in the query at once", async () => {
    const { status, body } = await getWithBody(path(inQuery({ sortBy: [] })), JSON.stringify({ filters: {} }));
    expect(status).toBe(400);
    expect(body).toEqual(refusal("INVALID_INPUT", expect.stringMatching(/^Invalid input provided: .*in one of them$/)));
  });

  it.each([
    ["?page=0", "page must be a whole number, 1 or more"],
    ["?pageSize=101", "pageSize must be a whole number, 1–100"],
    ["?pageSize=0", "pageSize must be a whole number, 1–100"],
    ["?filters={", "filters is not valid JSON"],
    ['?filters={"name":"x"}', 'filters has no field "name"'],
    ['?filters={"id":1}', "filters.id must be a string"],
    ['?sortBy={"field":"id","order":"asc"}', "sortBy must be a list of {field, order}"],
    [
      '?sortBy=[{"field":"age","order":"asc"}]',
      "sortBy.0.field must be one of: id, firstName, lastName, fullName, email",
    ],
    ['?sortBy=[{"field":"id","order":"up"}]', "sortBy.0.order must be one of: asc, desc"],
    ['?sortBy=[{"field":"id"}]', "sortBy.0.order is missing"],
  ])("refuses %s", async (query, detail) => {
    const { status, body } = await server.ask("GET", path(query));
    expect(status).toBe(400);
    expect(body).toEqual(refusal("INVALID_INPUT", `Invalid input provided: ${detail}`));
  });

  it("reads the body as strictly as that of a POST", async () => {
    expect((await getWithBody(path(), "{")).status).toBe(400);
    expect((await getWithBody(path(), "[]")).status).toBe(400);
    expect((await getWithBody(path(), "{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await getWithBody(path(), "{}", { "x-api-key": "mk_test_x" })).status).toBe(401);
  });

  it("does not know another team, nor one that does not exist", async () => {
    for (const teamId of [server.otherTeamId, 2147483647]) {
      const { status, body } = await server.ask("GET", path("", teamId));
      expect(status).toBe(404);
      expect(body).toEqual(refusal("NOT_FOUND", `Not Found: team ${teamId}`));
    }
    expect((await server.ask("GET", path("", server.otherTeamId), { key: server.platformKey })).status).toBe(200);
    for (const teamId of ["0", "x", "2147483648"])
      expect((await server.ask("GET", `/v2/teams/${teamId}/users`)).status).toBe(400);
  });
});
