import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { type Deed, noted, operatorActor, type Subject } from "#accounts/audit/audit-trail";
import type { Config } from "#foundation/config/config";
import { createLogger } from "#foundation/config/logger";
import type { Database } from "#foundation/db/database";
import { openDatabase } from "#foundation/db/database";
import { watchDatabase } from "#foundation/db/database-watch";
import { type DatabaseLimits, WORK_LIMITS } from "#foundation/db/limits";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { AppError } from "#foundation/errors/index";
import { operatorHost, operatorName } from "./operator.ts";

/**
 * Runs a command's work that only reads, on the configured database with all migrations applied (see `withServer`).
 * PostgreSQL refuses it to write, because nothing notes it.
 */
export async function withDatabase<Result>(config: Config, work: (db: Database) => Promise<Result>): Promise<Result> {
  return onMigrated(config, { ...WORK_LIMITS, isReadOnly: true }, work);
}

/** What a command changes, for the audit trail. */
export interface Change<Result> {
  /** Named like a mutation. */
  operation: string;
  /** Ids of what it affects. */
  subject: Subject;
  /** Returns the ids of what it has made. */
  made?(result: Result): Subject;
}

/** Runs a command's work that writes, and notes it in the audit trail: before it, and how it ended. */
export async function changeDatabase<Result>(
  config: Config,
  { operation, subject, made = () => ({}) }: Change<NoInfer<Result>>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const deed: Deed = {
    operation,
    subject,
    caller: operatorActor(operatorName()),
    address: operatorHost(),
    requestId: OWN_CONNECTIONS,
  };
  const codeOf = (error: unknown) => (error instanceof AppError ? error.code : "INTERNAL_SERVER_ERROR");
  return onMigrated(config, WORK_LIMITS, (db) => noted(db, deed, () => work(db), { made, codeOf }));
}

/**
 * Runs work of which the database and the graph note what it writes: keys and mutations.
 */
export const withKeysDatabase = <Result>(config: Config, work: (db: Database) => Promise<Result>): Promise<Result> =>
  onMigrated(config, WORK_LIMITS, work);

const onMigrated = <Result>(
  config: Config,
  limits: ServerLimits,
  work: (db: Database) => Promise<Result>,
): Promise<Result> =>
  withServer(
    config,
    async ({ db, url, log }) => {
      await migrate(url, log);
      return work(db);
    },
    limits,
  );

/** A database whose schema may be of an earlier version, or missing. */
export interface OpenServer {
  db: Database;
  url: string;
  log: Logger;
}

interface ServerLimits extends DatabaseLimits {
  isReadOnly?: boolean;
}

/**
 * Runs a command's work on the configured database as it is: that of `DATABASE_URL`, otherwise the embedded PostgreSQL of
 * the data folder. Where our server is running, it joins that server's PostgreSQL, which keeps running. It stops what it
 * started, once no other command uses it.
 */
export async function withServer<Result>(
  config: Config,
  work: (server: OpenServer) => Promise<Result>,
  { isReadOnly = false, ...limits }: ServerLimits = WORK_LIMITS,
): Promise<Result> {
  // On a terminal, the command itself reports success.
  const log = createLogger({ logLevel: config.logLevel === "info" ? "warn" : config.logLevel }, "market");
  const embedded =
    config.databaseUrl === undefined
      ? await startPostgres({ dataDir: config.dataDir, port: config.databasePort, log })
      : undefined;
  try {
    const url = embedded?.url ?? config.databaseUrl ?? "";
    const named = new URL(url);
    named.searchParams.set("application_name", OWN_CONNECTIONS);
    if (isReadOnly) named.searchParams.append("options", "-c default_transaction_read_only=on");
    // Without it a command would wait forever for a server that hangs.
    const watch = watchDatabase(named.href, { limits: { silenceMs: SILENCE_MS } });
    const db = openDatabase(named.href, { maxConnections: 4, watch, limits });
    try {
      // Held from the start: it shows the command that started the PostgreSQL that another one uses it.
      const presence = embedded === undefined ? undefined : await db.pool.connect();
      try {
        const result = await work({ db, url, log });
        if (embedded !== undefined && embedded.source !== "joined") await waitUntilAlone(db);
        return result;
      } finally {
        presence?.release();
      }
    } finally {
      await Promise.all([db.close(), watch.close()]);
    }
  } finally {
    await embedded?.stop();
  }
}

/** Distinguishes our own connections from others in PostgreSQL's list. */
const OWN_CONNECTIONS = `market ${process.pid}`;
const POLL_MS = 500;
/** A command that may have worked for minutes waits longer for a silent server. */
const SILENCE_MS = 30_000;
/**
 * Consecutive polls without a connection after which other commands count as gone: a starting command connects on and
 * off.
 */
const QUIET_POLLS = 3;

/**
 * Another command may have joined the PostgreSQL that this one started; stopping it now would interrupt that command.
 */
async function waitUntilAlone(db: Database): Promise<void> {
  const othersAreConnected = async () => {
    const [row] = await db.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND application_name <> $1 AND pid <> pg_backend_pid()`,
      [OWN_CONNECTIONS],
    );
    return (row?.others ?? 0) > 0;
  };
  if (!(await othersAreConnected())) return;
  process.stderr.write(
    "Done. Waiting for another command that uses the same database. Ctrl-C stops the database now.\n",
  );
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  for (let quiet = 0; quiet < QUIET_POLLS && !interrupt.signal.aborted; ) {
    await setTimeout(POLL_MS, undefined, { signal: interrupt.signal }).catch(() => {});
    quiet = (await othersAreConnected()) ? 0 : quiet + 1;
  }
}

/** Counts connections of other processes to this database: our servers, other commands, a psql. */
export async function otherConnections(db: Database): Promise<number> {
  const [row] = await db.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> $1
       AND pid <> pg_backend_pid()`,
    [OWN_CONNECTIONS],
  );
  return row?.others ?? 0;
}
