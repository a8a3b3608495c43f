import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPORT_FORMATS, exportPath } from "#markets/export-formats";
import { TOOLS } from "#mcp/server";
import { openApiDocument } from "#rest/openapi";
import { TAKES_TASKS } from "../support/agent.ts";
import { seedCompany } from "../support/impact.ts";
import {
  assertTold,
  type But,
  CALLERS,
  type Caller,
  FORBIDDEN_TO_FRAMES,
  OF_ANY_KEY,
  showAll,
  USUAL,
  withoutIds,
} from "./callers.ts";
import { askMcp, askTrpc, askV2, endpointOf, get, type Told } from "./door-requests.ts";
import { ABSENT as ABSENT_NODES, type Ids, seedTeamNodes } from "./node-seeds.ts";
import { PASSWORD, type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

type Input = Record<string, unknown>;
interface Entry {
  /** @param ids whose objects the tried argument names. @param mine the caller's own, for the other arguments */
  input(ids: Ids, mine: Ids): Input | Promise<Input>;
  but?: But;
}

/** Paths of exports and ids of tasks have at most nine digits. */
const ABSENT: Ids = { ...ABSENT_NODES, Market: 214748364, DiscoveryJob: 214748364 };
/** A name that no other team may read. */
const SECRET = "Confidential kites";
const criteria = { userPrompt: "Makers of kites", marketName: "Kites", keywords: { features: ["kites"] }, count: 3 };
const market: Entry = { input: ({ Market }) => ({ marketId: Market }) };
let made = 0;

/** Each operation of /v2; for each argument that names an object of a team, one entry. */
const OPERATIONS: Record<string, Entry> = {
  signIn: { input: () => ({ email: server.email, password: PASSWORD }), but: { ...OF_ANY_KEY, other: "UNAUTHORISED" } },
  refreshSession: {
    input: async () => ({ refreshToken: (await server.session()).refreshToken }),
    but: { ...OF_ANY_KEY, other: "UNAUTHORISED" },
  },
  signOut: { input: () => ({}), but: OF_ANY_KEY },
  sessionToken: { input: () => ({}), but: OF_ANY_KEY },
  generateSearchCriteria: { input: () => ({ searchType: "keywordSearch", searchInput: "Makers of kites" }) },
  suggestKeywords: { input: () => criteria },
  "startDiscovery.teamId": { input: ({ Team }) => ({ teamId: Team, searchCriteria: criteria }) },
  "startDiscovery.collectionId": {
    input: ({ Collection }, mine) => ({ teamId: mine.Team, collectionId: Collection, searchCriteria: criteria }),
  },
  "extendDiscovery.marketId": { input: ({ Market }) => ({ marketId: Market, searchCriteria: criteria }) },
  "extendDiscovery.teamId": {
    input: ({ Team }, mine) => ({ marketId: mine.Market, teamId: Team, searchCriteria: criteria }),
  },
  "extendDiscovery.collectionId": {
    input: ({ Collection }, mine) => ({ marketId: mine.Market, collectionId: Collection, searchCriteria: criteria }),
  },
  "discoveryStatus.marketId": market,
  "searchCriteria.marketId": market,
  "searchCriteriaHistory.marketId": market,
  "publishMarket.marketId": market,
  "marketEsg.marketId": market,
  "marketCompanies.marketId": market,
  "marketPeople.marketId": market,
  "marketMomentum.marketId": market,
  "marketRadar.marketId": market,
  "marketTopics.marketId": market,
  "marketPhrases.marketId": market,
  "marketFeatureMap.marketId": market,
  "teamUsers.teamId": { input: ({ Team }) => ({ teamId: Team }), but: FORBIDDEN_TO_FRAMES },
  createTeam: {
    input: () => ({ name: `Team made ${++made}`, domain: "example.com", teamAdmin: server.userId }),
    but: { own: "FORBIDDEN", other: "FORBIDDEN", frame: "FORBIDDEN" },
  },
  companyNews: { input: () => ({ identifier: "kites.com" }) },
  searchCompanies: { input: () => ({ searchType: "keywordSearch", keyword: "kites" }) },
  "collectionDossiers.collectionId": { input: ({ Collection }) => ({ collectionId: Collection }) },
  "dossier.agentId": { input: ({ Dossier }) => ({ agentId: Dossier }) },
  listEvents: { input: () => ({}) },
};

const ofMarket = (more: Input = {}): Entry => ({ input: ({ Market }) => ({ marketId: Market, ...more }) });

/** Each tool of MCP, in the same way. */
const CALLS: Record<string, Entry> = {
  read_question: { input: () => ({ question: "Makers of kites" }) },
  preview_discovery: { input: () => ({ criteria }) },
  "start_discovery.teamId": { input: ({ Team }) => ({ criteria, teamId: Team }) },
  "follow_discovery.marketId": ofMarket({ waitSeconds: 0 }),
  "cancel_discovery.marketId": market,
  list_markets: { input: () => ({}) },
  "get_market.marketId": market,
  "why_not.marketId": ofMarket({ domain: "kites.com" }),
  "suggest_reviews.marketId": market,
  "review_company.marketId": ofMarket({ domain: "kites.com", decision: "ACCEPTED" }),
  "withdraw_review.marketId": ofMarket({ domain: "kites.com" }),
  "publish_market.marketId": market,
  "cancel_publish.marketId": market,
  "export_market.marketId": ofMarket({ format: "csv" }),
  search_companies: { input: () => ({ keyword: "kites" }) },
  get_company: { input: () => ({ identifier: "kites.com" }) },
  list_events: { input: () => ({}) },
  "ask_dossier.marketId": ofMarket({ agentType: "MARKET", query: "Who makes kites?" }),
  "ask_dossier.teamId": { input: ({ Team }) => ({ agentType: "THEME", query: "Who makes kites?", teamId: Team }) },
  "get_dossier.agentId": { input: ({ Dossier }) => ({ agentId: Dossier }) },
};

let server: SessionServer;
let own: Ids;
let foreign: Ids;
let shownBy: Record<Caller, Shown>;

beforeAll(async () => {
  server = await startSessionServer({ RATE_LIMIT_PER_MINUTE: "0" });
  const { db, system, teamId } = server;
  const others = await system.team({ name: "Rival Research" });
  own = await seedTeamNodes(db, teamId);
  foreign = await seedTeamNodes(db, others.teamId);
  for (const { Market, Collection } of [own, foreign])
    await db.prisma.market.update({ where: { id: Number(Market) }, data: { collectionId: Number(Collection) } });
  await db.prisma.market.update({ where: { id: Number(own.Market) }, data: { name: SECRET } });
  await seedCompany(db, "kites.com");
  shownBy = await showAll(server, others.teamId);
});
afterAll(() => server?.stop());

/** Asks as every caller, and compares what each gets with what it should. */
async function tryAll(
  { input, but = {} }: Entry,
  names: boolean,
  ask: (input: Input, shown: Shown) => Promise<Told>,
): Promise<void> {
  for (const caller of CALLERS) {
    const shown = shownBy[caller];
    const mine = caller === "other" ? foreign : own;
    const told = await ask(await input(own, mine), shown);
    const absent = names ? await ask(await input({ ...own, ...ABSENT }, mine), shown) : null;
    if (caller === "other") expect(told.text).not.toContain(SECRET);
    const bare = ({ code, text }: Told): Told => ({ code, text: withoutIds(text, own, ABSENT) });
    assertTold(caller, but[caller] ?? USUAL[caller], bare(told), absent && bare(absent));
  }
}

const NAMES_OBJECT = /Id$/;
/** The entries that an operation needs: one an argument that names an object, or one. */
function entriesOf(name: string, fields: readonly string[]): string[] {
  const named = fields.filter((field) => NAMES_OBJECT.test(field));
  return named.length === 0 ? [name] : named.map((field) => `${name}.${field}`);
}
const splitOf = (entry: string): [name: string, names: boolean] => [entry.split(".", 1)[0] ?? "", entry.includes(".")];

describe("every operation of /v2", () => {
  it("has its entries", () => {
    const { paths = {} } = openApiDocument();
    const operations = Object.values(paths).flatMap((path) =>
      Object.values(path ?? {}).flatMap((operation) =>
        typeof operation === "object" && "operationId" in operation ? [String(operation.operationId)] : [],
      ),
    );
    const needed = operations.flatMap((name) => entriesOf(name, Object.keys(endpointOf(name).fields)));
    expect(needed.sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  it.each(Object.entries(OPERATIONS))("%s is answered to whom it should be, also by tRPC", async (name, entry) => {
    const [operation, names] = splitOf(name);
    await tryAll(entry, names, (input, shown) => askV2(server, operation, input, shown));
    await tryAll(entry, names, (input, shown) => askTrpc(server, operation, input, shown));
  });
});

describe("every tool of MCP", () => {
  it("has its entries", () => {
    const needed = TOOLS.flatMap(({ name, input }) => entriesOf(name, Object.keys(input.shape)));
    expect(needed.sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(Object.entries(CALLS))("%s is answered to whom it should be", async (name, entry) => {
    const [tool, names] = splitOf(name);
    await tryAll(entry, names, (input, shown) => askMcp(server, "tools/call", { name: tool, arguments: input }, shown));
  });
});

const job: Entry = { input: ({ DiscoveryJob }) => ({ taskId: `discovery-${DiscoveryJob}-0` }) };

/** Each other request of MCP that tells of a team's objects, and each format of an export. */
const READS: Record<string, [Entry, ask: (input: Input, shown: Shown) => Promise<Told>]> = {
  ...Object.fromEntries(
    ["tasks/get", "tasks/update", "tasks/cancel"].map((method) => [
      `${method}.taskId`,
      [job, (input: Input, shown: Shown) => askMcp(server, method, input, shown, TAKES_TASKS)],
    ]),
  ),
  ...Object.fromEntries(
    EXPORT_FORMATS.map((format) => [
      `${format}.marketId`,
      [market, ({ marketId }: Input, shown: Shown) => get(server, exportPath(Number(marketId), format), shown)],
    ]),
  ),
};

/** Each kind of resource of MCP. */
const RESOURCES: Record<string, Entry> = {
  "market://{key}": { input: ({ Market }) => ({ uri: `market://${Market}` }) },
  "company://{key}": { input: () => ({ uri: "company://kites.com" }) },
  "dossier://{key}": { input: ({ Dossier }) => ({ uri: `dossier://${Dossier}` }) },
};

describe("every other door that shows who asks", () => {
  it.each(Object.entries(READS))("%s is answered to whom it should be", async (name, [entry, ask]) => {
    await tryAll(entry, splitOf(name)[1], ask);
  });

  it("has an entry for each kind of resource", async () => {
    const { text } = await askMcp(server, "resources/templates/list", {}, shownBy.own);
    const { resourceTemplates } = JSON.parse(text).result;
    const offered = resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate);
    expect(offered.sort()).toEqual(Object.keys(RESOURCES).sort());
  });

  it.each(Object.entries(RESOURCES))("the resource %s is answered to whom it should be", async (name, entry) => {
    await tryAll(entry, name !== "company://{key}", (input, shown) => askMcp(server, "resources/read", input, shown));
  });

  it("resources/list is answered to whom it should be", async () => {
    await tryAll({ input: () => ({}) }, false, (input, shown) => askMcp(server, "resources/list", input, shown));
  });
});
