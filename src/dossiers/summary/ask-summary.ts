import { CostCapReachedError } from "#costs/cost-cap";
import { payFor } from "#costs/paid-call";
import { type Payer, payerOfDossier } from "#costs/payer";
import { NotRecordedError, recordedPay } from "#costs/recorded-pay";
import type { Database } from "#foundation/db/database";
import type { LanguageModel, ModelTask } from "#providers/language-model/language-model";
import { ProviderError } from "#providers/provider-error";
import type { SummaryAnswer } from "./summary-task.ts";

/** The newest other run of the same dossier that has a recorded answer. */
const ANSWERED_BEFORE = `SELECT r.dossier_task_id AS "taskId" FROM dossier_tasks t JOIN recorded_answers r ON r.dossier_task_id = t.task_id
  WHERE t.agent_id = (SELECT agent_id FROM dossier_tasks WHERE task_id = $1) AND t.task_id <> $1 ORDER BY r.id DESC LIMIT 1`;

/** The run before's answer to the identical request; null: its request differed, or the answer was unusable. */
async function answeredBefore(
  db: Database,
  model: LanguageModel,
  task: ModelTask<SummaryAnswer>,
  payer: Payer,
): Promise<SummaryAnswer | null> {
  const [before] = await db.query<{ taskId: string }>(ANSWERED_BEFORE, [payer.dossierTaskId]);
  if (before === undefined) return null;
  try {
    return await model.ask(task, { pay: recordedPay(db, { jobId: null, dossierTaskId: before.taskId }) });
  } catch (error) {
    if (error instanceof NotRecordedError || error instanceof ProviderError) return null;
    throw error;
  }
}

/**
 * Time limit with retries and pauses. It is well below the step's own, or the step would be started, and paid for,
 * again.
 */
const LONGEST_MS = 8 * 60_000;

/** An answer, or why there is none, in a few words. */
export type Asked = { answer: SummaryAnswer } | { reason: string };

/**
 * Asks a model for a summary, paid by the dossier's team. The answer is recorded under the run, so a retried step pays
 * nothing. A request identical to the last run's gets the recorded answer. A reached cap, a wrong key, a refusal and an
 * unreadable answer are results, not errors.
 * @throws the signal's reason where it is aborted; errors of the database
 */
export async function askSummary(
  db: Database,
  model: LanguageModel,
  task: ModelTask<SummaryAnswer>,
  run: { teamId: number; taskId: string; signal: AbortSignal },
): Promise<Asked> {
  const payer = payerOfDossier(run.teamId, run.taskId);
  const before = await answeredBefore(db, model, task, payer);
  if (before !== null) return { answer: before };
  const deadline = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([run.signal, deadline]);
  try {
    return { answer: await model.ask(task, { pay: payFor(db, payer, { signal }) }) };
  } catch (error) {
    // An aborted call is no failure of the model.
    run.signal.throwIfAborted();
    if (deadline.aborted) return { reason: `no answer within ${LONGEST_MS / 60_000} minutes` };
    if (error instanceof CostCapReachedError || error instanceof ProviderError) return { reason: error.message };
    throw error;
  }
}
