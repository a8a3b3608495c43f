import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Database } from "#foundation/db/database";
import { RateLimitedError } from "#foundation/errors/index";

/** Length of the windows in which points are counted, each from a key's first point on. */
export const WINDOW_SECONDS = 60;
/** Number of batches in which a process takes a key's points, so that one request in some hundred asks the database. */
const BATCHES = 100;
/** Number of known keys above which ended windows are forgotten. */
const SWEEP_ABOVE = 1_000;

/** A key's remaining points, for the headers of an answer. */
export interface Balance {
  limit: number;
  remaining: number;
  /** Seconds until all points are available again. */
  resetSeconds: number;
}

/** The points of a key that this process has taken but not spent. */
interface Lease {
  left: number;
  /** Points that no process has taken, as far as this one knows. */
  untaken: number;
  /** Unix time in milliseconds. */
  endsAt: number;
}

export interface KeyBudget {
  /** Spends points of a key. @throws RateLimitedError when too few are left in the window */
  spend(keyId: string, points: number): Promise<Balance>;
}

/**
 * Counts the points of each key with rate-limiter-flexible in PostgreSQL, for all processes together. A process takes
 * points in batches and spends them from memory. Unused ones are missing elsewhere until the window ends: a hundredth
 * at most. When PostgreSQL is away, each process counts for itself.
 */
export function keyBudget(db: Pick<Database, "pool">, limit: number): KeyBudget {
  const store = new RateLimiterPostgres({
    storeClient: db.pool,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: "key",
    points: limit,
    duration: WINDOW_SECONDS,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: "key", points: limit, duration: WINDOW_SECONDS }),
  });
  const leases = new Map<string, Lease>();
  const taking = new Map<string, Promise<void>>();
  const batch = Math.max(1, Math.floor(limit / BATCHES));

  const current = (keyId: string): Lease | undefined => {
    const lease = leases.get(keyId);
    return lease !== undefined && lease.endsAt > Date.now() ? lease : undefined;
  };

  async function take(keyId: string, points: number): Promise<void> {
    const wanted = Math.max(batch, points - (current(keyId)?.left ?? 0));
    const { consumedPoints, msBeforeNext } = await consume(store, keyId, wanted);
    const before = consumedPoints - wanted;
    const granted = Math.max(0, Math.min(wanted, limit - before));
    const kept = current(keyId)?.left ?? 0;
    if (leases.size > SWEEP_ABOVE) for (const [key, { endsAt }] of leases) if (endsAt <= Date.now()) leases.delete(key);
    leases.set(keyId, {
      left: kept + granted,
      untaken: Math.max(0, limit - consumedPoints),
      endsAt: Date.now() + msBeforeNext,
    });
  }

  /** Takes points in one statement at a time per key: concurrent callers wait for it and check again. */
  function takeOnce(keyId: string, points: number): Promise<void> {
    const running = taking.get(keyId);
    if (running !== undefined) return running;
    const started = take(keyId, points).finally(() => taking.delete(keyId));
    taking.set(keyId, started);
    return started;
  }

  const balanceOf = ({ left, untaken, endsAt }: Lease): Balance => ({
    limit,
    remaining: Math.max(0, left + untaken),
    resetSeconds: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)),
  });

  return {
    async spend(keyId, asked) {
      // A request that costs more than a window's points takes all of them.
      const points = Math.min(asked, limit);
      for (;;) {
        const lease = current(keyId);
        if (lease !== undefined && lease.left >= points) {
          lease.left -= points;
          return balanceOf(lease);
        }
        if (lease !== undefined && lease.untaken === 0) {
          const { resetSeconds } = balanceOf(lease);
          throw new RateLimitedError(`a key can use at most ${limit} points per minute`, resetSeconds, limit);
        }
        await takeOnce(keyId, points);
      }
    },
  };
}

/** Counts points in the store; the caller decides whether they are too many. */
async function consume(store: RateLimiterAbstract, keyId: string, points: number): Promise<RateLimiterRes> {
  try {
    return await store.consume(keyId, points);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}
