import { createHash } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Database } from "#foundation/db/database";
import { RateLimitedError } from "#foundation/errors/index";

/** Failures are counted in windows of this length, each from its first failure on. */
export const FAILURE_WINDOW_SECONDS = 15 * 60;
/** First wait of an address that has failed too often at an account; each further failure doubles it. */
const FIRST_WAIT_SECONDS = 30;
/** For as long as a refresh token lives, an address that has signed in is held only to its own failures. */
const KNOWN_SECONDS = 30 * 24 * 3600;
/**
 * Above this multiple of `perAccount` failures, an account accepts attempts only from addresses that have signed in to
 * it.
 */
const SIEGE = 10;

export interface SignInLimits {
  /** Failures allowed at one account from one address in a window, before that address has to wait. */
  perAccount: number;
  /** Failures allowed from one address in a window, for any accounts. */
  perAddress: number;
  /** Failures allowed with one API key in a window, for any accounts and addresses. */
  perKey: number;
}

/** A sign-in attempt: which account, from where, with which API key. */
export interface SignInAttempt {
  email: string;
  address: string;
  keyId: string;
}

export interface SignInThrottle {
  /** @throws RateLimitedError when this attempt has to wait */
  assertAllowed(attempt: SignInAttempt): Promise<void>;
  failed(attempt: SignInAttempt): Promise<void>;
  /** After a success, forgets the account's failures from this address, which is then known. */
  succeeded(attempt: SignInAttempt): Promise<void>;
}

// The table must not become a list of e-mail addresses, or of who signs in from where.
const digest = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** Returns the names of the counters, each a row of `sign_in_failures`. */
const keysOf = ({ email, address, keyId }: SignInAttempt) => ({
  /** Failures at the account from this address. */
  pair: `pair:${digest(email, address)}`,
  /** Exists while the address has to wait before it tries the account again. */
  wait: `wait:${digest(email, address)}`,
  /** Exists where this address has recently signed in to the account. */
  known: `known:${digest(email, address)}`,
  account: `account:${digest(email)}`,
  address: `address:${address}`,
  key: `key:${keyId}`,
});

interface Count {
  points: number;
  /** Seconds until it is forgotten. */
  secondsLeft: number;
}
const NOTHING: Count = { points: 0, secondsLeft: 0 };

/**
 * Counts failed sign-ins in PostgreSQL, so that the limits hold across processes and restarts. Slows guessing down by
 * its source address, so that an attacker cannot lock out the owner, who is elsewhere. Counts failures by e-mail even
 * when no account has it, so that a refusal does not reveal which exist.
 */
export function signInThrottle(db: Database, limits: SignInLimits): SignInThrottle {
  const counter = new RateLimiterPostgres({
    storeClient: db.pool,
    tableName: "sign_in_failures",
    tableCreated: true,
    keyPrefix: "",
    points: limits.perAccount,
    duration: FAILURE_WINDOW_SECONDS,
  });

  /** Reads all counts of an attempt in one statement. */
  async function counts<Name extends string>(keys: Record<Name, string>): Promise<Record<Name, Count>> {
    const rows = await db.query<{ key: string; points: number; expire: string }>(
      "SELECT key, points, expire FROM sign_in_failures WHERE key = ANY($1) AND expire > $2",
      [Object.values(keys), Date.now()],
    );
    const byKey = new Map(
      rows.map(({ key, points, expire }) => [
        key,
        { points, secondsLeft: Math.ceil((Number(expire) - Date.now()) / 1000) },
      ]),
    );
    const entries = Object.entries<string>(keys).map(([name, key]) => [name, byKey.get(key) ?? NOTHING]);
    return Object.fromEntries(entries);
  }

  function assertBelow({ points, secondsLeft }: Count, limit: number): void {
    if (points < limit || secondsLeft <= 0) return;
    throw new RateLimitedError("too many failed sign-ins; try again later", secondsLeft, limit);
  }

  return {
    async assertAllowed(attempt) {
      const found = await counts(keysOf(attempt));
      if (found.wait.points > 0) assertBelow({ ...found.wait, points: limits.perAccount }, limits.perAccount);
      if (found.known.points > 0) return;
      assertBelow(found.address, limits.perAddress);
      assertBelow(found.key, limits.perKey);
      assertBelow(found.account, SIEGE * limits.perAccount);
    },

    async failed(attempt) {
      const keys = keysOf(attempt);
      const [pair, account] = await Promise.all([
        counter.penalty(keys.pair),
        counter.penalty(keys.account),
        counter.penalty(keys.address),
        counter.penalty(keys.key),
      ]);
      const { known } = await counts({ known: keys.known });
      const isBesieged = account.consumedPoints - pair.consumedPoints >= limits.perAccount;
      // While an account is under attack, an unknown address has one attempt. The owner's address is known, or one
      // attempt is enough.
      const free = isBesieged && known.points === 0 ? 1 : limits.perAccount;
      const beyond = pair.consumedPoints - free;
      if (beyond < 0) return;
      const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** beyond, FAILURE_WINDOW_SECONDS);
      await counter.set(keys.wait, 1, seconds);
    },

    async succeeded(attempt) {
      const keys = keysOf(attempt);
      await Promise.all([counter.delete(keys.pair), counter.set(keys.known, 1, KNOWN_SECONDS)]);
    },
  };
}
