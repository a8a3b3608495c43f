import type { CompanyFinder } from "#companies/search/company-finder";
import type { SectionName } from "#dossiers/gather/sections";
import type { SUMMARISE } from "#dossiers/tasks/kept-sections";
import { gatherSection, planSections, writeReport } from "#dossiers/tasks/run-steps";
import { skipStep } from "#dossiers/tasks/skip-step";
import { summariseDossier } from "#dossiers/tasks/summarise-step";
import { claimTask, endTask, taskStates } from "#dossiers/tasks/task-lifecycle";
import type { Database } from "#foundation/db/database";
import type { LanguageModel } from "#providers/language-model/language-model";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";

export interface DossierDeps extends BoundaryDeps {
  db: Database;
  finder: CompanyFinder;
  /** Writes summaries; null means that reports have none. */
  languageModel: LanguageModel | null;
}

/** Makes the steps of a dossier's run. Their results are stored in PostgreSQL; a repeat replaces them. */
export function createDossierActivities({ db, finder, languageModel, ...deps }: DossierDeps) {
  return guardActivities(
    {
      claimDossier: (input: { taskId: string; temporalRunId: string }) =>
        claimTask(db.prisma, input.taskId, input.temporalRunId),
      planDossier: (input: { taskId: string }) => planSections(db, input.taskId),
      gatherSection: ({ taskId, section }: { taskId: string; section: SectionName }) =>
        withPulse(section, async () => ({ summary: await gatherSection({ db, finder }, taskId, section) })),
      summariseDossier: ({ taskId }: { taskId: string }) =>
        withPulse("summarising", async (signal) => ({
          summary: await summariseDossier(db, languageModel, taskId, signal),
        })),
      skipDossierStep: (input: { taskId: string; name: SectionName | typeof SUMMARISE; by: string }) =>
        skipStep({ db, languageModel }, input),
      noteDossierPause: ({ taskId, by }: { taskId: string; by: string | null }) =>
        db.prisma.$transaction((tx) => taskStates.notePause(tx, taskId, by)),
      writeDossier: ({ taskId }: { taskId: string }) => withPulse("writing", () => writeReport(db, taskId)),
      endDossier: ({ taskId, ...end }: { taskId: string; status: "failed" | "cancelled"; reason: string }) =>
        db.prisma.$transaction((tx) => endTask(tx, taskId, end)),
    },
    deps,
  );
}
