import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { columnFills } from "#columns/fills/fill-runs";
import { dossierRuns } from "#dossiers/tasks/dossier-runs";
import { openDatabase } from "#foundation/db/database";
import { marketRuns } from "#jobs/market-runs";
import { QUERIES as QUERIES_OF_BENCH } from "../../bench/graph/queries.ts";
import { seed } from "../../bench/graph/seed.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { seedLists } from "./hot-rows.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let markets: number[];
let collectionId: number;
let sizes: Map<string, number>;

/** Tables with more rows than that are never to be read whole. */
const LARGE = 1_000;

beforeAll(async () => {
  system = await startSystem();
  const { db } = system.database;
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const volume = { markets: 4, companiesPerMarket: 60, news: 20_000, events: 20_000 };
  markets = await seed(db, teamId, "prisma/sample/companies.ndjson", volume);
  // A market is a small part of what there is: of a large one, whole tables would be read with reason.
  await db.query(
    "INSERT INTO companies (domain, name, source, content_hash) SELECT g || '.example', 'Company ' || g, 'test', g::text FROM generate_series(1, 8000) g",
  );
  await db.query(
    `INSERT INTO event_companies (event_id, company_id, articles, confidence, method, quote)
     SELECT e.id, c.id, 1, 1, 'name', 'q' FROM events e JOIN companies c ON c.source = 'test' AND c.id % 4000 = e.id % 4000`,
  );
  await db.query(
    `INSERT INTO company_news (company_id, news_item_id, published_at, confidence)
     SELECT c.id, n.id, n.published_at, 1 FROM news_items n JOIN companies c ON c.source = 'test' AND c.id % 4000 = n.id % 4000`,
  );
  collectionId = await seedLists(db, teamId);
  await db.pool.query("VACUUM ANALYZE");
  const rows = await db.query<{ name: string; rows: number }>(
    "SELECT relname AS name, reltuples::int AS rows FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  sizes = new Map(rows.map(({ name, rows: size }) => [name, size]));
});
afterAll(() => system?.stop());

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
  [property: string]: unknown;
}

const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)];

/** What is wrong with the plan that PostgreSQL keeps for a prepared statement, whatever its parameters. */
async function faultsOf(sql: string): Promise<string[]> {
  const { db } = system.database;
  // Without parameters, by the protocol that asks for none.
  const { rows } = await db.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`,
  );
  const [row] = rows;
  const nodes = within(row?.["QUERY PLAN"][0].Plan as Plan);
  return nodes.flatMap(({ Plans: _, ...node }) => {
    const table = node["Relation Name"] ?? "";
    const isWhole = node["Node Type"] === "Seq Scan" && (sizes.get(table) ?? 0) > LARGE;
    const hashed = [...JSON.stringify(node).matchAll(/hashed (SubPlan \d+)/g)].map(([, name]) => name);
    return [
      ...(isWhole ? [`reads all of ${table}`] : []),
      ...nodes
        .filter((subplan) => hashed.includes(String(subplan["Subplan Name"])))
        .flatMap((subplan) => within(subplan).filter(isUnbounded))
        .map((read) => `hashes all of ${read["Relation Name"]}`),
    ];
  });
}

/** Whether a node reads a table, and no condition on an index bounds what it reads. */
const isUnbounded = (node: Plan) =>
  node["Relation Name"] !== undefined && node["Index Cond"] === undefined && node["Recheck Cond"] === undefined;

const EVENTS =
  "{ pageInfo { hasNextPage endCursor } edges { cursor node { title companies(first: 2) { edges { node { name } } } } } }";
const PAGE = "{ pageInfo { hasNextPage endCursor } edges { cursor node { title } } }";
const FOUND = "{ totalCount edges { score node { domain name keywords } } }";
const LISTS = [
  ["the events monitor", `events(first: 10, after: $after) ${EVENTS}`],
  [
    "the events monitor, filtered",
    `events(filter: { alertTypes: ["Alert 3"], impactedEntities: ["Entity 3"], minLikelihood: 1, minSeverity: 1 }, first: 10, after: $after) ${EVENTS}`,
  ],
  ["events of a company", `company(identifier: $domain) { events(first: 10, after: $after) ${PAGE} }`],
  ["events of a market", `market(marketId: $id) { events(first: 10, after: $after) ${PAGE} }`],
  ["news of a market", `market(marketId: $id) { news(first: 10, after: $after) ${PAGE} }`],
  ["news of a company", `company(identifier: $domain) { news(first: 10, after: $after) ${PAGE} }`],
  [
    "companies of a market",
    `market(marketId: $id) { companies(first: 10, after: $after) { pageInfo { hasNextPage endCursor } edges { cursor rank } } }`,
  ],
  [
    "companies of a market, by name",
    `market(marketId: $id) { companies(first: 10, after: $after, orderBy: NAME) { pageInfo { hasNextPage endCursor } edges { cursor rank } } }`,
  ],
  ["markets", `markets(first: 2, after: $after) { pageInfo { hasNextPage endCursor } edges { cursor node { name } } }`],
  ["ESG items of a company", `company(identifier: $domain) { esgItems(first: 1, after: $after) ${PAGE} }`],
  [
    "ESG items of a market",
    `market(marketId: $id) { esgItems(first: 2, after: $after) { totalCount ${PAGE.slice(1)} }`,
  ],
  [
    "ESG items of a market, filtered",
    `market(marketId: $id) { esgItems(filter: { environmental: ["waste"], source: [EXTERNAL] }, first: 2, after: $after) { totalCount ${PAGE.slice(1)} }`,
  ],
  [
    "ESG incidents of a company",
    "company(identifier: $domain) { esgIncidents(first: 2) { totalCount edges { node { title items { title } } } } }",
  ],
  [
    "ESG incidents of a market",
    "market(marketId: $id) { esgIncidents(first: 2) { totalCount edges { node { title items { title } } } } }",
  ],
  ["company search by words", `companies(search: { keyword: "wind turbines" }, first: 10) ${FOUND}`],
  [
    "company search by words, filtered and sorted",
    `companies(search: { keyword: "energy", location: "Germany", filters: { companyKeyword: "wind" }, sort: { field: NAME, order: ASC } }, first: 10) ${FOUND}`,
  ],
  ["company search by domain", `companies(search: { searchType: DOMAIN, keyword: "siemens.com" }, first: 10) ${FOUND}`],
] as const;
const TYPES = { $id: "Int!", $domain: "String!", $after: "String" };
const declared = (list: string) => {
  const types = Object.entries(TYPES).flatMap(([name, type]) => (list.includes(name) ? [`${name}: ${type}`] : []));
  return types.length === 0 ? "" : `(${types.join(", ")})`;
};
const QUERIES = [
  ...QUERIES_OF_BENCH.filter(({ operationName }) => operationName !== "typename" && operationName !== "events").map(
    ({ name, ours }) => [name, ours] as const,
  ),
  ...LISTS.map(([name, list]) => [name, `query ${declared(list)} { ${list} }`] as const),
];

/** What else a request asks the database is whether it may. */
const own = (statements: readonly string[]) => statements.filter((sql) => !/api_keys|rate_limits/.test(sql));

async function expectPlanned(statements: ReadonlySet<string>): Promise<void> {
  expect(statements.size).toBeGreaterThan(0);
  for (const sql of statements) expect([sql, await faultsOf(sql)]).toEqual([sql, []]);
}

it.each(QUERIES)("a query of the graph reads no large table whole, and hashes none: %s", async (_name, query) => {
  const { db } = system.database;
  const [company] = await db.query<{ domain: string }>(
    "SELECT c.domain FROM market_companies JOIN companies c ON c.id = company_id LIMIT 1",
  );
  const statements = new Set<string>();
  let after: string | null = null;
  // The second time it is written by PostgreSQL; the third is the page after it.
  for (let i = 0; i < 3; i++) {
    system.statements();
    const { data, errors } = await system.graph(key, query, { id: markets[0], domain: company?.domain, after });
    expect(errors ?? []).toEqual([]);
    for (const sql of own(system.statements())) statements.add(sql);
    if (i === 1) after = /"endCursor":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? null;
  }
  expect(after !== null || !query.includes("$after")).toBe(true);
  await expectPlanned(statements);
});

const REST_LISTS: [name: string, method: string, path: () => string, body?: object][] = [
  ["companies of a market", "GET", () => `/v2/markets/${markets[0]}/companies?pageSize=2`],
  ["people of a market", "GET", () => `/v2/markets/${markets[0]}/people?pageSize=2`],
  ["ESG items of a market", "POST", () => `/v2/markets/${markets[0]}/esg`, { filters: { source: ["External"] } }],
  ["news of a company", "GET", () => "/v2/impact/companies/1/news?limit=2"],
  ["events", "GET", () => "/v2/events-monitor/events?pageSize=2&alertTypes=Alert%203"],
  ["users of a team", "GET", () => `/v2/teams/${teamId}/users?pageSize=2`],
  [
    "dossiers of a collection",
    "POST",
    () => `/v2/collections/${collectionId}/dossiers`,
    { filters: { agentTypes: ["theme"] }, sort: [{ field: "createdAt", order: "asc" }] },
  ],
  ["dossiers in no collection", "POST", () => "/v2/collections/null/dossiers", {}],
  ["companies found", "POST", () => "/v2/impact/search", { searchType: "keywordSearch", keyword: "wind turbines" }],
];

it.each(REST_LISTS)(
  "a list of /v2 reads no large table whole, and hashes none: %s",
  async (_name, method, path, body) => {
    system.statements();
    expect(await system.rest(key, method, path(), body)).toMatchObject({ status: 200 });
    await expectPlanned(new Set(own(system.statements())));
  },
);

it("the relay reads no large table whole, whatever it looks for", async () => {
  const statements = new Set<string>();
  const db = openDatabase(system.database.url, { onStatement: (sql) => statements.add(sql) });
  const temporal = {
    start: async () => {},
    cancel: async () => {},
    describe: async () => ({ state: "open" }) as const,
  };
  const log = pino({ level: "silent" });
  try {
    for (const queue of [
      marketRuns(db, temporal, log),
      dossierRuns(db, temporal, log),
      columnFills(db, temporal, log),
    ]) {
      await queue.dispatch();
      await queue.handOverCancels();
      await queue.reconcile();
      await queue.settle();
    }
  } finally {
    await db.close();
  }
  await expectPlanned(statements);
});
