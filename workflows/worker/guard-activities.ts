import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import type { Logger } from "pino";
import { EngineAwayError } from "#companies/engine/engine-client";
import { databaseOutage } from "#foundation/db/outage";
import { AppError, messageOf } from "#foundation/errors/index";
import { FetchFailedError } from "#providers/fetching/errors";
import { isProviderAway } from "#providers/provider-error";
import { EXPECTED_FAILURE } from "../sandbox/failure.ts";
import { countAttempt, type Outcome } from "./activity-metrics.ts";

/** Interval of heartbeats while a step runs something that cannot report by itself. */
const PULSE_MS = 2_000;
/** Pause between attempts during an outage: short enough to notice its end, and no burden to a recovering server. */
const OUTAGE_RETRY_MS = 5_000;
/** Longest pause, even when a provider asks for more. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** Pause between attempts after an unexpected error: doubled each time, up to a limit. */
const FIRST_FAULT_MS = 500;
const LONGEST_FAULT_MS = 10_000;
/** Number of recurrences from which an unexpected error counts as permanent: a bug. */
const MOST_FAULTS = 5;
/** Maximum number of attempts while the database is busy; after that, this step itself is the cause. */
const MOST_WHEN_BUSY = 100;

/** Throws when the activity was asked to stop. @throws CancelledFailure */
export function throwIfCancelled(): void {
  if (Context.current().cancellationSignal.aborted) throw new CancelledFailure("cancelled on request");
}

/** Reports a step's progress to Temporal in words, which operators read under the pending activity. */
export function heartbeat(details: { phase: string; done?: number; total?: number }): void {
  const { phase, done, total } = details;
  Context.current().heartbeat(done === undefined ? phase : `${phase} ${done}${total === undefined ? "" : `/${total}`}`);
  throwIfCancelled();
}

/**
 * Runs long work that cannot report by itself, with heartbeats meanwhile. A cancel ends the wait, and the signal tells
 * the work.
 */
export async function withPulse<T>(phase: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(phase), PULSE_MS);
  try {
    return await Promise.race([work(context.cancellationSignal), context.cancelled]);
  } finally {
    clearInterval(timer);
  }
}

/** Whether a provider's error is final: a wrong key or a missing model stays wrong. */
function isFinal(error: unknown): error is Error {
  return error instanceof Error && "retryable" in error && error.retryable === false;
}

/**
 * Whether it is an outage: the database, the search engine, a provider or another server, or the way to it, is away. It
 * is no fault of the job.
 */
function isOutage(error: unknown): error is Error {
  return (
    databaseOutage(error) === "away" ||
    error instanceof EngineAwayError ||
    isProviderAway(error) ||
    (error instanceof FetchFailedError && error.retryable)
  );
}

/** Returns the pause before the next attempt: as long as a provider asks, or the default. */
function waitMs(error: Error, usualMs: number): number {
  const asked = "retryAfterMs" in error && typeof error.retryAfterMs === "number" ? error.retryAfterMs : 0;
  return Math.max(usualMs, Math.min(asked, LONGEST_WAIT_MS));
}

/** Prisma quotes our own code before it says what happened. */
const lastLine = ({ message }: Error): string => message.trim().split("\n").at(-1) ?? "";

/** Returns the key of a step: all attempts of one activity in one run share it. */
function stepName(): string {
  const { workflowExecution, activityId } = Context.current().info;
  return `${workflowExecution?.runId} ${activityId}`;
}

/** Payloads are encrypted unless they are strings, which are for operators (see `codec.ts`). */
// biome-ignore lint/suspicious/noConfusingVoidType: some activities answer nothing
type Activity = (input: never) => Promise<object | number | boolean | null | void>;

export interface BoundaryDeps {
  log: Logger;
  /** Pause between attempts during an outage; five seconds by default. */
  outageRetryMs?: number;
}

/**
 * Guards the only place where activities throw. An expected error fails the workflow with its own message and is not
 * retried. In an outage, the step is retried for as long as the workflow's policy allows, for hours. Any other error is
 * logged and retried a few times; then it fails the job, with its message for the operator.
 */
export function guardActivities<T extends Record<string, Activity>>(activities: T, deps: BoundaryDeps): T {
  const { log, outageRetryMs = OUTAGE_RETRY_MS } = deps;
  /** Unexpected errors by step. Temporal's attempts cannot be used: most may have ended with an outage. */
  const faults = new Map<string, number>();
  /** Steps that wait for an outage to end; each is logged once. */
  const waiting = new Set<string>();
  const forget = (step: string) => {
    faults.delete(step);
    waiting.delete(step);
  };

  /** `retryMs`: when to try again; undefined means never. */
  function applicationFailure(error: unknown, retryMs?: number): ApplicationFailure {
    const { message, name: type } = error instanceof Error ? error : new Error(String(error));
    return ApplicationFailure.create({
      message,
      type,
      nonRetryable: retryMs === undefined,
      ...(error instanceof Error ? { cause: error } : {}),
      ...(retryMs === undefined ? {} : { nextRetryDelay: retryMs }),
    });
  }

  /** Returns the error that ends an attempt, and its outcome. */
  function failureOf(error: unknown, activity: string, step: string): [Error, Outcome] {
    if (error instanceof AppError && !isOutage(error))
      return [
        ApplicationFailure.create({ message: messageOf(error), type: EXPECTED_FAILURE, nonRetryable: true }),
        "refused",
      ];
    if (error instanceof CancelledFailure) return [error, "cancelled"];
    if (isOutage(error)) {
      if (!waiting.has(step))
        log.warn({ activity, reason: lastLine(error) }, "an activity waits until what it needs is back");
      waiting.add(step);
      return [applicationFailure(error, waitMs(error, outageRetryMs)), "outage"];
    }
    log.error({ err: error, activity }, "an activity failed");
    const count = (faults.get(step) ?? 0) + 1;
    faults.set(step, count);
    const most = databaseOutage(error) === "busy" ? MOST_WHEN_BUSY : MOST_FAULTS;
    if (isFinal(error) || count >= most) return [applicationFailure(error), "fault"];
    // Temporal itself would also count attempts that ended with an outage.
    return [applicationFailure(error, Math.min(FIRST_FAULT_MS * 2 ** (count - 1), LONGEST_FAULT_MS)), "fault"];
  }

  const guarded = Object.entries(activities).map(([name, run]) => [
    name,
    async (input: never) => {
      const step = stepName();
      const beganAt = performance.now();
      try {
        const result = await run(input);
        countAttempt(name, "completed", beganAt);
        forget(step);
        return result;
      } catch (error) {
        const [failure, outcome] = failureOf(error, name, step);
        countAttempt(name, outcome, beganAt);
        if (!(failure instanceof ApplicationFailure) || failure.nonRetryable) forget(step);
        throw failure;
      }
    },
  ]);
  return Object.fromEntries(guarded) as T;
}
