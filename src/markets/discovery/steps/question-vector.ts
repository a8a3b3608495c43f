import { CostCapReachedError } from "#costs/cost-cap";
import { payFor } from "#costs/paid-call";
import { payerOfJob } from "#costs/payer";
import { keptAnswer, recordAnswer } from "#costs/recordings";
import type { QuestionVector } from "../../retrieval/index.ts";
import type { CurrentIndex } from "../directory-indexes.ts";
import { type JobContext, planOf, type StepDeps } from "./job-context.ts";

/** Recorded in place of a vector: a job that began to search by words continues by words. */
const WITHOUT_VECTOR = {
  requestHash: "question without a vector",
  provider: "embeddings",
  operation: "embed",
  model: "",
  request: null,
  answer: null,
} as const;

/**
 * Returns the job's question as a vector, which its team pays once: further steps read it from the job's recordings.
 * Null where only words are searched, because the index has no sentence vectors or the call does not fit into the cap.
 * That is decided once for all steps of a job.
 * @param onCap receives the reason for null
 * @throws EmbeddingsError, ProviderError
 */
export async function questionVector(
  { db }: Pick<StepDeps, "db">,
  context: JobContext,
  { retriever, sentenceModel }: Pick<CurrentIndex, "retriever" | "sentenceModel">,
  { signal, onCap }: { signal?: AbortSignal | undefined; onCap?: (reason: string) => Promise<void> } = {},
): Promise<QuestionVector> {
  if (sentenceModel === null) return null;
  const payer = payerOfJob(context.teamId, context.job.id);
  if ((await keptAnswer(db, payer, WITHOUT_VECTOR.requestHash)) !== undefined) return null;
  const pay = payFor(db, payer, signal ? { signal } : {});
  try {
    return await retriever.questionVector(planOf(context), (texts) => sentenceModel.embed(texts, pay, "query"));
  } catch (error) {
    if (!(error instanceof CostCapReachedError)) throw error;
    await db.prisma.$transaction((tx) => recordAnswer(tx, payer, WITHOUT_VECTOR));
    await onCap?.(error.detail ?? "the cost cap is reached");
    return null;
  }
}
