import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimFill, fillStates } from "#columns/fills/fill-lifecycle";
import { checkBackup, restoreBackup } from "#foundation/backup/restore-backup";
import { writeBackup } from "#foundation/backup/write-backup";
import { migrationNames } from "#foundation/db/migrate";
import { AddMarketColumnDocument } from "#generated/tests/graphql";
import { claimRun } from "#jobs/run-lifecycle";
import { importTestCompanies } from "../support/companies.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { marketCommand } from "../support/market.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Made {
  madeAt: string;
  rows: number;
  tables: { table: string; rows: number; sha256: string }[];
}

let system: TestSystem;
let folder: string;
let file: string;
const databases: TestDatabase[] = [];
const bare = async () => {
  const database = await createTestDatabase({ isBare: true });
  databases.push(database);
  return database;
};
/** A command of the operator's on a database. */
const environmentOf = (database: TestDatabase) => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  LOG_LEVEL: "error",
});
const market = (database: TestDatabase, ...args: string[]) => marketCommand(args, environmentOf(database));

const inProcess = {
  replace: false,
  filledByMigrations: ["platform"],
  adapt: async () => {},
};
const log = pino({ level: "silent" });

beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, "market.backup.gz");
  system = await startSystem();
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system.stop();
  for (const database of databases) await database.drop();
});

describe("market backup and market restore", { timeout: 180_000 }, () => {
  it("bring back all that was committed before, on an empty place, while others wrote; open runs start again", async () => {
    const { db } = system.database;
    const { key, teamId } = await system.team({ monthlyQuota: null });
    const before: number[] = [];
    for (const _ of [1, 2]) before.push((await start(system, key)).market.marketId);
    // A worker has the first one, and will not be there on the other machine.
    const run = await db.prisma.workflowRun.findFirstOrThrow({ where: { marketId: before[0] as number } });
    await claimRun(db.prisma, run.id, "an execution of another Temporal");
    // The same of a fill, which an operator has paused.
    await system.answer(key, AddMarketColumnDocument, {
      input: { marketId: before[0] as number, question: "Who is the CEO?", kind: "TEXT" },
    });
    const { id: fillId } = await db.prisma.columnFill.findFirstOrThrow();
    await claimFill(db.prisma, fillId, "an execution of another Temporal");
    await db.prisma.$transaction((tx) => fillStates.notePause(tx, fillId, "an operator"));

    let isOver = false;
    const during: number[] = [];
    const writers = [1, 2].map(async () => {
      // Each of them is discovered at the other place, so that there must not be hundreds; a quick backup has to meet some.
      for (; !isOver && during.length < 16; await sleep(80)) during.push((await start(system, key)).market.marketId);
    });
    await eventually(
      async () => during.length,
      (count) => count >= 3,
    );
    before.push(...during);
    const made = await market(system.database, "backup", file, "--json");
    isOver = true;
    await Promise.all(writers);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const backup: Made = JSON.parse(made.stdout);
    expect(during.length).toBeGreaterThan(before.length - 2);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const place = await bare();
    const restored = await market(place, "restore", file, "--json");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(restored.stdout)).toMatchObject({
      rows: backup.rows,
      tables: backup.tables,
      needsSearchRebuild: false,
    });

    // What it has now is what it was, but for the runs, which are queued anew.
    const again = await writeBackup(place.db, join(folder, "again.backup.gz"));
    const changed = ["markets", "progress_log", "workflow_runs", "column_fills"];
    const digests = (tables: Made["tables"]) => tables.filter(({ table }) => !changed.includes(table));
    expect(digests(again.tables)).toEqual(digests(backup.tables));
    expect(JSON.parse(restored.stdout).restarted).toBe((await place.db.prisma.market.count()) + 1);
    expect(await place.db.prisma.columnFill.findUnique({ where: { id: fillId } })).toMatchObject({
      status: "queued",
      temporalRunId: null,
      pausedAt: null,
      pausedBy: null,
    });
    const ids = (await place.db.prisma.market.findMany({ select: { id: true } })).map(({ id }) => id);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
    // The snapshot has no half of a start: what one transaction wrote is there together.
    const halves = await place.db.query(
      `SELECT FROM markets m WHERE m.log_sequence <> (SELECT count(*) FROM progress_log p WHERE p.market_id = m.id)
         OR NOT EXISTS (SELECT FROM workflow_runs r JOIN jobs j ON j.workflow_run_id = r.id WHERE r.market_id = m.id)
         OR NOT EXISTS (SELECT FROM criteria_versions c WHERE c.market_id = m.id)`,
    );
    expect(halves).toEqual([]);

    // Generated columns, triggers and sequences work on.
    await place.db.query("UPDATE companies SET name = 'Zephyr Works' WHERE domain = 'oresund-blades.dk'");
    const found = await place.db.query(
      "SELECT FROM companies WHERE search @@ to_tsquery('english', 'zephyr') AND id IN (SELECT company_id FROM companies_to_name)",
    );
    expect(found).toHaveLength(1);

    // A product with another Temporal goes on with it, by the keys that its clients have.
    const there = await startSystem({ temporal: true, worker: true, database: place });
    try {
      const state = await ended(there, key, before[0] as number);
      expect(state).toMatchObject({ status: "IN_REVIEW", jobs: [{ status: "COMPLETED" }] });
      const messages = await place.db.query<{ message: string }>(
        "SELECT message FROM progress_log WHERE market_id = $1 ORDER BY sequence",
        [before[0]],
      );
      expect(messages.map(({ message }) => message)).toContain(
        `Restored from a backup of ${backup.madeAt}: starts again`,
      );
      const next = await start(there, key, { ...WIND_CRITERIA, count: 1 });
      expect(ids).not.toContain(next.market.marketId);
      expect(await place.db.prisma.market.count({ where: { teamId } })).toBe(ids.length + 1);
    } finally {
      databases.splice(databases.indexOf(place), 1);
      await there.stop();
    }
  });

  it("take a backup of an older version, migrate it, and say what a search engine needs", async () => {
    const old = await createTestDatabase();
    databases.push(old);
    await importTestCompanies(old.db);
    const missed = ["20261121151600_dossier_manifest", "20261124171500_paused_dossiers_and_fills"];
    await old.db.query("ALTER TABLE dossier_tasks DROP COLUMN manifest");
    await old.db.query("ALTER TABLE workflow_runs DROP COLUMN paused_by");
    for (const table of ["dossier_tasks", "column_fills"])
      await old.db.query(`ALTER TABLE ${table} DROP COLUMN paused_at, DROP COLUMN paused_by`);
    await old.db.query("DELETE FROM _prisma_migrations WHERE migration_name = ANY($1)", [missed]);
    const older = join(folder, "older.backup.gz");
    await writeBackup(old.db, older);

    const place = await bare();
    const engine = { SEARCH_ENGINE: "opensearch", SEARCH_URL: "http://127.0.0.1:1" };
    const restored = await marketCommand(["restore", older], { ...environmentOf(place), ...engine });
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("market search rebuild") });
    const applied = await place.db.query("SELECT FROM _prisma_migrations WHERE migration_name = ANY($1)", [missed]);
    expect(applied).toHaveLength(2);
    await place.db.query("SELECT manifest, paused_by FROM dossier_tasks");
    expect(await place.db.prisma.company.count()).toBe(await old.db.prisma.company.count());
  });

  it("refuse a place with data or with other connections, and overwrite nothing", async () => {
    expect(await market(system.database, "restore", file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/connections are open to the database: stop the product/),
    });
    const target = { db: system.database.db, url: system.database.url, log };
    await expect(restoreBackup(target, file, inProcess)).rejects.toThrow(/the database is not empty: .*--replace/);
    expect(await market(system.database, "backup", file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("already exists"),
    });
  });

  it("refuse a file that is cut off, changed, of a later version or of another kind, before anything is touched", async () => {
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString();
    const of = async (content: string | Buffer) => {
      const path = join(folder, "other.backup.gz");
      await writeFile(path, content);
      return checkBackup(path).then(
        () => "taken",
        (error: Error) => error.message,
      );
    };
    const [newest] = (await migrationNames()).slice(-1);
    expect(await of(whole)).toBe("taken");
    expect(await of(whole.subarray(0, whole.length / 2))).toMatch(
      /not a backup, or is damaged: unexpected end of file/,
    );
    expect(await of(gzipSync(text.slice(0, text.lastIndexOf("-- market-backup"))))).toMatch(/its end is missing/);
    expect(await of(gzipSync(text.replace("alpen-turbines.com", "other-turbines.com")))).toMatch(
      /rows of table companies are not those/,
    );
    expect(await of(gzipSync(text.replace(String(newest), "29991231000000_next")))).toMatch(
      /later version .*29991231000000_next/,
    );
    expect(await of(gzipSync(text.replace('"format":1', '"format":2')))).toMatch(/later version of the product/);
    expect(await of(gzipSync("CREATE TABLE x();"))).toMatch(/is not a backup of this product/);
    expect(await of("SELECT 1")).toMatch(/not a backup, or is damaged/);
    const checked = await market(system.database, "restore", file, "--check");
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("is complete") });
  });
});
