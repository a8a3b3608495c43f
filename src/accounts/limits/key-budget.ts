import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Database } from "#foundation/db/database";
import { RateLimitedError } from "#foundation/errors/index";

/** Points are counted in windows of this length, each from a key's first point on. */
export const WINDOW_SECONDS = 60;
/** A process takes a key's points in this many batches, so that one request in some hundred asks the database. */
const BATCHES = 100;
/** Windows that are over are forgotten when so many keys are known. */
const SWEEP_ABOVE = 1_000;

/** What a key has left, for the headers of an answer. */
export interface Balance {
  limit: number;
  remaining: number;
  /** Seconds until all points are there again. */
  resetSeconds: number;
}

/** The points of a key that this process has taken and not yet spent. */
interface Lease {
  left: number;
  /** Points that no process has taken, as far as this one knows. */
  untaken: number;
  /** Unix time in milliseconds. */
  endsAt: number;
}

export interface KeyBudget {
  /** Takes points of a key. @throws RateLimitedError when too few are left in the window */
  spend(keyId: string, points: number): Promise<Balance>;
}

/**
 * The points of each key, counted by rate-limiter-flexible in PostgreSQL, for all processes together. A process takes
 * points there in batches and spends them from its memory. Points that it does not need are missing elsewhere until the
 * window is over: a hundredth at most. When PostgreSQL is away each process counts for itself.
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

  /** One statement at a time for a key: concurrent callers wait for it and check again. */
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
      // A request that costs more than a whole window's points takes them all.
      const points = Math.min(asked, limit);
      for (;;) {
        const lease = current(keyId);
        if (lease !== undefined && lease.left >= points) {
          lease.left -= points;
          return balanceOf(lease);
        }
        if (lease !== undefined && lease.untaken === 0) {
          const { resetSeconds } = balanceOf(lease);
          throw new RateLimitedError(`at most ${limit} points a minute`, resetSeconds, limit);
        }
        await takeOnce(keyId, points);
      }
    },
  };
}

/** Counts points in the store. The caller decides whether they are too many. */
async function consume(store: RateLimiterAbstract, keyId: string, points: number): Promise<RateLimiterRes> {
  try {
    return await store.consume(keyId, points);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}
