import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import copyStreams from "pg-copy-streams";
import type { Logger } from "pino";
import type { Database, Queries } from "../db/database.ts";
import { migrate, migrateTo, migrationNames } from "../db/migrate.ts";
import { transaction } from "../db/transaction.ts";
import { ConflictError, InvalidInputError } from "../errors/index.ts";
import { type BackupContents, type BackupHeader, readBackup } from "./backup-file.ts";
import { backupTables, copied, quoted, TEXT_FORMAT } from "./backup-tables.ts";

export interface RestoreTarget {
  db: Database;
  /** URL of the same database: migrations open their own connections. */
  url: string;
  log: Pick<Logger, "info">;
}

export interface RestoreOptions {
  /** Whether to drop what the database holds. */
  replace: boolean;
  /** Tables that the migrations themselves fill: their rows do not count as data. */
  filledByMigrations: readonly string[];
  /** Corrects rows that are not true in a restored database; committed together with the rows. */
  adapt(inside: Queries, header: BackupHeader): Promise<void>;
  /** Called when the file is known to be whole and the database to be free, just before the first change. */
  onBegin?: () => Promise<void>;
  onProgress?: (phase: "checking" | "restoring", read: number, of: number) => void;
}

/**
 * Restores the database to the moment of the backup.
 * Reads the file twice, so that nothing changes before the whole file is verified.
 * Applies the migrations that the backup names, loads all rows in one transaction, then applies later migrations.
 * An interrupted restore leaves the database without rows.
 * @throws InvalidInputError for the file; ConflictError for the database
 */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  options: RestoreOptions,
): Promise<BackupContents> {
  const { db, url, log } = target;
  const { onProgress } = options;
  const checked = await checkBackup(file, (read, of) => onProgress?.("checking", read, of));
  if (!options.replace) await mustBeEmpty(db, options.filledByMigrations);
  await options.onBegin?.();
  await dropEverything(db);
  await migrateTo(url, checked.header.migrations);
  const contents = await transaction(
    db,
    async (inside, connection) => {
      const loaded = await load(file, inside, connection, (read, of) => onProgress?.("restoring", read, of));
      await options.adapt(inside, loaded.header);
      return loaded;
    },
    { closesOnFailure: true },
  );
  await db.query("ANALYZE", []);
  await migrate(url, log);
  return contents;
}

/**
 * Reads a whole backup to check that this version can restore it.
 * @throws InvalidInputError where it cannot
 */
export async function checkBackup(file: string, onRead?: (read: number, of: number) => void): Promise<BackupContents> {
  const known = new Set(await migrationNames());
  return readBackup(file, {
    onRead,
    header({ migrations, version }) {
      const unknown = migrations.filter((name) => !known.has(name));
      if (unknown.length > 0)
        throw new InvalidInputError(
          `${file} was made by a later version (${version}): this one lacks the migrations ${unknown.join(", ")}`,
        );
      if (migrations.length === 0) throw new InvalidInputError(`${file} is of a database without migrations`);
    },
    async rows(_table, rows) {
      for await (const _ of rows);
    },
  });
}

/** @throws ConflictError that names tables with rows */
async function mustBeEmpty(db: Queries, filledByMigrations: readonly string[]): Promise<void> {
  const tables = (await backupTables(db)).filter(({ name }) => !filledByMigrations.includes(name));
  const filled: string[] = [];
  for (const { name } of tables)
    if ((await db.query(`SELECT FROM ${quoted(name)} LIMIT 1`, [])).length > 0) filled.push(name);
  if (filled.length === 0) return;
  const shown = filled.slice(0, 5).join(", ");
  throw new ConflictError(
    `the database is not empty: there are rows in ${shown}${filled.length > 5 ? ` and ${filled.length - 5} more tables` : ""}. Restore into an empty database, or replace its contents with --replace`,
  );
}

/** Selects statements that drop our objects in the schema. Objects of an extension stay. */
const DROPS = `
  WITH own AS (
    SELECT 1 AS step, format('DROP %s IF EXISTS %I CASCADE',
        CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.relname) AS statement,
      'pg_class'::regclass AS class, c.oid, c.relnamespace AS schema
    FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    SELECT 2, format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure), 'pg_proc'::regclass, p.oid, p.pronamespace
    FROM pg_proc p
    UNION ALL
    SELECT 3, format('DROP TYPE IF EXISTS %I CASCADE', t.typname), 'pg_type'::regclass, t.oid, t.typnamespace
    FROM pg_type t WHERE t.typtype IN ('e', 'd'))
  SELECT o.statement FROM own o JOIN pg_namespace n ON n.oid = o.schema
  WHERE n.nspname = current_schema()
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = o.class AND d.objid = o.oid AND d.deptype = 'e')
  ORDER BY o.step, o.statement`;

async function dropEverything(db: Database): Promise<void> {
  await transaction(db, async (inside) => {
    for (const { statement } of await inside.query<{ statement: string }>(DROPS, [])) await inside.query(statement);
  });
}

/**
 * Loads all rows. Triggers are off meanwhile, because the backup already holds what they would write. References are
 * checked.
 */
async function load(
  file: string,
  inside: Queries,
  connection: PoolClient,
  onRead: (read: number, of: number) => void,
): Promise<BackupContents> {
  await inside.query(TEXT_FORMAT);
  const names = (await backupTables(inside)).map(({ name }) => quoted(name));
  for (const name of names) await inside.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await inside.query(`TRUNCATE ${names.join(", ")}`);
  const contents = await readBackup(file, {
    onRead,
    async rows(table, rows) {
      await pipeline(Readable.from(rows), connection.query(copyStreams.from(`COPY ${copied(table)} FROM STDIN`)));
    },
  });
  for (const { table, rows } of contents.tables) {
    const [found] = await inside.query<{ rows: number }>(`SELECT count(*)::float8 AS rows FROM ${quoted(table)}`, []);
    if (found?.rows !== rows) throw new Error(`${table} has ${found?.rows} rows in place of ${rows}`);
  }
  for (const [name, value] of Object.entries(contents.end.sequences))
    await inside.query("SELECT setval($1::regclass, $2::bigint)", [quoted(name), value]);
  for (const name of names) await inside.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  return contents;
}
