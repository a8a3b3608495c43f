import type { Database } from "#foundation/db/database";
import type { LanguageModel } from "#providers/language-model/language-model";
import { gathererOf, SECTIONS, type SectionName } from "../gather/sections.ts";
import { md } from "../report/markdown.ts";
import { SectionWriter } from "../report/section-writer.ts";
import { SUMMARISE } from "./kept-sections.ts";
import { subjectOrThrow } from "./run-steps.ts";
import { keepNoSummary } from "./summarise-step.ts";
import { keepSection } from "./task-lifecycle.ts";

/**
 * Records a step as skipped. The report says so in the place of a section; a skipped summary is absent, as without a
 * model. Idempotent.
 * @param by who skipped it, and why
 * @throws NotFoundError, ConflictError when the run has ended
 */
export async function skipStep(
  { db, languageModel }: { db: Database; languageModel: LanguageModel | null },
  { taskId, name, by }: { taskId: string; name: SectionName | typeof SUMMARISE; by: string },
): Promise<void> {
  const summary = `skipped by ${by}`;
  if (name === SUMMARISE) return keepNoSummary(db, languageModel, taskId, summary);
  const { agentType } = await subjectOrThrow(db, taskId);
  const writer = new SectionWriter(gathererOf(name).heading, new Date());
  writer.say(
    md`This section was not gathered: ${summary}.`,
    writer.record(`run:${taskId}`, `Run ${taskId} of this dossier`, new Date()),
  );
  const position = SECTIONS[agentType].indexOf(name);
  await keepSection(db, { taskId, position, name, summary, material: writer.done() });
}
