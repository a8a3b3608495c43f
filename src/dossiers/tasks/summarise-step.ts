import { sumDossierTasks } from "#costs/read-ledger";
import type { Database } from "#foundation/db/database";
import { formatMicroUsd } from "#foundation/micro-usd";
import type { LanguageModel } from "#providers/language-model/language-model";
import { SECTIONS } from "../gather/sections.ts";
import type { Subject } from "../gather/subject.ts";
import { sourcesOf } from "../report/compose-report.ts";
import type { Material } from "../report/material.ts";
import { askSummary } from "../summary/ask-summary.ts";
import { manifestOf, type SummaryOutcome } from "../summary/manifest.ts";
import { shownPassages } from "../summary/shown-passages.ts";
import { namesOf } from "../summary/subject-names.ts";
import { summaryTask } from "../summary/summary-task.ts";
import { type VerifiedSummary, verifySummary } from "../summary/verify-summary.ts";
import { writeSummary } from "../summary/write-summary.ts";
import { gatheredBy, SUMMARISE } from "./kept-sections.ts";
import { subjectOrThrow } from "./run-steps.ts";
import { keepManifest, keepSection } from "./task-lifecycle.ts";

const questionOf = ({ question, about, ownName, marketWords }: Subject) => ({
  text: question,
  about,
  ownName,
  marketWords,
});

/** Returns the verified part of a model's answer, or why there is none. */
async function summaryOf(
  db: Database,
  model: LanguageModel,
  subject: Subject,
  { materials, signal }: { materials: readonly Material[]; signal: AbortSignal },
): Promise<VerifiedSummary | { reason: string }> {
  const question = questionOf(subject);
  const passages = shownPassages(question, materials);
  if (passages.length === 0) return { reason: "nothing was gathered that could answer" };
  const { teamId, taskId, companyName } = subject;
  const asked = await askSummary(db, model, summaryTask(question, passages, sourcesOf(materials)), {
    teamId,
    taskId,
    signal,
  });
  return "reason" in asked ? asked : verifySummary(asked.answer, passages, namesOf(companyName));
}

/** Describes the result for people. */
function told(result: VerifiedSummary | { reason: string }, model: string, cost: number): string {
  const paid = formatMicroUsd(cost);
  if ("reason" in result) return `no summary by ${model}: ${result.reason}; ${paid}`;
  const { stood, fell } = result;
  if (stood.length + fell === 0) return `no summary by ${model}: it found no answer in the sources; ${paid}`;
  const count = `${stood.length} of ${stood.length + fell} sentences by ${model} stand in the sources that they cite`;
  return `${stood.length === 0 ? "no summary: " : ""}${count}; ${paid}`;
}

/** Stores the summarising step and its result in a few words. */
const keepStep = (
  db: Database,
  { taskId, agentType }: Subject,
  kept: { summary: string; material: Material | null },
): Promise<void> => keepSection(db, { taskId, position: SECTIONS[agentType].length, name: SUMMARISE, ...kept });

/** Records that a run has no summary, and why. @throws NotFoundError, ConflictError when the run has ended */
export async function keepNoSummary(
  db: Database,
  model: LanguageModel | null,
  taskId: string,
  why: string,
): Promise<void> {
  const subject = await subjectOrThrow(db, taskId);
  const { materials } = await gatheredBy(db, taskId);
  await keepManifest(db, taskId, manifestOf(model, questionOf(subject), materials, null));
  await keepStep(db, subject, { summary: why, material: null });
}

/**
 * Makes a model answer the question from the gathered material, keeps the verified sentences, and records the report's
 * manifest. A retry pays nothing for a recorded answer. Resolves to the result in a few words; null without a model.
 * @throws NotFoundError, ConflictError when the run has ended; the signal's reason on abort
 */
export async function summariseDossier(
  db: Database,
  model: LanguageModel | null,
  taskId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const subject = await subjectOrThrow(db, taskId);
  const { materials } = await gatheredBy(db, taskId);
  const manifest = (summary: SummaryOutcome | null) => manifestOf(model, questionOf(subject), materials, summary);
  if (model === null) {
    await keepManifest(db, taskId, manifest(null));
    return null;
  }
  const result = await summaryOf(db, model, subject, { materials, signal });
  const stood = "reason" in result ? [] : result.stood;
  const outcome = "reason" in result ? null : { by: model.name, stood: stood.length, fell: result.fell };
  const cost = (await sumDossierTasks(db, [taskId])).reduce((sum, { amount }) => sum + amount, 0);
  const summary = told(result, model.name, cost);
  await keepManifest(db, taskId, manifest(outcome));
  await keepStep(db, subject, { summary, material: stood.length === 0 ? null : writeSummary(stood, model.name) });
  return summary;
}
