import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { Connection, NOT_ANSWERED } from "./connection.ts";
import { DatabaseUnavailableError, databaseUnavailable } from "./database-unavailable.ts";
import type { DatabaseLimits } from "./limits.ts";
import { Channels, type Listener } from "./listener.ts";
import type { Pool } from "./pool.ts";

/** Delay between attempts to reach a server that is away, and before a lost connection is remade. */
const RETRY_MS = 500;
const RECONNECT_MS = 50;
/** SQLSTATE of a server with no free connection: existing connections keep working. */
const TOO_MANY_CONNECTIONS = "53300";
/** The server ends a watch session after this much silence, and frees its locks. */
const SESSION_IDLE_MS = 10_000;

const isSilence = (error: unknown) => error instanceof Error && error.message === NOT_ANSWERED;

/**
 * A process's only connection with its own session. It tells whether the database answers, holds a lock that stands for
 * the process, and receives notifications.
 */
export interface DatabaseWatch {
  /** Returns why the database cannot be used now; null while it can, or while that is still unknown. */
  outage(): DatabaseUnavailableError | null;
  /**
   * Returns the key of an advisory lock that this process holds while connected, as a decimal number; null while
   * disconnected.
   * It identifies this process: when the lock is free, the process or its connection is gone.
   */
  session(): string | null;
  /** Returns the notifications of a channel. */
  listen(channel: string): Listener;
  /** Registers a pool whose connections are cut when the server falls silent. */
  guard(pool: Pick<Pool, "cut">): void;
  close(): Promise<void>;
}

/** Wraps a watch so that it reports an outage until the database has been prepared. */
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
 * Watches the database on a separate connection.
 * A hung server raises no error, and a time limit short enough to notice it would also end slow statements.
 * The watch therefore probes the server all the time.
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
    // A changed password, or a server without free connections, does not affect open connections.
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

  /** Connects and watches until told to stop. @throws where no connection could be made */
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
        // A lost connection is remade at once. The server counts as away only when that fails or when it does not
        // answer.
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
