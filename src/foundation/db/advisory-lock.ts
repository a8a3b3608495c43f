import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import type { Database, Queries } from "./database.ts";
import { queriesOn, type TransactionOptions, transactionOn } from "./transaction.ts";

/** Lock keys for work that only one process does at a time, on any machine: four letters in ASCII. */
export const ADVISORY_LOCKS = {
  /** Writing events ("even"), in parts that are weeks. */
  events: 0x6576656e,
  /** Analysing news ("news"). */
  news: 0x6e657773,
  /** Reading sources of open data ("srcs"). */
  sources: 0x73726373,
} as const;

export interface LockOptions {
  /** A 32-bit integer: locks only this part. Parts exclude themselves and the whole, but not one another. */
  part?: number | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Called once when another process holds the lock. */
  onWaiting?: (() => void) | undefined;
}

/** The connection that holds the lock. */
export interface LockedSession extends Queries {
  /** Runs work in a transaction on this connection. An error thrown by the work rolls everything back. */
  transaction<T>(work: (inside: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

const POLL_MS = 250;

/**
 * Runs work under the lock, or under one part of it, once no other process holds it. The work must write through the
 * connection that it gets, because that connection holds the lock. A lost connection also loses the lock, so nothing
 * more can be written.
 * @throws the signal's reason where it is aborted while waiting
 */
export async function withAdvisoryLock<T>(
  db: Pick<Database, "openSession">,
  lock: keyof typeof ADVISORY_LOCKS,
  options: LockOptions,
  work: (session: LockedSession) => Promise<T>,
): Promise<T> {
  // Outside the pool: whoever waits for a lock, or works under it for long, takes no connection from others.
  const session = await db.openSession();
  try {
    await acquire(session, ADVISORY_LOCKS[lock], options);
    return await work({
      ...queriesOn(session),
      transaction: (inside, given) => transactionOn(session, inside, given),
    });
  } finally {
    // Ending the session frees the locks and rolls back an open transaction.
    session.abandon();
  }
}

/** The holder of a part holds the whole in shared mode, so that the holder of the whole has it alone. */
const TRY = {
  whole: "SELECT pg_try_advisory_lock($1) AS held",
  shared: "SELECT pg_try_advisory_lock_shared($1) AS held",
  part: "SELECT pg_try_advisory_lock($1, $2) AS held",
};

async function acquire(session: Connection, key: number, { part, signal, onWaiting }: LockOptions): Promise<void> {
  let hasWaited = false;
  const hold = async (text: string, keys: readonly number[]) => {
    for (;;) {
      signal?.throwIfAborted();
      const { rows } = await session.query<{ held: boolean }>(text, [...keys]);
      if (rows[0]?.held) return;
      if (!hasWaited) onWaiting?.();
      hasWaited = true;
      await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    }
  };
  if (part === undefined) return hold(TRY.whole, [key]);
  await hold(TRY.shared, [key]);
  await hold(TRY.part, [key, part]);
}
