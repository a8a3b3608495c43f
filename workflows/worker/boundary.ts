import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import type { Logger } from "pino";
import { AppError, messageOf } from "#foundation/errors/index";
import { EXPECTED_FAILURE } from "../sandbox/failure.ts";

/** Heartbeats this often while a step is busy with something that cannot report by itself. */
const PULSE_MS = 2_000;

/** The activity was asked to stop. @throws CancelledFailure */
export function throwIfCancelled(): void {
  if (Context.current().cancellationSignal.aborted) throw new CancelledFailure("cancelled on request");
}

/** Tells Temporal how far a step is, in words: operators read them under the pending activity. */
export function heartbeat(details: { phase: string; done?: number; total?: number }): void {
  const { phase, done, total } = details;
  Context.current().heartbeat(done === undefined ? phase : `${phase} ${done}${total === undefined ? "" : `/${total}`}`);
  throwIfCancelled();
}

/** Runs something long that cannot report by itself, with heartbeats meanwhile; a cancel ends the wait, and the signal tells the work. */
export async function withPulse<T>(phase: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(phase), PULSE_MS);
  try {
    return await Promise.race([work(context.cancellationSignal), context.cancelled]);
  } finally {
    clearInterval(timer);
  }
}

/** Providers say of their errors whether trying again can help; a wrong key or a missing model stays wrong. */
function isFinal(error: unknown): error is Error {
  return error instanceof Error && "retryable" in error && error.retryable === false;
}

/** What passes through Temporal is encrypted unless it is a string: those are for operators (see `codec.ts`). */
// biome-ignore lint/suspicious/noConfusingVoidType: some activities answer nothing
type Activity = (input: never) => Promise<object | number | boolean | null | void>;

/**
 * The one place where activities throw: an expected error fails the workflow in its own words and is not repeated; anything
 * else is logged and repeated by the workflow's policy, with its message for the operator.
 */
export function atBoundary<T extends Record<string, Activity>>(activities: T, log: Logger): T {
  const guarded = Object.entries(activities).map(([name, run]) => [
    name,
    async (input: never) => {
      try {
        return await run(input);
      } catch (error) {
        if (error instanceof AppError)
          throw ApplicationFailure.create({ message: messageOf(error), type: EXPECTED_FAILURE, nonRetryable: true });
        if (error instanceof CancelledFailure) throw error;
        log.error({ err: error, activity: name }, "an activity failed");
        if (isFinal(error))
          throw ApplicationFailure.create({
            message: error.message,
            type: error.name,
            nonRetryable: true,
            cause: error,
          });
        throw error;
      }
    },
  ]);
  return Object.fromEntries(guarded) as T;
}
