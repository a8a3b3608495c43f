import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Database } from "./database.ts";

/** What one process at a time does, on any machine: the key of its lock, four letters in ASCII. */
export const ADVISORY_LOCKS = {
  /** Writing events ("even"). */
  events: 0x6576656e,
  /** Analysing news ("news"). */
  news: 0x6e657773,
} as const;

export interface LockOptions {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Told once, when another process has the lock. */
  onWaiting?: (() => void) | undefined;
}

const POLL_MS = 250;

/**
 * Runs work while no other process holds the lock: waits for one that does. The lock belongs to the connection that the work
 * gets, which is to write through it: when the connection is lost the lock is too, and nothing more can be written.
 * @throws the signal's reason where it is aborted while waiting
 */
export async function withAdvisoryLock<T>(
  db: Pick<Database, "pool">,
  lock: keyof typeof ADVISORY_LOCKS,
  options: LockOptions,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const key = ADVISORY_LOCKS[lock];
  const client = await db.pool.connect();
  let broken = false;
  try {
    await acquire(client, key, options);
    return await work(client);
  } catch (error) {
    broken = true;
    throw error;
  } finally {
    if (!broken) await client.query("SELECT pg_advisory_unlock($1)", [key]).catch(() => {});
    // After a failure the connection goes, and with it the lock and whatever transaction was open.
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
