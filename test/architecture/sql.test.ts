import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DERIVE } from "#companies/records/derive-companies";
import { projectRoot } from "#foundation/config/project-root";
import { mergeStaged } from "#intelligence/ingest/article-staging";
import { COMPUTED_TABLES, CROSS_USES, READS_TREES, TABLE_OWNERS } from "../../prisma/table-owners.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Catalogue, type Cursors, cursorsOf, makeStaging, problemsOf, readCatalogue } from "./check-statement.ts";
import { type Statement, stagingIn, statementsIn } from "./statements.ts";
import { StaticText } from "./static-text.ts";
import { type Models, readModels, type TableUse, usesIn } from "./table-uses.ts";
import { COMPUTED, tablesIn } from "./tables-in-sql.ts";
import { openTypescriptProject, type TypescriptProject } from "./typescript-project.ts";

const models: Models = readModels(readFileSync(join(projectRoot(), "prisma/schema.prisma"), "utf8"));

/** Opening the compiler takes longest, so that all tests share it. */
let project: TypescriptProject;
beforeAll(() => {
  project = openTypescriptProject(projectRoot());
});
afterAll(() => project.close());

/** "reads companies", of a file that may not. */
const told = ({ shown, access, table }: TableUse) => `${access}s ${table}, which is ${TABLE_OWNERS[table]}'s: ${shown}`;

const isOwners = ({ file, table }: TableUse) => file.startsWith(`${TABLE_OWNERS[table]}/`);

const isListed = ({ file, table, access, byTree }: TableUse) =>
  (byTree && access === "read" && file.startsWith(READS_TREES)) ||
  CROSS_USES.some((entry) => entry.file === file && (access === "read" ? entry.reads : entry.writes)?.includes(table));

describe("a table has one owner", () => {
  let uses: TableUse[];

  beforeAll(() => {
    uses = project.files("src", "schema", "workflows").flatMap((file) => usesIn(file, models));
  });

  it("names the owner of every table, and of no other", () => {
    expect(Object.keys(TABLE_OWNERS).sort()).toEqual([...models.tables].sort());
  });

  it("finds a table in its owner's files and in those of the list alone", () => {
    const strangers = uses.filter(({ table }) => table !== COMPUTED).filter((use) => !isOwners(use) && !isListed(use));
    expect(strangers.map(told)).toEqual([]);
  });

  it("is read by the graph in trees, and by no statement of the graph's own", () => {
    const reader = { checker: project.checker, text: new StaticText(project.checker) };
    const graph = project.files("schema");
    expect(graph.flatMap((file) => statementsIn(file, reader)).map(({ shown }) => shown)).toEqual([]);
    expect(uses.filter(({ file, byTree }) => file.startsWith(READS_TREES) && byTree).length).toBeGreaterThan(20);
  });

  it("lists nothing that is not needed any more", () => {
    const needed = new Set(
      uses.filter((use) => !isOwners(use)).map(({ file, access, table }) => `${file} ${access} ${table}`),
    );
    const listed = CROSS_USES.flatMap(({ file, reads = [], writes = [] }) => [
      ...reads.map((table) => `${file} read ${table}`),
      ...writes.map((table) => `${file} write ${table}`),
    ]);
    expect(listed.filter((entry) => !needed.has(entry))).toEqual([]);
  });

  it("knows the files that compute the name of a table", () => {
    const computing = uses.filter(({ table }) => table === COMPUTED).map(({ file }) => file);
    expect([...new Set(computing)].sort()).toEqual(Object.keys(COMPUTED_TABLES).sort());
  });
});

describe("tables in SQL", () => {
  const read = (sql: string) => tablesIn(sql, models.tables).map(({ table, access }) => `${access} ${table}`);

  it("sees joins, lists, subqueries and pieces of statements", () => {
    expect(read("SELECT 1 FROM companies c, markets AS m JOIN LATERAL (SELECT FROM jobs) j ON true")).toEqual([
      "read companies",
      "read markets",
      "read jobs",
    ]);
    expect(read(`AND EXISTS (SELECT FROM "market_companies" mc WHERE mc.company_id = c.id)`)).toEqual([
      "read market_companies",
    ]);
  });

  it("tells writing from reading, and from locking", () => {
    expect(
      read(
        "WITH gone AS (DELETE FROM events e USING companies c WHERE true) INSERT INTO jobs (id) SELECT id FROM gone",
      ),
    ).toEqual(["write events", "read companies", "write jobs"]);
    expect(read("SELECT 1 FROM markets WHERE id = 1 FOR UPDATE")).toEqual(["read markets"]);
    expect(read("INSERT INTO spend (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2")).toEqual(["write spend"]);
  });

  it("takes neither columns nor comments nor prose for tables", () => {
    expect(read("SELECT companies, c.events FROM phrase_counts c -- FROM jobs\n WHERE x = 'FROM jobs'")).toEqual([
      "read phrase_counts",
    ]);
    expect(read("Removed the company from markets and jobs.")).toEqual([]);
  });
});

/** Files with statements that are composed when they run: only a test that runs them says that they fit. */
const COMPOSED: readonly string[] = [
  "src/accounts/auth/api-keys.ts",
  "src/accounts/limits/statement-turns.ts",
  "src/companies/records/derive-companies.ts",
  "src/companies/records/shared-domain-rows.ts",
  "src/companies/stored-company.ts",
  "src/costs/expected-cost.ts",
  "src/foundation/backup/restore-backup.ts",
  "src/foundation/backup/write-backup.ts",
  "src/foundation/files/import-records.ts",
  "src/intelligence/esg/esg-lists.ts",
  "src/intelligence/events/write-events.ts",
  "src/intelligence/ingest/import-articles.ts",
  "src/intelligence/news/stories/join-stories.ts",
  "src/intelligence/people/people-lists.ts",
  "src/intelligence/theme-texts.ts",
  "src/jobs/run-queue.ts",
  "src/jobs/run-states.ts",
];

/** Columns that may be null and are not in the result, because the statement itself leaves such rows out. */
const LEFT_OUT_WHERE_NULL: readonly string[] = [
  "src/accounts/auth/sign-in-throttle.ts: sign_in_failures.expire",
  "src/costs/read-ledger.ts: ledger_entries.dossier_task_id",
  "src/costs/read-ledger.ts: ledger_entries.job_id",
  "src/costs/recordings.ts: recorded_answers.dossier_task_id",
  "src/dossiers/operate-dossiers.ts: dossier_tasks.ended_at",
  "src/dossiers/operate-dossiers.ts: dossier_tasks.report",
  "src/dossiers/tasks/run-steps.ts: dossier_tasks.ended_at",
  "src/dossiers/tasks/run-steps.ts: dossier_tasks.is_new",
  "src/intelligence/events/read-events.ts: observations.event_id",
  "src/markets/history/market-history.ts: market_company_history.rank",
  "src/markets/history/market-history.ts: market_company_history.reason",
  "src/markets/history/market-history.ts: market_company_history.score",
];

const nullColumn = (problem: string): string | null => {
  const found = /^(\S+): .* is (\S+), which may be null/.exec(problem);
  return found === null ? null : `${found[1]}: ${found[2]}`;
};

describe("a statement that is not Prisma's", () => {
  let database: TestDatabase;
  let client: pg.Client;
  let catalogue: Catalogue;
  let statements: Statement[];
  let cursors: Cursors;

  const problems = async (of: readonly Statement[]) => {
    const found: string[] = [];
    for (const statement of of) found.push(...(await problemsOf(client, statement, catalogue, cursors)));
    return found;
  };

  beforeAll(async () => {
    const reader = { checker: project.checker, text: new StaticText(project.checker) };
    // The adapter's `.query` is tRPC's; how statements are run is no statement.
    const files = project
      .files("src", "workflows")
      .filter(({ path }) => !/^src\/(?:rest|foundation\/(?:db|embedded))\//.test(path));
    statements = files.flatMap((file) => statementsIn(file, reader));
    cursors = cursorsOf(statements);
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await makeStaging(client, [...files.flatMap((file) => stagingIn(file, reader)), mergeStaged("news"), DERIVE]);
    catalogue = await readCatalogue(client);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it("agrees with the migrated schema: names, parameters, and the types and nulls of the declared row", async () => {
    const found = await problems(statements);
    expect(found.filter((problem) => !LEFT_OUT_WHERE_NULL.includes(nullColumn(problem) ?? ""))).toEqual([]);
    expect([...new Set(found.flatMap((problem) => nullColumn(problem) ?? []))].sort()).toEqual(LEFT_OUT_WHERE_NULL);
  });

  it("is read from its source, but for those that are composed when they run", () => {
    const composed = new Set(statements.filter(({ texts }) => texts === null).map(({ file }) => file));
    expect([...composed].sort()).toEqual(COMPOSED);
    expect(statements.length).toBeGreaterThan(250);
  });

  it("is found wrong where a column has another name, another type, or may be null", async () => {
    const lookUp = statements.filter(({ file }) => file === "src/companies/look-up.ts");
    expect(await problems(lookUp)).toEqual([]);
    for (const [change, complaint] of [
      ["RENAME COLUMN country TO land", 'column "country" does not exist'],
      ["ALTER COLUMN latitude TYPE text", '"latitude", declared as null or number, is text, which comes as string'],
      ["ALTER COLUMN description DROP NOT NULL", "companies.description, which may be null"],
    ]) {
      await client.query("BEGIN");
      await client.query(`ALTER TABLE companies ${change}`);
      const before = catalogue;
      catalogue = await readCatalogue(client);
      expect((await problems(lookUp)).join("\n")).toContain(complaint);
      catalogue = before;
      await client.query("ROLLBACK");
    }
  });

  it("is found wrong where its source declares another row, or sends other values", async () => {
    const declared: Statement = {
      file: "a file",
      shown: "a statement",
      texts: ["SELECT id, name, isin FROM companies WHERE id = ANY($1::int[])"],
      row: new Map([["id", new Set(["number"])]]),
      values: [new Set(["number[]"])],
      byPrisma: false,
    };
    expect(await problems([declared])).toEqual([]);
    const wrong = (change: Partial<Statement>) => problems([{ ...declared, ...change }]);
    const row = (name: string, kind: string) => ({ row: new Map([[name, new Set([kind])]]) });
    expect((await wrong(row("id", "string")))[0]).toContain('"id", declared as string, is int4, which comes as number');
    expect((await wrong(row("isin", "string")))[0]).toContain("companies.isin, which may be null");
    expect((await wrong(row("domain", "string")))[0]).toContain("no column of the result");
    expect((await wrong({ values: [] }))[0]).toContain("1 parameters and 0 values");
    expect((await wrong({ values: [new Set(["number"])] }))[0]).toContain("$1 is _int4, and the value number");
  });
});
