import { type GraphQLObjectType, getNamedType, isLeafType, isNonNullType, isObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES, type Scope } from "#accounts/auth/scopes";
import { schema } from "#schema/index";
import { seedMarket } from "../support/impact.ts";
import { globalId, seedSharedNodes, seedTeamNodes } from "./node-seeds.ts";
import { type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

let server: SessionServer;
let marketId: number;

beforeAll(async () => {
  server = await startSessionServer();
  marketId = await seedMarket(server.db, server.teamId, []);
});
afterAll(() => server?.stop());

/** The fields of an object type, by what the schema says now. */
function fieldsOf(typeName: string): string[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
  return Object.keys(type.getFields()).sort();
}

/** A key's or a frame token's credentials. */
const keyOf = async (team: number | null, scopes: readonly Scope[]): Promise<Shown> => ({
  key: (await server.keyOf(team, scopes)).key,
});
const frameOf = async (scopes?: readonly Scope[]): Promise<Shown> => ({
  sessionId: await server.frameToken({ key: (await server.keyOf(server.teamId, scopes)).key }),
});

describe("what is said of a team", () => {
  const IDENTITY = ["domain", "id", "name", "teamId"];
  const APPEARANCE = ["explorerPermissions { table }", "featurePermissions", "isDemo", "theme"];
  const SETTINGS = ["accessExpiresAt", "createdAt", "filePath", "isDefault", "maxUsers"];
  const ACCOUNTS = [
    "auditEntries { totalCount }",
    "quota { left }",
    "spend { costUsd budgetUsd }",
    "users { totalCount }",
  ];
  const all = [...IDENTITY, ...APPEARANCE, ...SETTINGS, ...ACCOUNTS];

  it("is decided for each of its fields", () => {
    expect(all.map((field) => field.split(" ", 1)[0]).sort()).toEqual(fieldsOf("Team"));
  });

  const own = "viewer { team { FIELD } }";
  const ofMarket = "market(marketId: ID) { team { FIELD } }";
  it.each<[string, () => Promise<Shown>, string, string[]]>([
    ["a key of the team", () => keyOf(server.teamId, ["impact:read"]), own, [...IDENTITY, ...APPEARANCE]],
    ["its frame token", () => frameOf(["impact:read"]), own, [...IDENTITY, ...APPEARANCE]],
    ["a frame token of a key with all scopes", () => frameOf(), own, [...IDENTITY, ...APPEARANCE]],
    ["a key that reads teams", () => keyOf(server.teamId, ["teams:read"]), own, all],
    [
      "a key that makes teams",
      () => keyOf(server.teamId, ["teams:write"]),
      own,
      [...IDENTITY, ...APPEARANCE, ...SETTINGS],
    ],
    ["a key of the platform that reads markets", () => keyOf(null, ["markets:read"]), ofMarket, IDENTITY],
    [
      "a key of the platform that makes teams",
      () => keyOf(null, ["markets:read", "teams:write"]),
      ofMarket,
      [...IDENTITY, ...APPEARANCE, ...SETTINGS],
    ],
    ["a key of the platform that reads teams", () => keyOf(null, ["markets:read", "teams:read"]), ofMarket, all],
  ])("to %s is no more than its scopes allow", async (_whom, credentials, query, allowed) => {
    const asked = all.map((field, i) => `f${i}: ${query.replace("FIELD", field).replace("ID", String(marketId))}`);
    const { body } = await server.graph(await credentials(), `{ ${asked.join(" ")} }`);
    const errors: { path: string[]; extensions: { code: string } }[] = body.errors ?? [];
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(errors.map(() => "FORBIDDEN"));
    const refused = new Set(errors.map(({ path }) => path[0]));
    const told = all.filter((_field, i) => !refused.has(`f${i}`));
    expect(told.sort()).toEqual([...allowed].sort());
  });

  it.each<[string, () => Promise<Shown>, string, boolean]>([
    ["impact:read", () => keyOf(server.teamId, ["impact:read"]), "{ viewer { quotaLeft } }", false],
    ["a frame of impact:read", () => frameOf(["impact:read"]), "{ viewer { quotaLeft } }", false],
    ["discovery:write", () => keyOf(server.teamId, ["discovery:write"]), "{ viewer { quotaLeft } }", true],
    ["teams:read", () => keyOf(server.teamId, ["teams:read"]), "{ viewer { quotaLeft } }", true],
    ["teams:read of a team", () => keyOf(server.teamId, ["teams:read"]), "{ platformSpend { costUsd } }", false],
    ["teams:read of the platform", () => keyOf(null, ["teams:read"]), "{ platformSpend { costUsd } }", true],
    ["markets:read of the platform", () => keyOf(null, ["markets:read"]), "{ platformSpend { costUsd } }", false],
  ])("is said or kept from %s: %s %s", async (_scope, credentials, query, told) => {
    const { body } = await server.graph(await credentials(), query);
    expect(body.errors?.[0].extensions.code).toBe(told ? undefined : "FORBIDDEN");
  });
});

describe("the directory, which belongs to no team", () => {
  it.each([
    "{ companyDuplicates { score } }",
    "{ companyIdentityLog { edges { cursor } } }",
    "{ sources { name } }",
    'mutation { mergeCompanies(company: "a.example", into: "b.example", reason: "one") { id } }',
    'mutation { removeSource(name: "absent") { name } }',
  ])("is kept in order by keys of the platform and not by their frames: %s", async (document) => {
    const platform = { key: await server.system.key(null, SCOPES, []) };
    const frame = { sessionId: await server.frameToken(platform) };
    const codeFor = async (shown: Shown) => (await server.graph(shown, document)).body.errors?.[0].extensions.code;
    expect(await codeFor(frame)).toBe("FORBIDDEN");
    expect(["FORBIDDEN", "GRAPHQL_VALIDATION_FAILED"]).not.toContain(await codeFor(platform));
  });
});

const objectTypes = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith("__"),
);
const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === "Node");
const nodeTypes = objectTypes.filter(isNode).map(({ name }) => name);

describe("every object with an id", () => {
  /** Fields that name another object, or a part of one. */
  const REFERENCES = [
    // What an entry of the audit trail tells of may be gone by now.
    "AuditEntry.requestId",
    "AuditEntry.userId",
    // A class of sizes: a number on a scale, no object.
    "Band.id",
    "CandidateVerdict.jobId",
    // Of a company or an article, as its kind says.
    "CellSource.sourceId",
    "DiscoveryLogEntry.jobId",
    "EventLineageStep.fromEventId",
    "EventLineageStep.toEventId",
    "EventReference.observationId",
    // A merged company keeps its number, and is no object while it is merged.
    "IdentityLogCompany.companyId",
    "MarketCompanyEdge.jobId",
    /^Market(FeatureMap|Momentum|Phrases|Radar|Topics)\.jobId$/,
    "Viewer.userId",
    "WhyNot.jobId",
  ];

  it("is a node", () => {
    const others = objectTypes
      .filter((type) => !isNode(type))
      .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`))
      .filter((field) => /(\.i|I)d$/.test(field))
      .filter(
        (field) => !REFERENCES.some((known) => (typeof known === "string" ? known === field : known.test(field))),
      );
    expect(others).toEqual([]);
  });
});

describe("node and nodes", () => {
  let own: Record<string, number | string>;
  let foreign: Record<string, number | string>;
  let everything: Shown;

  beforeAll(async () => {
    const others = await server.system.team();
    own = { ...(await seedTeamNodes(server.db, server.teamId)), ...(await seedSharedNodes(server.db)) };
    foreign = await seedTeamNodes(server.db, others.teamId);
    everything = { key: await server.system.key(server.teamId, SCOPES, ["events-monitor"]) };
  });

  const isUuid = (typeName: string) => /[0-9a-f]{8}-/.test(String(own[typeName]));
  /** Keys of objects that are not there. */
  const absentOf = (typeName: string) =>
    String(own[typeName]).replace(/\d+$|[0-9a-f]{12}$/, isUuid(typeName) ? "000000000000" : "2147483647");
  const WRONG_NUMBERS = ["0", "-1", "+1", "01", " 1", "1 ", "1.0", "1e0", "0x1", "1,2", "1:1", "１", "NaN", "null", ""];
  const TOO_LARGE = ["2147483648", "4294967297", "9007199254740993", "9".repeat(40)];
  /** Texts that are no key of the type, most of them close to that of an object that is there. */
  const malformedOf = (typeName: string): string[] => {
    const key = String(own[typeName]);
    return [
      ...WRONG_NUMBERS,
      ...(isUuid(typeName) ? [key.toUpperCase(), `{${key}}`, key.replaceAll("-", "")] : TOO_LARGE),
      `${key} OR 1=1`,
      `${key}'--`,
      `${key}\n`,
      `${key}:`,
    ];
  };
  /** Ids that are none of any type's. */
  const NO_IDS = [
    "",
    "!!!",
    "Market:1",
    "1",
    globalId("", 1),
    globalId("Market", "").replace(/=*$/, ""),
    globalId("Nothing", 1),
    globalId("Query", 1),
    globalId("__proto__", 1),
    globalId("constructor", 1),
    globalId("market", 1),
    Buffer.from([0xff, 0xfe, 0x3a, 0x31]).toString("base64"),
    globalId("Market", "1".repeat(100_000)),
  ];

  const leaves = (typeName: string) =>
    Object.values((schema.getType(typeName) as GraphQLObjectType).getFields())
      .filter(({ type, args }) => isLeafType(getNamedType(type)) && !args.some((arg) => isNonNullType(arg.type)))
      .map(({ name }) => name);
  /** What may be selected of a node, and what of it tells most. */
  const selections = (typeName: string) => ["__typename", "id", `... on ${typeName} { ${leaves(typeName).join(" ")} }`];
  const nodeOf = (shown: Shown, id: string, selection: string) =>
    server.graph(shown, `query ($id: ID!) { node(id: $id) { ${selection} } }`, { id });
  /** The same objects as another graph of a federation names them. */
  const entitiesOf = (shown: Shown, representations: object[]) =>
    server.graph(shown, `query ($of: [_Any!]!) { _entities(representations: $of) { __typename ... on Node { id } } }`, {
      of: representations,
    });
  const nodesOf = (shown: Shown, ids: string[], selection = "__typename id") =>
    server.graph(shown, `query ($ids: [ID!]!) { nodes(ids: $ids) { ${selection} } }`, { ids });

  it("are tried with each node type of the schema", () => {
    expect(Object.keys(own).sort()).toEqual([...nodeTypes].sort());
    expect(nodeTypes).toContain("Dossier");
  });

  it.each(nodeTypes)(
    "give the caller's %s, and null alike for another team's, absent and malformed ids",
    async (type) => {
      const id = globalId(type, own[type] ?? "");
      const found = await nodeOf(everything, id, selections(type).join(" "));
      expect(found.body).toEqual({ data: { node: expect.objectContaining({ __typename: type, id }) } });
      const without = [foreign[type], absentOf(type), ...malformedOf(type)].filter((key) => key !== undefined);
      for (const selection of selections(type)) {
        const ids = without.map((key) => globalId(type, key));
        const { status, body } = await nodesOf(everything, ids, selection);
        expect([selection, status, body]).toEqual([selection, 200, { data: { nodes: ids.map(() => null) } }]);
        for (const key of without.slice(0, 3)) {
          const answer = await nodeOf(everything, globalId(type, key), selection);
          expect([key, selection, answer.body]).toEqual([key, selection, { data: { node: null } }]);
        }
      }
    },
  );

  it("are found as entities by their other keys under the same rules", async () => {
    const theirs = await seedSharedNodes(server.db);
    const { domain } = await server.db.prisma.company.findUniqueOrThrow({ where: { id: Number(theirs.Company) } });
    const numbers = [own.Market, foreign.Market, 2147483647, 0, "1 OR 1=1"];
    const represented = [
      ...numbers.map((marketId) => ({ __typename: "Market", marketId })),
      { __typename: "Company", domain },
      { __typename: "Company", domain: "nobody.example" },
    ];
    const seen = async (shown: Shown) =>
      (await entitiesOf(shown, represented)).body.data._entities.map((found: object | null) => found !== null);
    expect(await seen(everything)).toEqual([true, false, false, false, false, true, false]);
    expect(await seen(await keyOf(server.teamId, ["markets:read"]))).toEqual([true, ...Array(6).fill(false)]);
  });

  it("give null for ids that are none", async () => {
    for (const id of NO_IDS)
      expect([id, (await nodeOf(everything, id, "id")).body]).toEqual([id, { data: { node: null } }]);
    expect((await nodesOf(everything, NO_IDS)).body.data.nodes).toEqual(NO_IDS.map(() => null));
  });

  it("keep the others where one is not there, in their order, by one statement a type", async () => {
    for (const type of nodeTypes) {
      const mine = globalId(type, own[type] ?? "");
      const gaps = [absentOf(type), foreign[type] ?? absentOf(type), "x"].map((key) => globalId(type, key));
      const ids = [mine, ...gaps, mine];
      server.system.statements();
      const { body } = await nodesOf(everything, ids);
      const statements = server.system.statements().filter((sql) => !/api_keys/.test(sql));
      expect(body).toEqual({
        data: { nodes: [{ __typename: type, id: mine }, null, null, null, { __typename: type, id: mine }] },
      });
      // Where an event or a company went that is no more, its history knows.
      expect([type, statements.length]).toEqual([type, type === "Event" || type === "Company" ? 2 : 1]);
    }
    server.system.statements();
    const all = nodeTypes.map((type) => globalId(type, own[type] ?? ""));
    expect((await nodesOf(everything, all)).body.data.nodes.map(({ id }: { id: string }) => id)).toEqual(all);
    expect(server.system.statements().filter((sql) => !/api_keys/.test(sql))).toHaveLength(nodeTypes.length);
  });

  it.each(nodeTypes)("refuse a key without the scope every %s, whether it is there or not", async (type) => {
    const lacking: Scope[] = /^(Collection|Dossier)/.test(type) ? ["impact:read"] : ["collections:write"];
    // A team's key always sees its own team.
    const shown = await keyOf(type === "Team" ? null : server.teamId, lacking);
    for (const key of [own[type], foreign[type], absentOf(type), "x"].filter((one) => one !== undefined)) {
      const { body } = await nodeOf(shown, globalId(type, key), "__typename");
      expect([key, body.data, body.errors?.[0].extensions.code]).toEqual([key, { node: null }, "FORBIDDEN"]);
    }
  });

  it("show markets:read no further companies than those of the team's markets", async () => {
    const inMarket = await seedSharedNodes(server.db);
    await seedMarket(server.db, server.teamId, [inMarket.Company ?? 0]);
    const types = ["Company", "EsgItem", "Person"];
    const idsOf = (keys: Record<string, number | string>) => types.map((type) => globalId(type, keys[type] ?? 0));
    const asked = [...idsOf(inMarket), ...idsOf(own)];
    const seen = async (shown: Shown) =>
      (await nodesOf(shown, asked)).body.data.nodes.map((node: object | null) => node !== null);
    const [yes, no] = [
      [true, true, true],
      [false, false, false],
    ];
    expect(await seen(await keyOf(server.teamId, ["markets:read"]))).toEqual([...yes, ...no]);
    expect(await seen(await keyOf(null, ["markets:read"]))).toEqual([...yes, ...no]);
    expect(await seen(await keyOf((await server.system.team()).teamId, ["markets:read"]))).toEqual([...no, ...no]);
    expect(await seen(await keyOf(server.teamId, ["impact:read"]))).toEqual([...yes, ...yes]);
  });
});
