import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
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
const LOCKFILE = "migration_lock.toml";
const SCRIPT = "migration.sql";
/** Number of lines of a failure that are reported. */
const COMPLAINT_LINES = 6;
/**
 * A migration that waits for a lock blocks everybody behind it. So it gives up sooner than requests do, lets them pass,
 * and tries again.
 */
const LOCK_MS = 2_000;
/** Matches the error of a lock that was not granted in time. */
const LOCKED = /\b55P03\b|lock timeout/;
/** Delay between looks at a database that is away or not migrated. */
const LOOK_AGAIN_MS = 1_000;
/**
 * Matches the engine's message when the database went away, or another process holds the migration lock for too long.
 */
const AWAY = /\bP10(?:01|02|08|17)\b|Connection terminated|ECONNREFUSED|ECONNRESET/;
/** SQLSTATE of a missing table. */
const UNDEFINED_TABLE = "42P01";

/** Whether all of the migrations `$1` are applied; there may be others. */
const ALL_APPLIED = `
  SELECT $1::text[] <@ coalesce(array_agg(migration_name::text), '{}') AS "areApplied"
  FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

/**
 * Applies missing migrations with Prisma's own schema engine. Several processes may call it at once, because the engine
 * holds an advisory lock. Does not start the engine when all are applied.
 * @throws DatabaseUnavailableError when the database cannot be reached or used, or when a migration fails.
 */
export async function migrate(
  databaseUrl: string,
  log: Pick<Logger, "info">,
  { lockMs = LOCK_MS }: { lockMs?: number } = {},
): Promise<void> {
  const names = await migrationNames();
  if (names.length === 0) throw new Error("prisma/migrations is empty: the installation is incomplete");
  if (await areAppliedIn(databaseUrl, names)) return;
  log.info("applying migrations");
  const limited = withLockLimit(databaseUrl, lockMs);
  for (const deadline = Date.now() + DEPLOY_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const failure = await deploy(limited, names);
    if (failure === null) return;
    if (!LOCKED.test(failure.message) || Date.now() > deadline) throw failure;
    log.info("another transaction holds a lock that a migration needs: trying again");
    await forgetAttempt(databaseUrl);
  }
}

/** Returns a URL whose sessions wait at most this long for a lock. */
function withLockLimit(databaseUrl: string, lockMs: number): string {
  const url = new URL(databaseUrl);
  const said = url.searchParams.get("options") ?? "";
  url.searchParams.set("options", `${said} -c lock_timeout=${lockMs}`.trim());
  return url.href;
}

/**
 * Forgets a failed migration, so that the engine may try it again: PostgreSQL has rolled back all of its statements. A
 * migration under way has no logs.
 */
async function forgetAttempt(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs IS NOT NULL",
    ),
  );
}

/** Applies only these migrations, to a database without tables. @throws as `migrate` */
export async function migrateTo(databaseUrl: string, names: readonly string[]): Promise<void> {
  const failure = await deploy(databaseUrl, names);
  if (failure !== null) throw failure;
}

/** Returns the names of a database's migrations, oldest first. The database must have been migrated before. */
export async function appliedMigrations(db: Queries): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT migration_name::text AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
    [],
  );
  return rows.map(({ name }) => name);
}

/** Waits for a database that is away, then migrates it. @throws as `migrate`, for what waiting does not cure; the signal's reason */
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

/** Waits until the database answers and another process has applied all migrations. @throws as `migrateWhenThere` */
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

/** Repeats the check until there is no reason to wait; logs each new reason once. */
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

/**
 * Whether the database has all migrations of this program; it may have more. @throws the driver's error when the
 * database cannot be asked.
 */
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

/** Returns the names of this program's migrations, oldest first: they begin with their time. */
export function migrationNames(): Promise<string[]> {
  names ??= readdir(join(projectRoot(), "prisma", "migrations"), { withFileTypes: true }).then((entries) =>
    entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort(),
  );
  return names;
}

/** Like `isMigrated`, for these names and on a separate connection. @throws DatabaseUnavailableError */
const areAppliedIn = (databaseUrl: string, names: string[]): Promise<boolean> =>
  withClient(databaseUrl, async (client) => {
    try {
      const { rows } = await client.query<{ areApplied: boolean }>(ALL_APPLIED, [names]);
      return rows[0]?.areApplied === true;
    } catch (error) {
      if (codeOf(error) === UNDEFINED_TABLE) return false;
      throw error;
    }
  });

/** Runs work on a separate connection. @throws DatabaseUnavailableError */
async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // Without a listener a broken connection would end the process; the interrupted query reports the error anyway.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw databaseUnavailable(databaseUrl, error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The schema engine's answer to a call. */
interface EngineAnswer {
  error?: { message: string; data?: { error_code?: string | null } };
}

/** The migrations as the schema engine takes them. */
async function migrationsList(folder: string, names: readonly string[]): Promise<object> {
  const read = (...path: string[]) => readFile(join(folder, ...path), "utf8");
  const migrationDirectories = names.map(async (path) => ({
    path,
    migrationFile: { path: SCRIPT, content: { tag: "ok", value: await read(path, SCRIPT) } },
  }));
  return {
    baseDir: folder,
    lockfile: { path: LOCKFILE, content: await read(LOCKFILE) },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(migrationDirectories),
  };
}

/**
 * Makes Prisma's schema engine apply the missing migrations, as `prisma migrate deploy` does, without the CLI around
 * it. Resolves to the reason of a failure; null on success.
 */
async function deploy(databaseUrl: string, names: readonly string[]): Promise<DatabaseUnavailableError | null> {
  const root = projectRoot();
  const params = {
    // Passed here because every user of the machine can read a process's arguments, and the URL has the password.
    datasource: { url: databaseUrl },
    migrationsList: await migrationsList(join(root, "prisma", "migrations"), names),
    filters: { externalTables: [], externalEnums: [] },
  };
  const engine = join(root, "scripts", "schema-engine.mjs");
  const asked = promisify(execFile)(process.execPath, [engine], {
    cwd: root,
    env: nodeEnvironment(),
    timeout: DEPLOY_MS,
  });
  // A process that ends before it has read everything is reported by its exit code.
  asked.child.stdin?.on("error", () => {});
  asked.child.stdin?.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "applyMigrations", params })}\n`);
  const answer = await asked.then(
    ({ stdout }) => JSON.parse(stdout) as EngineAnswer,
    (error: unknown): EngineAnswer => ({ error: { message: complaint(error) } }),
  );
  if (answer.error === undefined) return null;
  const { message, data } = answer.error;
  const lines = message.split("\n").map((line) => line.trim());
  const said = [data?.error_code, ...lines]
    .filter((line) => line)
    .slice(0, COMPLAINT_LINES)
    .join(" ");
  return new DatabaseUnavailableError(
    `The migrations could not be applied to ${describeDatabase(databaseUrl)}: ${said}`,
    { isAway: AWAY.test(said) },
  );
}

/** Returns why the engine's process ended: its standard error, where there is any. */
const complaint = (error: unknown): string =>
  error instanceof Error && "stderr" in error && typeof error.stderr === "string" && error.stderr !== ""
    ? error.stderr
    : String(error);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
