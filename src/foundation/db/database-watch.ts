import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { Connection, NOT_ANSWERED } from "./connection.ts";
import { DatabaseUnavailableError, databaseUnavailable } from "./database-unavailable.ts";
import type { DatabaseLimits } from "./limits.ts";
import { Channels, type Listener } from "./listener.ts";
import type { Pool } from "./pool.ts";

/** Between attempts to reach a server that is away, and before a connection that was lost is made again. */
const RETRY_MS = 500;
const RECONNECT_MS = 50;
/** SQLSTATE of a server that has no connection left: existing connections go on working. */
const TOO_MANY_CONNECTIONS = "53300";
/** The server ends a watching session that was silent for so long, and frees its locks. */
const SESSION_IDLE_MS = 10_000;

const isSilence = (error: unknown) => error instanceof Error && error.message === NOT_ANSWERED;

/**
 * The one connection of a process that has a session of its own: it tells whether the database answers, holds a lock that
 * stands for the process, and hears notifications.
 */
export interface DatabaseWatch {
  /** Why it cannot be used now; null while it can, or while that is not known yet. */
  outage(): DatabaseUnavailableError | null;
  /**
   * Identifies this process while it is connected: the key of an advisory lock that it holds, as a decimal number. When
   * the lock is free, the process or its connection is gone. Null while there is no connection.
   */
  session(): string | null;
  /** Notifications of a channel. */
  listen(channel: string): Listener;
  /** A pool whose connections are cut when the server has fallen silent. */
  guard(pool: Pick<Pool, "cut">): void;
  close(): Promise<void>;
}

/** The same, but it reports an outage until the database has been prepared. */
export function heldUntil(prepared: Promise<unknown>, watch: DatabaseWatch): DatabaseWatch {
  let held: DatabaseUnavailableError | null = new DatabaseUnavailableError("The database is not prepared yet");
  prepared.then(
    () => {
      held = null;
    },
    () => {},
  );
  return { ...watch, outage: () => held ?? watch.outage() };
}

export interface WatchOptions {
  limits: Pick<DatabaseLimits, "silenceMs">;
  log?: Pick<Logger, "info" | "warn"> | undefined;
}

/**
 * Watches the database by a connection of its own. A server that hangs raises no error. A time limit short enough to
 * notice it would also end statements that are merely slow. The watch therefore probes the server all the time.
 */
export function watchDatabase(url: string, { limits: { silenceMs }, log }: WatchOptions): DatabaseWatch {
  const stop = new AbortController();
  const guarded = new Set<Pick<Pool, "cut">>();
  let outage: DatabaseUnavailableError | null = null;
  let awaySince = 0;
  let told = "";
  let session: string | null = null;
  const channels = new Channels(silenceMs);

  const failed = (error: unknown) => {
    if (stop.signal.aborted) return;
    const reason = databaseUnavailable(url, error);
    if (reason.message !== told)
      log?.warn({ reason: reason.message }, "the database cannot be reached; it is tried again and again");
    told = reason.message;
    // A changed password, or a server without free connections, does not concern connections that are open already.
    if (!reason.isAway || (error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS)) return;
    if (outage === null) awaySince = Date.now();
    outage = reason;
    for (const pool of guarded) pool.cut(reason);
  };
  const connected = () => {
    if (outage !== null) log?.info({ awaySeconds: (Date.now() - awaySince) / 1000 }, "the database answers again");
    outage = null;
    told = "";
  };

  /** Connects, and watches until told to stop. Throws where no connection could be made. */
  const watch = async () => {
    const client = new Connection({ connectionString: url }, { connectMs: silenceMs });
    try {
      await client.connect();
      const key = randomBytes(8).readBigInt64BE().toString();
      await client.ask(`SET idle_session_timeout = ${SESSION_IDLE_MS}`, [], silenceMs);
      await client.ask("SELECT pg_advisory_lock($1)", [key], silenceMs);
      await channels.attach(client);
      session = key;
      connected();
      await client.untilSilent(silenceMs, stop.signal).catch((error: unknown) => {
        // A lost connection is made again at once. The server is away only when that fails, or when it gives no answer.
        if (isSilence(error)) failed(error);
      });
    } finally {
      session = null;
      channels.detach(client);
      client.abandon();
    }
  };

  const running = (async () => {
    while (!stop.signal.aborted) {
      let pauseMs = RECONNECT_MS;
      try {
        await watch();
      } catch (error) {
        failed(error);
        pauseMs = RETRY_MS;
      }
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();

  return {
    outage: () => outage,
    session: () => session,
    listen: (channel) => channels.listen(channel),
    guard: (pool) => guarded.add(pool),
    async close() {
      stop.abort();
      await running;
    },
  };
}
