import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Logger } from "pino";
import { nodeEnvironment } from "../config/child-environment.ts";
import { projectRoot } from "../config/project-root.ts";
import type { Queries } from "./database.ts";
import { DatabaseUnavailableError, databaseUnavailable, describeDatabase } from "./database-unavailable.ts";

const CONNECT_MS = 5_000;
/** A migration may rewrite a table of millions of rows. */
const DEPLOY_MS = 30 * 60_000;
/** Between looks at a database that is away or not migrated. */
const LOOK_AGAIN_MS = 1_000;
/** What the CLI prints when the database went away, or when another process holds the migration lock for too long. */
const AWAY = /\bP10(?:01|02|08|17)\b|Connection terminated|ECONNREFUSED|ECONNRESET/;
/** SQLSTATE of a table that is not there. */
const UNDEFINED_TABLE = "42P01";

/** Whether all of the migrations `$1` are applied; there may be others. */
const ALL_APPLIED = `
  SELECT $1::text[] <@ coalesce(array_agg(migration_name::text), '{}') AS "areApplied"
  FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

/**
 * Applies the migrations that the database lacks, by Prisma's own `migrate deploy`; several processes may do it at once, Prisma
 * holds an advisory lock. When all are applied already, the CLI is not started, which saves two seconds.
 * @throws DatabaseUnavailableError when the database cannot be reached or used, or when a migration fails.
 */
export async function migrate(databaseUrl: string, log: Pick<Logger, "info">): Promise<void> {
  const names = await migrationNames();
  if (names.length === 0) throw new Error("prisma/migrations is empty: the project's folder is not complete");
  if (await areAppliedIn(databaseUrl, names)) return;
  log.info("applying migrations");
  await deploy(databaseUrl);
}

/** The same, after waiting for a database that is away. @throws as `migrate`, for what waiting does not cure; the signal's reason */
export async function migrateWhenThere(
  databaseUrl: string,
  log: Pick<Logger, "info" | "warn">,
  signal: AbortSignal,
): Promise<void> {
  await whenThere(log, signal, async () => {
    await migrate(databaseUrl, log);
    return null;
  });
}

/** Waits until the database is there and another process has applied all migrations. @throws as `migrateWhenThere` */
export async function untilMigrated(
  databaseUrl: string,
  log: Pick<Logger, "warn">,
  signal: AbortSignal,
): Promise<void> {
  const names = await migrationNames();
  await whenThere(log, signal, async () =>
    (await areAppliedIn(databaseUrl, names))
      ? null
      : `${describeDatabase(databaseUrl)} lacks migrations: an API process applies them at its start`,
  );
}

/** Repeats the check until there is no reason to wait; each new reason is logged once. */
async function whenThere(
  log: Pick<Logger, "warn">,
  signal: AbortSignal,
  ask: () => Promise<string | null>,
): Promise<void> {
  for (let told = ""; ; ) {
    signal.throwIfAborted();
    const reason = await ask().catch((error: unknown) => {
      if (error instanceof DatabaseUnavailableError && error.isAway) return error.message;
      throw error;
    });
    if (reason === null) return;
    if (reason !== told) log.warn({ reason }, "waiting for the database");
    told = reason;
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** Whether the database has all migrations of this program; it may be ahead of it. @throws the driver's error when it cannot be asked. */
export async function isMigrated(db: Queries): Promise<boolean> {
  try {
    const [found] = await db.query<{ areApplied: boolean }>(ALL_APPLIED, [await migrationNames()]);
    return found?.areApplied === true;
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return false;
    throw error;
  }
}

let names: Promise<string[]> | undefined;

/** The names of the migrations that this program brings, oldest first: they begin with their time. */
export function migrationNames(): Promise<string[]> {
  names ??= readdir(join(projectRoot(), "prisma", "migrations"), { withFileTypes: true }).then((entries) =>
    entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort(),
  );
  return names;
}

/** The same, over a connection of its own. @throws DatabaseUnavailableError */
async function areAppliedIn(databaseUrl: string, names: string[]): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // Without a listener a broken connection would end the process; the interrupted query reports it anyway.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ areApplied: boolean }>(ALL_APPLIED, [names]);
    return rows[0]?.areApplied === true;
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return false;
    throw databaseUnavailable(databaseUrl, error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function deploy(databaseUrl: string): Promise<void> {
  const root = projectRoot();
  const cli = join(root, "node_modules", "prisma", "build", "index.js");
  try {
    await promisify(execFile)(process.execPath, [cli, "migrate", "deploy"], {
      cwd: root,
      env: nodeEnvironment({
        DATABASE_URL: databaseUrl,
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        NO_COLOR: "1",
      }),
      timeout: DEPLOY_MS,
    });
  } catch (error) {
    const said = complaint(error);
    throw new DatabaseUnavailableError(
      `The migrations could not be applied to ${describeDatabase(databaseUrl)}: ${said}`,
      { cause: error, isAway: AWAY.test(said) },
    );
  }
}

/** The CLI's complaint: its error output without the lines about the files that it read. */
function complaint(error: unknown): string {
  const said =
    error instanceof Error && "stderr" in error && "stdout" in error
      ? `${error.stderr}\n${error.stdout}`
      : String(error);
  const lines = said.split("\n").map((line) => line.trim());
  const from = lines.findIndex((line) => /^(Error\b|P\d{4}\b)/.test(line));
  return lines
    .slice(Math.max(from, 0))
    .filter((line) => line !== "")
    .slice(0, 6)
    .join(" ");
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
