import type { z } from "zod";
import { wholeNumber } from "./values.ts";

/** Environment variables that limit one key and the whole server. */
export const limitsEnvironment = {
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000)
    .default(60_000)
    .describe(
      "points of one key per minute, for all interfaces and processes together. A plain request costs one point, larger ones [more](limits.md); 0: no limit",
    ),
  MAX_REQUESTS_PER_KEY: wholeNumber(1, 100_000)
    .default(256)
    .describe("simultaneous requests of one key, in each process"),
  MAX_STREAMS_PER_KEY: wholeNumber(1, 100_000).default(100).describe("open streams of one key, in each process"),
  MAX_STREAMS: wholeNumber(1, 1_000_000).default(1_000).describe("open streams of all keys, in each process"),
  MAX_COSTLY_OPERATIONS: wholeNumber(1, 1_000)
    .default(2)
    .describe(
      "[costly operations](limits.md#costly-operations) of all teams at once, in each process that several teams use",
    ),
  COSTLY_OPERATION_WAIT_SECONDS: wholeNumber(1, 600)
    .default(10)
    .describe("longest wait for the turn of a costly operation"),
  COSTLY_OPERATION_PAUSE_PERCENT: wholeNumber(0, 1_000)
    .default(100)
    .describe("a team's pause after its costly operation, in percent of what the operation took"),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000)
    .default(500)
    .describe("delay of the event loop above which a process sheds load with 503; 0: never"),
  SIGN_IN_FAILURES_PER_ACCOUNT: wholeNumber(1, 1_000_000)
    .default(10)
    .describe(
      "failed sign-ins to one account that are allowed in 15 minutes ([details](authentication.md#sign-in-limits))",
    ),
  SIGN_IN_FAILURES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(50).describe("the same from one address"),
  SIGN_IN_FAILURES_PER_KEY: wholeNumber(1, 1_000_000).default(500).describe("the same with one API key"),
};

type Environment = z.output<z.ZodObject<typeof limitsEnvironment>>;

/** Limits on requests (docs/limits.md). */
export interface LimitsConfig {
  /** Points of one key per minute, over all doors and processes; 0: no limit. */
  pointsPerMinute: number;
  /** Concurrent requests of one key in each process. */
  requestsPerKey: number;
  /** Open streams of one key, and of all keys, in each process. */
  streamsPerKey: number;
  streams: number;
  /** Costly operations of all teams that a process runs at once while several teams use it. */
  costlyAtOnce: number;
  /** Longest wait for the turn of a costly operation, in milliseconds. */
  costlyWaitMs: number;
  /** Pause of a team after its costly operation, as a share of what the operation took. */
  costlyPause: number;
  /** A process sheds load while its event loop is delayed by more than this; 0: never. */
  eventLoopDelayMs: number;
  /** Failed sign-ins allowed in 15 minutes. */
  signInFailuresPerAccount: number;
  signInFailuresPerAddress: number;
  signInFailuresPerKey: number;
}

/** Reads the limits. */
export function readLimits(e: Environment): LimitsConfig {
  return {
    pointsPerMinute: e.RATE_LIMIT_PER_MINUTE,
    requestsPerKey: e.MAX_REQUESTS_PER_KEY,
    streamsPerKey: e.MAX_STREAMS_PER_KEY,
    streams: e.MAX_STREAMS,
    costlyAtOnce: e.MAX_COSTLY_OPERATIONS,
    costlyWaitMs: e.COSTLY_OPERATION_WAIT_SECONDS * 1_000,
    costlyPause: e.COSTLY_OPERATION_PAUSE_PERCENT / 100,
    eventLoopDelayMs: e.MAX_EVENT_LOOP_DELAY_MS,
    signInFailuresPerAccount: e.SIGN_IN_FAILURES_PER_ACCOUNT,
    signInFailuresPerAddress: e.SIGN_IN_FAILURES_PER_ADDRESS,
    signInFailuresPerKey: e.SIGN_IN_FAILURES_PER_KEY,
  };
}
