import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Database, Queries } from "./database.ts";
import { queriesOn, transactionOn } from "./transaction.ts";

/** Lock keys for work that only one process does at a time, on any machine: four letters in ASCII. */
export const ADVISORY_LOCKS = {
  /** Writing events ("even"). */
  events: 0x6576656e,
  /** Analysing news ("news"). */
  news: 0x6e657773,
  /** Reading sources of open data ("srcs"). */
  sources: 0x73726373,
} as const;

export interface LockOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Called once when another process holds the lock. */
  onWaiting?: (() => void) | undefined;
}

/** The connection that holds the lock. */
export interface LockedSession extends Queries {
  /** Runs work in a transaction on this connection. An error thrown by the work rolls everything back. */
  transaction<T>(work: (inside: Queries) => Promise<T>): Promise<T>;
}

const POLL_MS = 250;

/**
 * Runs work under the lock once no other process holds it.
 * The work must write through the connection that it gets, because that connection holds the lock.
 * A lost connection also loses the lock, so nothing more can be written.
 * @throws the signal's reason where it is aborted while waiting
 */
export async function withAdvisoryLock<T>(
  db: Pick<Database, "pool">,
  lock: keyof typeof ADVISORY_LOCKS,
  options: LockOptions,
  work: (session: LockedSession) => Promise<T>,
): Promise<T> {
  const key = ADVISORY_LOCKS[lock];
  const client = await db.pool.connect();
  let broken = false;
  try {
    await acquire(client, key, options);
    return await work({
      ...queriesOn(client),
      transaction: (inside) => transactionOn(client, inside),
    });
  } catch (error) {
    broken = true;
    throw error;
  } finally {
    if (!broken) await client.query("SELECT pg_advisory_unlock($1)", [key]).catch(() => {});
    // After a failure the connection is closed, which releases the lock and ends any open transaction.
    client.release(broken);
  }
}

async function acquire(client: PoolClient, key: number, { signal, onWaiting }: LockOptions): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [key]);
    if (rows[0]?.held) return;
    if (attempt === 0) onWaiting?.();
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}
