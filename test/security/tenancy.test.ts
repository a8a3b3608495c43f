import { type GraphQLField, type GraphQLObjectType, getNamedType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schema } from "#schema/index";
import {
  assertTold,
  type But,
  CALLERS,
  type Caller,
  type Expected,
  FORBIDDEN_TO_FRAMES,
  OF_ANY_KEY,
  showAll,
  USUAL,
  withoutIds,
} from "./callers.ts";
import { askGraph, type Told } from "./door-requests.ts";
import { ABSENT, globalId, type Ids, seedSharedNodes, seedTeamNodes } from "./node-seeds.ts";
import {
  briefOf,
  called,
  type Filling,
  objectTypes,
  placesOfIds,
  rootTypes,
  selectionOf,
  type Way,
  waysToTypes,
} from "./schema-documents.ts";
import { PASSWORD, type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

/** A word in every text of the team whose objects are asked for, and one in those of the other team. */
const SECRET = "Confidential";
const RIVALS = "Restricted";

let server: SessionServer;
/** The objects that each caller asks for. Those that may change them have a set each. */
let asked: Record<Caller, Ids>;
let foreign: Ids;
let shared: Ids;
let shownBy: Record<Caller, Shown>;

beforeAll(async () => {
  server = await startSessionServer({
    RATE_LIMIT_PER_MINUTE: "0",
    COSTLY_OPERATION_PAUSE_PERCENT: "0",
    COSTLY_OPERATION_WAIT_SECONDS: "60",
    TRUSTED_PROXIES: "1",
  });
  const { db, teamId } = server;
  const others = await server.system.team({ name: RIVALS });
  shared = await seedSharedNodes(db);
  async function seed(team: number, word: string): Promise<Ids> {
    const ids = await seedTeamNodes(db, team, { word, companyIds: [Number(shared.Company)] });
    const data = { collectionId: Number(ids.Collection) };
    await db.prisma.market.update({ where: { id: Number(ids.Market) }, data });
    await db.prisma.marketColumn.update({
      where: { id: Number(ids.MarketColumn) },
      data: { readBy: "model", costCap: 1_000_000n },
    });
    await db.prisma.dossier.update({ where: { agentId: String(ids.Dossier) }, data });
    const [, userId = ""] = String(ids.TeamUser).split(":");
    await db.prisma.auditEntry.create({ data: { teamId: team, operation: "signIn", via: "key", userId } });
    return { ...ids, ...shared };
  }
  foreign = await seed(others.teamId, RIVALS);
  const own = await seed(teamId, SECRET);
  const sets = CALLERS.map(async (caller) => [caller, USUAL[caller] === "ANSWER" ? await seed(teamId, SECRET) : own]);
  asked = Object.fromEntries(await Promise.all(sets));
  shownBy = await showAll(server, others.teamId);
});
afterAll(() => server?.stop());

const mineOf = (caller: Caller): Ids => (caller === "other" ? foreign : asked[caller]);
const CRITERIA = { userPrompt: "Makers of kites", marketName: "Kites", keywords: { features: ["kites"] }, count: 3 };

/** What arguments are filled with that name no object of a team. */
const values = (): Record<string, unknown> => ({
  at: new Date().toISOString(),
  company: "kites.de",
  domain: "kites.de",
  email: server.email,
  everyMinutes: 5,
  first: 3,
  from: "kites.com",
  identifier: "kites.de",
  into: "kites.com",
  keyword: "kites",
  kind: "TEXT",
  layout: "gleif",
  maxCostUsd: 1,
  name: "kites",
  password: PASSWORD,
  query: "Who makes kites?",
  question: "Who is the CEO?",
  reason: "the same",
  said: true,
  searchCriteria: CRITERIA,
  searchInput: "Makers of kites",
  teamAdmin: server.userId,
  url: "https://example.com/",
  "Market.changes.from": new Date().toISOString(),
  "Mutation.splitCompany.recordIds": [1],
  "Query.event.id": globalId("Event", shared.Event ?? 0),
  "Query.node.id": globalId("Event", shared.Event ?? 0),
  "Query.nodes.ids": [globalId("Event", shared.Event ?? 0)],
  "Query._entities.representations": [{ __typename: "Event", id: globalId("Event", shared.Event ?? 0) }],
});

/** Optional arguments without which a field refuses the rest. */
const ALSO: [RegExp, string][] = [
  [/^Mutation\.createMonitor\b/, "Mutation.createMonitor.input.marketId"],
  [/^Mutation\.subscribeToDigest\b/, "Mutation.subscribeToDigest.input.email"],
  [/^Mutation\.unsubscribeFromDigest\b/, "Mutation.unsubscribeFromDigest.email"],
  [/^Mutation\.updateMonitor\b/, "Mutation.updateMonitor.input.everyMinutes"],
  [/^Query\.dossiers\.filter/, "Query.dossiers.collectionId"],
  [/^Market\.companies\.filter/, "Market.companies.filter.columns.said"],
];
/** Fields that a key of the platform has to name the team for. */
const OF_NAMED_TEAM =
  /^(Mutation\.(startDiscovery|create(Collection|Dossier|Webhook))|Query\.notices|Subscription\.noticeAdded)\b/;

const OF_PLATFORM = { own: "FORBIDDEN", other: "FORBIDDEN", frame: "FORBIDDEN" } as const satisfies But;
/** Whose answers differ from what is usual, by the name of a field or of the place that is tried; the last one counts. */
const EXCEPTIONS: [RegExp, But][] = [
  [/^Mutation\.(signIn|refreshSession|signOut|createFrameToken)$/, OF_ANY_KEY],
  [/^Mutation\.(signIn|refreshSession)$/, { ...OF_ANY_KEY, other: "UNAUTHORISED" }],
  // Introspection needs no key.
  [/^(Query\._service|_Service\.sdl)$/, { nobody: "ANSWER", cookie: "ANSWER", scopeless: "ANSWER" }],
  [/^(Query\.viewer$|Viewer\.)/, { scopeless: "ANSWER" }],
  [/^Viewer\.quotaLeft$/, { scopeless: "FORBIDDEN" }],
  [
    /^Mutation\.(addSource|syncSource|removeSource|(merge|split|unmerge|distinguish)Compan\w+|createTeam)$/,
    OF_PLATFORM,
  ],
  [
    /^(Query\.(sources|companyDuplicates|companyIdentityLog|platformSpend)$|Source(Sync|Note)?\.|Company(Pair|Identity(?!fier))|Identity)/,
    OF_PLATFORM,
  ],
  [/^(Query\.webhooks?|Mutation\.\w+Webhook(Secret)?|Webhook\w*\.)/, FORBIDDEN_TO_FRAMES],
  [/^(Query\.team\.|Team\.|AuditEntry|Quota\.|Spend\.|TeamUser|Monitor\.digests|MonitorDigest)/, FORBIDDEN_TO_FRAMES],
  [
    /^(Team\.(id|teamId|name|domain|theme|explorerPermissions|featurePermissions|isDemo)$|ExplorerPermissions)/,
    { frame: "ANSWER", scopeless: "ANSWER" },
  ],
];
const expectedOf = (caller: Caller, name: string): Expected =>
  EXCEPTIONS.findLast(([names, but]) => names.test(name) && caller in but)?.[1][caller] ?? USUAL[caller];

/** With what arguments are filled for a caller. @param name a field's, or the place that is tried */
function fillingFor(caller: Caller, name: string, tried?: Filling["tried"]): Filling {
  const also = ALSO.flatMap(([names, place]) => (names.test(name) ? [place] : []));
  const [ofNamedTeam] = OF_NAMED_TEAM.exec(name) ?? [];
  if (caller === "platform" && ofNamedTeam !== undefined)
    also.push(`${ofNamedTeam}.teamId`, `${ofNamedTeam}.input.teamId`);
  const agentType = name.endsWith("marketId") ? "MARKET" : "THEME";
  return { mine: mineOf(caller), values: { ...values(), agentType }, also, ...(tried === undefined ? {} : { tried }) };
}

const ways = waysToTypes();

/** Fields of one type to ask for, by the shortest way to its objects. */
interface Ask {
  type: GraphQLObjectType;
  fields: readonly GraphQLField<unknown, unknown>[];
  way: Way;
}
const asks = objectTypes.flatMap((type): Ask[] => {
  const way = ways.get(type.name);
  return way === undefined ? [] : [{ type, fields: Object.values(type.getFields()), way }];
});

function textOf({ type, fields, way }: Ask, caller: Caller): string {
  const filling = { ...fillingFor(caller, type.name), mine: asked[caller] };
  const selected = fields.map((field) => `${called(type.name, field, filling)} ${briefOf(getNamedType(field.type))}`);
  return way.around(selected.join(" "), filling);
}

/** Fields that one document asks for. Where an error leaves nothing of it, all of it has the same beginning. */
const DOCUMENT_FIELDS = 150;
function documentsOf(all: readonly Ask[]): Ask[][] {
  const documents = new Map<string, Ask[]>();
  let [started, count] = [0, 0];
  for (const ask of all) {
    count += ask.fields.length;
    if (count > DOCUMENT_FIELDS) [started, count] = [started + 1, ask.fields.length];
    const key = ask.way.isNullable ? String(started) : ask.way.from;
    documents.set(key, [...(documents.get(key) ?? []), ask]);
  }
  return [...documents.values()];
}

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { path?: (string | number)[]; extensions: { code: string } }[];
}

/** What a caller gets who may: there is no Temporal for previews, and the market has no evidence. */
const ANSWERS = ["OK", "SERVICE_UNAVAILABLE", "CONFLICT"];

/** What a caller gets of fields, by their names. Asks for them one by one where one of a type is refused. */
async function outcomesOf(caller: Caller, document: readonly Ask[]): Promise<[string, string][]> {
  const query = `{ ${document.map((ask, i) => `f${i}: ${textOf(ask, caller)}`).join(" ")} }`;
  const { text } = await askGraph(server, query, shownBy[caller]);
  expect(text).not.toContain(caller === "other" ? SECRET : RIVALS);
  const { data, errors = [] } = JSON.parse(text) as Answer;
  const found = document.map(async (ask, i): Promise<[string, string][]> => {
    const { type, fields } = ask;
    const error = errors.find(({ path }) => data == null || path?.[0] === `f${i}`);
    if (error !== undefined && (error.path?.length ?? 0) > 1 && fields.length > 1) {
      const apart = fields.map((field) => outcomesOf(caller, [{ ...ask, fields: [field] }]));
      return (await Promise.all(apart)).flat();
    }
    const code = error?.extensions.code ?? "OK";
    const isAbsent = code === "NOT_FOUND" || (code === "OK" && data?.[`f${i}`] === null);
    const outcome = isAbsent ? "ABSENT" : ANSWERS.includes(code) ? "ANSWER" : code;
    return fields.map((field) => [`${type.name}.${field.name}`, outcome]);
  });
  return (await Promise.all(found)).flat();
}

describe("every field", () => {
  it("is reached from a query or is one of a mutation's own answer", () => {
    const made = Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ type }) => getNamedType(type).name);
    const known = [...ways.keys(), ...made, ...rootTypes.map(({ name }) => name)];
    expect(objectTypes.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(CALLERS)("is answered to %s as it should be", async (caller) => {
    const isShared = ({ way }: Ask) => !(way.from in ABSENT) && way.from !== "quoteMarketColumn";
    const expected = asks.flatMap((ask) =>
      ask.fields.map(({ name }): [string, Expected] => {
        const path = `${ask.type.name}.${name}`;
        const usual = expectedOf(caller, path);
        return [path, usual === "ABSENT" && isShared(ask) ? "ANSWER" : usual];
      }),
    );
    const outcomes: [string, string][] = [];
    for (const document of documentsOf(asks)) outcomes.push(...(await outcomesOf(caller, document)));
    expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected));
  });
});

/** Arguments of an object's fields that name another object of the team. */
const nested = objectTypes
  .filter((type) => ways.has(type.name) && !rootTypes.includes(type))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field, way: ways.get(type.name) as Way })))
  .flatMap((one) => placesOfIds(one.type.name, one.field).map(({ place }) => ({ ...one, place })));

describe("every argument of an object", () => {
  it.each(nested)("$place finds nothing of another team's", async ({ type, field, way, place }) => {
    const ask = async (ids: Ids): Promise<string> => {
      const filling = fillingFor("own", place, { place, ids });
      const asking = `${called(type.name, field, filling)} ${selectionOf(getNamedType(field.type))}`;
      const { text } = await askGraph(server, `{ ${way.around(asking, filling)} }`, shownBy.own);
      return withoutIds(text, asked.own, foreign, ABSENT);
    };
    const absent = await ask(ABSENT);
    expect(await ask(foreign)).toBe(absent);
    // A column without answers neither filters nor orders.
    if (!place.endsWith("columnId")) expect(await ask(asked.own)).not.toBe(absent);
  });
});

interface Entry {
  name: string;
  root: string;
  field: GraphQLField<unknown, unknown>;
  /** The argument that names an object; undefined where none does. */
  place?: string;
}

/** Every operation by each argument that names an object of a team, and without them where none must; deletions last. */
const entries = rootTypes
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ root: type.name, field })))
  .flatMap(({ root, field }): Entry[] => {
    const places = placesOfIds(root, field);
    const named = places.map(({ place }) => ({ name: place, root, field, place }));
    return places.some(({ isRequired }) => isRequired)
      ? named
      : [{ name: `${root}.${field.name}`, root, field }, ...named];
  })
  .sort((one, other) => Number(one.name.includes("delete")) - Number(other.name.includes("delete")));

/** The rows of a set of objects, and how many refer to each. */
function stateOf(ids: Ids): Promise<unknown[]> {
  const { prisma } = server.db;
  const include = { _count: true } as const;
  return Promise.all([
    prisma.market.findUnique({ where: { id: Number(ids.Market) }, include }),
    prisma.marketColumn.findUnique({ where: { id: Number(ids.MarketColumn) }, include }),
    prisma.job.findUnique({ where: { id: Number(ids.DiscoveryJob) }, include }),
    prisma.collection.findUnique({ where: { id: Number(ids.Collection) }, include }),
    prisma.dossier.findUnique({ where: { agentId: String(ids.Dossier) }, include }),
    prisma.dossierTask.findUnique({ where: { taskId: String(ids.DossierTask) }, select: { status: true } }),
    prisma.monitor.findUnique({ where: { id: Number(ids.Monitor) }, include }),
    prisma.webhook.findUnique({ where: { id: Number(ids.Webhook) }, include }),
  ]);
}

describe("every operation", () => {
  let untouched: unknown[];
  beforeAll(async () => {
    untouched = await stateOf(asked.other);
  });

  it.each(entries)("$name is answered to whom it should be", async ({ name, root, field, place }: Entry) => {
    for (const caller of CALLERS) {
      const ask = async (ids: Ids): Promise<Told> => {
        const filling = fillingFor(caller, name, place === undefined ? undefined : { place, ids });
        if (name === "Mutation.refreshSession") filling.values.refreshToken = (await server.session()).refreshToken;
        const asking = `${called(root, field, filling)} ${selectionOf(getNamedType(field.type))}`;
        const { code, text } = await askGraph(server, `${root.toLowerCase()} { ${asking} }`, shownBy[caller]);
        return { code, text: withoutIds(text, asked[caller], ABSENT) };
      };
      const expected = expectedOf(caller, name);
      const told = await ask(asked[caller]);
      expect(told.text).not.toContain(caller === "other" ? SECRET : RIVALS);
      // Who shows nothing valid is refused before the arguments are read.
      const tries = place !== undefined && expected !== "UNAUTHORISED";
      assertTold(caller, expected, told, tries ? await ask({ ...asked[caller], ...ABSENT }) : null);
    }
  });

  it("has changed nothing for those who may not", async () => {
    expect(await stateOf(asked.other)).toEqual(untouched);
  });
});
