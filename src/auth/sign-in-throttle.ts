import { createHash } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Database } from "../db/database.ts";
import { RateLimitedError } from "../errors/index.ts";

/** Failures are counted in windows of this length, each from its first failure on. */
export const FAILURE_WINDOW_SECONDS = 15 * 60;

export interface SignInLimits {
  /** Failures of one account in a window. */
  perAccount: number;
  /** Failures from one address in a window, whatever the accounts. */
  perAddress: number;
}

export interface SignInThrottle {
  /** @throws RateLimitedError when the account or the address has failed too often */
  assertAllowed(email: string, address: string): Promise<void>;
  /** Counts a failure against both. */
  failed(email: string, address: string): Promise<void>;
}

/**
 * Counts failed sign-ins in PostgreSQL, so that the limits hold across processes and restarts. Accounts are counted by e-mail,
 * whether somebody has it or not: a refusal does not tell.
 */
export function signInThrottle(db: Database, limits: SignInLimits): SignInThrottle {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: db.pool,
      tableName: "sign_in_failures",
      tableCreated: true,
      keyPrefix,
      points,
      duration: FAILURE_WINDOW_SECONDS,
    });
  const accounts = limiter("account", limits.perAccount);
  const addresses = limiter("address", limits.perAddress);
  // The table must not become a list of e-mail addresses.
  const accountKey = (email: string) => createHash("sha256").update(email).digest("base64url");

  async function assertBelow(found: ReturnType<RateLimiterPostgres["get"]>, limit: number): Promise<void> {
    const failures = await found;
    if (failures === null || failures.consumedPoints < limit || failures.msBeforeNext <= 0) return;
    throw new RateLimitedError(
      "too many failed sign-ins; try again later",
      Math.ceil(failures.msBeforeNext / 1000),
      limit,
    );
  }

  return {
    async assertAllowed(email, address) {
      await assertBelow(accounts.get(accountKey(email)), limits.perAccount);
      await assertBelow(addresses.get(address), limits.perAddress);
    },
    async failed(email, address) {
      await Promise.all([accounts.penalty(accountKey(email)), addresses.penalty(address)]);
    },
  };
}
