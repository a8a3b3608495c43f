import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";
import { migrationNames } from "#foundation/db/migrate";
import { makeStaging } from "../architecture/check-statement.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { brokenSchema, brokenStatements } from "./older-release/broken.ts";
import { ignoredIn, type ReleaseRecord } from "./older-release/relied-on.ts";

/** What a migration changes although the last release relies on it, as it is said below, with the reason why that release goes on working. */
const ACCEPTED: Readonly<Record<string, string>> = {};

describe("the last release, on the new schema", () => {
  const record = join(projectRoot(), "test/db/older-release/last-release.json");
  const release: ReleaseRecord = JSON.parse(readFileSync(record, "utf8"));
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await makeStaging(client, release.staging);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** What `look` finds broken after some statements, which are undone again. */
  async function brokenBy(look: typeof brokenSchema, ...changes: string[]): Promise<string[]> {
    await client.query("BEGIN");
    try {
      for (const change of changes) await client.query(change);
      return await look(client, release);
    } finally {
      await client.query("ROLLBACK");
    }
  }

  it("finds every column, key and label that it knows, may write as it did, and has its statements prepared and planned", async () => {
    // Both ways: what is accepted is really broken.
    const broken = [...(await brokenBy(brokenSchema)), ...(await brokenBy(brokenStatements))];
    expect(broken).toEqual(Object.keys(ACCEPTED));
    expect(Object.keys(release.schema.tables).length).toBeGreaterThan(60);
    expect(release.statements.length).toBeGreaterThan(300);
    expect(await migrationNames()).toContain(release.migration);
  });

  it.each([
    ["a column that it reads is dropped", "ALTER TABLE jobs DROP COLUMN stage", "jobs.stage is gone"],
    ["a table is renamed", "ALTER TABLE esg_items RENAME TO labels", "esg_items.title is gone"],
    ["a column has another type", "ALTER TABLE jobs ALTER COLUMN id TYPE bigint", "jobs.id is bigint, and was integer"],
    [
      "a new column has to be given",
      "ALTER TABLE jobs ADD COLUMN step text NOT NULL DEFAULT ''; ALTER TABLE jobs ALTER COLUMN step DROP DEFAULT",
      "jobs.step is new, and a row has to have it",
    ],
    [
      "a column may not be null any more",
      "ALTER TABLE companies ALTER COLUMN isin SET NOT NULL",
      "companies.isin may not be null any more",
    ],
    [
      "a column may be null",
      "ALTER TABLE companies ALTER COLUMN name DROP NOT NULL",
      "companies.name may be null, and could not",
    ],
    [
      "a key that it upserts by is not unique any more",
      "DROP INDEX companies_domain_key",
      "companies (domain) is not unique any more",
    ],
    [
      "a new rule refuses what it writes",
      "ALTER TABLE companies ADD CHECK (length(name) < 10)",
      "companies has a new rule: CHECK",
    ],
    [
      "a new table keeps it from deleting",
      "CREATE TABLE notes (team_id integer REFERENCES teams (id))",
      "notes has a new rule: FOREIGN KEY (team_id)",
    ],
    [
      "others write what it cannot read",
      "ALTER TYPE job_status ADD VALUE 'waiting'",
      "job_status has 'waiting', which the older release cannot read",
    ],
  ])("is found broken where %s", async (_, change, told) => {
    expect((await brokenBy(brokenSchema, ...change.split("; "))).join("\n")).toContain(told);
  });

  it("names the files whose statements read a column that is dropped", async () => {
    const broken = await brokenBy(brokenStatements, "ALTER TABLE companies DROP COLUMN content_hash CASCADE");
    expect(
      broken.filter((what) => /content_hash.* does not exist, in src\/companies\//.test(what)).length,
    ).toBeGreaterThan(1);
  });

  it("is not broken by a table, a column with a default or an index: they are how a schema expands", async () => {
    const broken = await brokenBy(
      brokenSchema,
      "CREATE TABLE notes (team_id integer REFERENCES teams (id) ON DELETE CASCADE)",
      "ALTER TABLE jobs ADD COLUMN step text NOT NULL DEFAULT '', ADD COLUMN step_at timestamptz CHECK (step_at > '2020-01-01')",
      "CREATE INDEX ON jobs (step)",
      "CREATE UNIQUE INDEX ON jobs (step_at)",
    );
    expect(broken).toEqual([]);
  });

  it("does not know the columns that its schema keeps from its client: the next one may drop them", () => {
    const schema = `
model Job {
  id    Int     @id
  stage String  @map("job_stage") @ignore
  @@map("jobs")
}
model Old {
  id Int @id
  @@ignore
}
`;
    expect([...ignoredIn(schema)]).toEqual(["jobs.job_stage", "Old.id"]);
  });
});
