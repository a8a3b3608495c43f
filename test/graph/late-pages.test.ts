import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedCompany } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let companyId: number;
let collectionId: number;
let agentId: string;

const ROWS = 50_000;
const PAGE_SIZE = 10;
/** More than a page, because rows are alike in the keys before the one whose direction changes. */
const MOST_READ = 100;

beforeAll(async () => {
  system = await startSystem();
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES);
  const { db } = system.database;
  companyId = (await seedCompany(db, "kites.com")).id;
  collectionId = (await db.prisma.collection.create({ data: { teamId, name: "Ours" } })).id;
  await db.query(
    `INSERT INTO dossiers (agent_id, team_id, collection_id, agent_type, query, created_by, created_at)
     SELECT gen_random_uuid(), $2::int, $3::int, 'theme', 'Question ' || g, gen_random_uuid(), now() - (g / 2 || ' minutes')::interval
     FROM generate_series(1, $1::int) g`,
    [ROWS, teamId, collectionId],
  );
  ({ agentId } = await db.prisma.dossier.findFirstOrThrow());
  await db.query(
    `INSERT INTO dossier_tasks (task_id, agent_id, status, dispatched_at, created_at)
     SELECT gen_random_uuid(), $2::uuid, 'completed', now(), now() - (g / 2 || ' minutes')::interval FROM generate_series(1, $1::int) g`,
    [ROWS, agentId],
  );
  await db.query(
    `INSERT INTO people (company_id, name, name_key, role, is_former, rank, first_seen_at, last_seen_at)
     SELECT $2::int, 'Person ' || g, g::text, 'Director', g % 2 = 0, g / 10, now(), now() - (g || ' minutes')::interval
     FROM generate_series(1, $1::int) g`,
    [ROWS, companyId],
  );
  await db.pool.query("VACUUM ANALYZE dossiers, dossier_tasks, people");
});
afterAll(() => system?.stop());

interface Node {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

/** Rows that a plan has read of tables. */
const readBy = (node: Node): number =>
  (node["Relation Name"] === undefined
    ? 0
    : (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]) +
  (node.Plans ?? []).reduce((sum, child) => sum + readBy(child), 0);

const keysOf = (cursor: string | undefined) =>
  JSON.parse(Buffer.from(cursor ?? "", "base64url").toString()) as [name: string, ...keys: string[]];

/** Lists whose orders have keys of both directions, the keys in that order, and the first parameters of the statement. */
const LISTS: [name: string, query: () => string, keys: string, parameters: () => unknown[]][] = [
  [
    "runs of a dossier",
    () => `dossier(agentId: "${agentId}") { list: tasks(PAGE) { edges { cursor } } }`,
    "created_at::text, task_id::text FROM dossier_tasks t ORDER BY t.created_at DESC, t.task_id",
    () => [[agentId]],
  ],
  [
    "people of a company",
    () => `company(identifier: "kites.com") { list: people(PAGE) { edges { cursor } } }`,
    "is_former::text, rank::text, last_seen_at::text, id::text FROM people p ORDER BY p.is_former, p.rank, p.last_seen_at DESC, p.id",
    () => [[companyId]],
  ],
  [
    "dossiers of a collection",
    () => `list: dossiers(collectionId: ${collectionId}, PAGE) { edges { cursor } }`,
    "created_at::text, agent_id::text FROM dossiers d ORDER BY d.created_at DESC, d.agent_id",
    () => [[collectionId], teamId, null, null, null, null],
  ],
];

it.each(LISTS)("a late page reads none of the rows before it: %s", async (_name, query, keys, parameters) => {
  const { db } = system.database;
  const cursorsOf = async (page: string): Promise<string[]> => {
    const { data, errors } = await system.graph(key, `{ ${query().replace("PAGE", page)} }`);
    expect(errors).toBeUndefined();
    return [...JSON.stringify(data).matchAll(/"cursor":"([^"]+)"/g)].map(([, cursor]) => cursor ?? "");
  };
  const { rows: late } = await db.pool.query<string[]>({
    text: `SELECT ${keys} LIMIT ${PAGE_SIZE + 1} OFFSET 40000`,
    rowMode: "array",
  });
  const [name] = keysOf((await cursorsOf("first: 1"))[0]);
  const [before = [], ...page] = late;
  const after = Buffer.from(JSON.stringify([name, ...before])).toString("base64url");
  system.statements();
  const found = await cursorsOf(`first: ${PAGE_SIZE}, after: "${after}"`);
  expect(found.map(keysOf)).toEqual(page.map((row) => [name, ...row]));
  const sql = system.statements().find((text) => text.includes("FROM unnest($1") && text.includes("ORDER BY")) ?? "";
  const { rows } = await db.pool.query<{ "QUERY PLAN": [{ Plan: Node }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [
    ...parameters(),
    PAGE_SIZE + 1,
    0,
    ...before,
  ]);
  const read = readBy(rows[0]?.["QUERY PLAN"][0].Plan as Node);
  expect(read).toBeGreaterThan(PAGE_SIZE);
  expect(read).toBeLessThan(MOST_READ);
});
