import { CostCapReachedError } from "#costs/cost-cap";
import { payFor } from "#costs/paid-call";
import { type Payer, payerOfDossier } from "#costs/payer";
import { NotRecordedError, recordedPay } from "#costs/recorded-pay";
import { answeredLast } from "#costs/recordings";
import type { Database } from "#foundation/db/database";
import type { LanguageModel, ModelTask } from "#providers/language-model/language-model";
import { ProviderError } from "#providers/provider-error";
import type { SummaryAnswer } from "./summary-task.ts";

/** Selects the other runs of the same dossier. */
const OTHER_RUNS = `SELECT task_id AS "taskId" FROM dossier_tasks
  WHERE agent_id = (SELECT agent_id FROM dossier_tasks WHERE task_id = $1) AND task_id <> $1`;

/**
 * Returns the previous run's answer to the identical request; null where its request differed, or the answer was
 * unusable.
 */
async function answeredBefore(
  db: Database,
  model: LanguageModel,
  task: ModelTask<SummaryAnswer>,
  payer: Payer,
): Promise<SummaryAnswer | null> {
  const others = await db.query<{ taskId: string }>(OTHER_RUNS, [payer.dossierTaskId]);
  const before = await answeredLast(
    db,
    others.map(({ taskId }) => taskId),
  );
  if (before === null) return null;
  try {
    return await model.ask(task, { pay: recordedPay(db, { jobId: null, dossierTaskId: before }) });
  } catch (error) {
    if (error instanceof NotRecordedError || error instanceof ProviderError) return null;
    throw error;
  }
}

/**
 * Time limit including retries and pauses. It is well below the step's own limit, or the step would be started, and
 * paid for, again.
 */
const LONGEST_MS = 8 * 60_000;

/** An answer, or the reason why there is none, in a few words. */
export type Asked = { answer: SummaryAnswer } | { reason: string };

/**
 * Asks a model for a summary, which the dossier's team pays. Records the answer under the run, so a retried step pays
 * nothing. A request identical to the last run's gets the recorded answer. A reached cap, a wrong key, a refusal and an
 * unreadable answer are results, not errors.
 * @throws the signal's reason on abort; errors of the database
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
