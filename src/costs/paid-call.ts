import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import type { Database } from "#foundation/db/database";
import { MICRO_USD } from "#foundation/micro-usd";
import { traced } from "#foundation/tracing/tracing";
import type { Json, Pay, ProviderCall } from "#providers/provider-call";
import { ProviderError } from "#providers/provider-error";
import { countCall } from "./call-metrics.ts";
import { CostCapReachedError } from "./cost-cap.ts";
import { closeEntry, type EntryEnd, type NewEntry, openEntries, openEntry } from "./ledger.ts";
import type { Payer } from "./payer.ts";
import { recordAnswer, recordedAnswer, requestHash } from "./recordings.ts";

export interface PaidCallOptions {
  signal?: AbortSignal;
  /** Number of retries after a failure that may pass; each is a separate entry. */
  retries?: number;
  /**
   * Longest wait before a retry, even when a provider asks for more, and for calls that occupy the cap; by default a
   * minute.
   */
  longestWaitMs?: number;
}

/** Options for interactive questions: where the provider is slow, the user gets the rules' answer. */
export const SOMEBODY_WAITS: PaidCallOptions = { retries: 1, longestWaitMs: 2_000 };

/** Grace between an attempt's deadline and marking its entry as cut off: time to record how it ended. */
const GRACE_MS = 15_000;
/** Interval of polling a call under way. */
const LOOK_AGAIN_MS = 250;
const LONGEST_WAIT_MS = 60_000;

/**
 * Factor of the call's cap up to which a provider's own figure of its charge is accepted; a dollar is always accepted.
 * A larger, negative or malformed figure is the provider's mistake, and the cost is then unknown.
 */
const BELIEVED_TIMES_CAP = 10;

function endOfAnswer(told: number, capMicroUsd: number, usage: Record<string, number>): EntryEnd {
  const isCredible = told >= 0 && told <= Math.max(MICRO_USD, capMicroUsd * BELIEVED_TIMES_CAP);
  return isCredible ? { state: "settled", amount: Math.ceil(told), usage } : { state: "unknown" };
}

/** Returns what a failed attempt counts as. Only a provider's own error tells what was charged. */
function endOf(error: unknown): EntryEnd {
  if (error instanceof ProviderError && error.costMicroUsd !== undefined)
    return { state: "failed", amount: error.costMicroUsd };
  return { state: "unknown" };
}

/** Makes the call and counts its outcome once, whatever becomes of the entry. */
async function counted<T extends Json>(
  call: ProviderCall<T>,
  signal: AbortSignal,
): Promise<{ answer: T; end: EntryEnd }> {
  const beganAt = performance.now();
  try {
    const { answer, costMicroUsd, usage } = await call.run(signal);
    const end = endOfAnswer(costMicroUsd, call.capMicroUsd, usage);
    countCall(call, end, beganAt);
    return { answer, end };
  } catch (error) {
    countCall(call, endOf(error), beganAt);
    throw error;
  }
}

/** Waits while another process makes the same call. Marks one that was cut off, and does not wait for it. */
async function whileUnderWay(db: Database, payer: Payer, hash: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const open = await openEntries(db, payer, hash);
    for (const { id, isOver } of open)
      if (isOver) await db.prisma.$transaction((tx) => closeEntry(tx, id, { state: "unknown" }));
    if (open.every(({ isOver }) => isOver)) return;
    await sleep(LOOK_AGAIN_MS, undefined, signal ? { signal } : {});
  }
}

/**
 * Opens an entry. Where only calls under way fill the cap, it waits, because they may cost less.
 * @returns as `openEntry` @throws CostCapReachedError
 */
async function openWithin(
  db: Database,
  payer: Payer,
  entry: NewEntry,
  { signal, longestWaitMs = LONGEST_WAIT_MS }: PaidCallOptions,
): Promise<string | null> {
  const until = Date.now() + longestWaitMs;
  for (;;) {
    try {
      return await openEntry(db, payer, entry);
    } catch (error) {
      if (!(error instanceof CostCapReachedError && error.mayFitLater) || Date.now() >= until) throw error;
    }
    await sleep(LOOK_AGAIN_MS, undefined, signal ? { signal } : {});
  }
}

const limited = (timeoutMs: number, signal: AbortSignal | undefined): AbortSignal => {
  const limit = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, limit]) : limit;
};

/** Repeats an attempt while it may succeed later and the provider does not ask for too long a wait. */
function repeated<T>(
  attempt: () => Promise<T>,
  { signal, retries = 2, longestWaitMs = LONGEST_WAIT_MS }: PaidCallOptions,
): Promise<T> {
  const worthIt = (error: Error): error is ProviderError =>
    error instanceof ProviderError && error.retryable && (error.retryAfterMs ?? 0) <= longestWaitMs;
  return pRetry(attempt, {
    retries,
    minTimeout: 500,
    maxTimeout: 10_000,
    ...(signal ? { signal } : {}),
    shouldRetry: ({ error }) => worthIt(error),
    onFailedAttempt: async ({ error, retriesLeft }) => {
      if (retriesLeft > 0 && worthIt(error) && error.retryAfterMs !== undefined)
        await sleep(error.retryAfterMs, undefined, signal ? { signal } : {});
    },
  });
}

/**
 * Calls a paid provider for a payer. A recorded answer costs nothing. Answers are recorded under the job (or one that
 * it continues), under the run of a dossier, or permanently for the platform's events. Without a recorded answer it
 * writes the intent at its cap and makes the call. It then settles the real cost and the recorded answer in one
 * transaction. A process killed in between leaves the intent, which counts at its cap and is marked as unknown.
 *
 * Retries failures that may pass, each attempt as a separate entry. Waits as long as the provider asks, up to a minute.
 * @throws CostCapReachedError, before any call is made; ProviderError
 */
export async function paidCall<T extends Json>(
  db: Database,
  payer: Payer,
  call: ProviderCall<T>,
  options: PaidCallOptions = {},
): Promise<T> {
  const { provider, operation, model = "", request, capMicroUsd, timeoutMs } = call;
  const hash = requestHash({ provider, operation, model, request }, payer.columnId);

  const attempt = async (): Promise<T> => {
    let id: string | null = null;
    while (id === null) {
      if (payer.remembers) {
        await whileUnderWay(db, payer, hash, options.signal);
        // Recorded under this very request.
        const before = (await recordedAnswer(db, payer, hash)) as { answer: T } | undefined;
        if (before !== undefined) return before.answer;
      }
      const leaseMs = timeoutMs + GRACE_MS;
      id = await openWithin(
        db,
        payer,
        { provider, operation, model, requestHash: hash, capMicroUsd, leaseMs },
        options,
      );
    }
    const entry = id;
    try {
      const { answer, end } = await traced(
        `paid ${operation}`,
        { kind: "client", attributes: { provider, model } },
        () => counted(call, limited(timeoutMs, options.signal)),
      );
      await db.prisma.$transaction(async (tx) => {
        await closeEntry(tx, entry, end);
        if (payer.remembers)
          await recordAnswer(tx, payer, { requestHash: hash, provider, operation, model, request, answer });
      });
      return answer;
    } catch (error) {
      await db.prisma.$transaction((tx) => closeEntry(tx, entry, endOf(error)));
      throw error;
    }
  };

  return repeated(attempt, options);
}

/** Returns the function that calls providers for a payer. */
export const payFor =
  (db: Database, payer: Payer, options: PaidCallOptions = {}): Pay =>
  (call) =>
    paidCall(db, payer, call, options);
