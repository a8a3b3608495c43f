import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";
import { COMPUTED_TABLES, CROSS_USES, READS_ALL, TABLE_OWNERS } from "../../prisma/table-owners.ts";
import { type Models, readModels, type TableUse, usesIn } from "./table-uses.ts";
import { COMPUTED, tablesIn } from "./tables-in-sql.ts";
import { openTypescriptProject, type TypescriptProject } from "./typescript-project.ts";

const models: Models = readModels(readFileSync(join(projectRoot(), "prisma/schema.prisma"), "utf8"));

/** "reads companies", of a file that may not. */
const told = ({ shown, access, table }: TableUse) => `${access}s ${table}, which is ${TABLE_OWNERS[table]}'s: ${shown}`;

const isOwners = ({ file, table }: TableUse) => file.startsWith(`${TABLE_OWNERS[table]}/`);

const isListed = ({ file, table, access }: TableUse) =>
  (access === "read" && file.startsWith(READS_ALL)) ||
  CROSS_USES.some((entry) => entry.file === file && (access === "read" ? entry.reads : entry.writes)?.includes(table));

describe("a table has one owner", () => {
  let project: TypescriptProject;
  let uses: TableUse[];

  beforeAll(() => {
    project = openTypescriptProject(projectRoot());
    uses = project.files("src", "schema", "workflows").flatMap((file) => usesIn(file, models));
  });
  afterAll(() => project.close());

  it("names the owner of every table, and of no other", () => {
    expect(Object.keys(TABLE_OWNERS).sort()).toEqual([...models.tables].sort());
  });

  it("finds a table in its owner's files and in those of the list alone", () => {
    const strangers = uses.filter(({ table }) => table !== COMPUTED).filter((use) => !isOwners(use) && !isListed(use));
    expect(strangers.map(told)).toEqual([]);
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
