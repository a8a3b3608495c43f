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

/** What this process has taken of a key's points, and not yet spent. */
interface Lease {
  left: number;
  /** What nobody has taken, as far as this process knows. */
  untaken: number;
  /** Unix time in milliseconds. */
  endsAt: number;
}

export interface KeyBudget {
  /** Takes points of a key. @throws RateLimitedError when there are not as many until the window is over */
  spend(keyId: string, points: number): Promise<Balance>;
}

/**
 * The points of each key, counted by rate-limiter-flexible in PostgreSQL, for all processes together. A process takes them there in
 * batches and spends them from its memory: what it has taken and does not need is missing elsewhere until the window is over, a
 * hundredth at most. When PostgreSQL is away each process counts for itself.
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

  /** One statement at a time for a key: whoever comes meanwhile waits for it and looks again. */
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
      // What costs more than there ever is takes all of it.
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

/** Counts points in the store. Whether they are too many is for the caller to see. */
async function consume(store: RateLimiterAbstract, keyId: string, points: number): Promise<RateLimiterRes> {
  try {
    return await store.consume(keyId, points);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}
