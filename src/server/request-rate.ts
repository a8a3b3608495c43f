import type { ServerResponse } from "node:http";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Caller } from "#accounts/auth/caller";
import { RateLimitedError } from "#foundation/errors/index";

const WINDOW_SECONDS = 60;

/**
 * Counts the requests of each key and says in the answer's headers how many are left. In the memory of this process: so many
 * processes, so many times the limit, but no write for each read. 0: no limit, no headers.
 * @returns the counter, which throws RateLimitedError
 */
export function requestRate(requestsPerMinute: number): (caller: Caller, response: ServerResponse) => Promise<void> {
  if (requestsPerMinute === 0) return async () => {};
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: WINDOW_SECONDS });
  return async ({ keyId }, response) => {
    const counted = await limiter.consume(keyId).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    const reset = Math.ceil(counted.msBeforeNext / 1000);
    response.setHeader("ratelimit-limit", String(requestsPerMinute));
    response.setHeader("ratelimit-remaining", String(counted.remainingPoints));
    response.setHeader("ratelimit-reset", String(reset));
    if (counted.consumedPoints > requestsPerMinute)
      throw new RateLimitedError(`at most ${requestsPerMinute} requests a minute`, reset, requestsPerMinute);
  };
}
