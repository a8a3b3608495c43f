import type { Database } from "#foundation/db/database";
import {
  beginOnce,
  giveUp,
  type IdempotencyClaim,
  type IdempotentRequest,
  type KeptAnswer,
  keepAnswer,
} from "#foundation/idempotency/idempotency";
import { knownError } from "#schema/errors";

/** The result of an attempt. */
export interface Attempt<Answer> {
  /** What repeats get; null where nothing is final and the request may be repeated at once. */
  kept: KeptAnswer | null;
  /** Whether the database was away. */
  isOutage: boolean;
  /** Returns this attempt's answer; throws where it is a failure. */
  give(): Answer;
}

/** A request under an Idempotency-Key, in the form of its door. */
export interface OnceDoor<Answer> {
  /** Does the work. Resolves even where it failed. */
  attempt(claim: IdempotencyClaim): Promise<Attempt<Answer>>;
  /** Returns a kept answer in the door's form; throws where it is a failure. */
  repeat(kept: KeptAnswer): Answer;
  /** Called where the answer, or the work, is that of an earlier request. */
  onReplay(): void;
}

/** Whether a status is final. Not final: a wrong input, too many requests, or a fault of the service. */
export const isFinal = (status: number): boolean => status !== 400 && status !== 429 && status < 500;

export const isOutage = (error: unknown): boolean => knownError(error)?.code === "SERVICE_UNAVAILABLE";

/**
 * Runs a request once under its Idempotency-Key, in the same way for every door: the first final answer is kept and
 * repeated.
 * @throws as `beginOnce`, and as the door's `give` and `repeat`
 */
export async function once<Answer>(
  db: Pick<Database, "prisma" | "query" | "session">,
  request: IdempotentRequest,
  { attempt, repeat, onReplay }: OnceDoor<Answer>,
): Promise<Answer> {
  const begun = await beginOnce(db, request);
  if (begun.answer !== undefined) {
    onReplay();
    return repeat(begun.answer);
  }
  const { claim } = begun;
  // An earlier attempt did the work and died before it could answer.
  if (claim.effect !== null) onReplay();
  const { kept, isOutage: isAway, give } = await attempt(claim);
  if (kept !== null)
    await keepAnswer(db.prisma, claim, kept).catch((error: unknown) => {
      // The effect is recorded, so a retry answers from it.
      if (!isOutage(error)) throw error;
    });
  // Not awaited when the database is away: an attempt that an outage interrupted can be retried anyway.
  else if (isAway) giveUp(db.prisma, claim).catch(() => {});
  else await giveUp(db.prisma, claim);
  return give();
}
