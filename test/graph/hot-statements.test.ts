import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { QUERIES as QUERIES_OF_BENCH } from "../../bench/graph/queries.ts";
import { seed } from "../../bench/graph/seed.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let markets: number[];
let sizes: Map<string, number>;

/** Tables with more rows than that are never to be read whole. */
const LARGE = 1_000;

beforeAll(async () => {
  system = await startSystem();
  const { db } = system.database;
  const { teamId } = await system.team();
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
  await db.pool.query("ANALYZE");
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
  return within(row?.["QUERY PLAN"][0].Plan as Plan).flatMap(({ Plans: _, ...node }) => {
    const table = node["Relation Name"] ?? "";
    const isWhole = node["Node Type"] === "Seq Scan" && (sizes.get(table) ?? 0) > LARGE;
    const isHashed = JSON.stringify(node).includes("hashed SubPlan");
    return [
      ...(isWhole ? [`reads all of ${table}`] : []),
      ...(isHashed ? [`a hashed SubPlan in ${node["Node Type"]} ${table}`] : []),
    ];
  });
}

const EVENTS =
  "{ pageInfo { hasNextPage endCursor } edges { cursor node { title companies(first: 2) { edges { node { name } } } } } }";
const PAGE = "{ pageInfo { hasNextPage endCursor } edges { cursor node { title } } }";
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
] as const;
const TYPES = { $id: "Int!", $domain: "String!", $after: "String" };
const declared = (list: string) =>
  `(${Object.entries(TYPES)
    .flatMap(([name, type]) => (list.includes(name) ? [`${name}: ${type}`] : []))
    .join(", ")})`;
const QUERIES = [
  ...QUERIES_OF_BENCH.filter(({ operationName }) => operationName !== "typename" && operationName !== "events").map(
    ({ name, ours }) => [name, ours] as const,
  ),
  ...LISTS.map(([name, list]) => [name, `query ${declared(list)} { ${list} }`] as const),
];

it.each(QUERIES)(
  "a query of the graph reads no large table whole, and hashes no subquery: %s",
  async (_name, query) => {
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
      for (const sql of system.statements()) if (!/api_keys|rate_limits/.test(sql)) statements.add(sql);
      if (i === 1) after = /"endCursor":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? null;
    }
    expect(statements.size).toBeGreaterThan(0);
    expect(after !== null || !query.includes("$after")).toBe(true);
    for (const sql of statements) expect([sql, await faultsOf(sql)]).toEqual([sql, []]);
  },
);
