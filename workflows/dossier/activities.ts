import type { Logger } from "pino";
import type { Database } from "../../src/db/database.ts";
import type { SectionName } from "../../src/dossiers/gather/sections.ts";
import { gatherSection, planSections, writeReport } from "../../src/dossiers/tasks/run-steps.ts";
import { summariseDossier } from "../../src/dossiers/tasks/summarise-step.ts";
import { claimTask, endTask } from "../../src/dossiers/tasks/task-lifecycle.ts";
import type { LanguageModel } from "../../src/providers/language-model/language-model.ts";
import { atBoundary, withPulse } from "../boundary.ts";

export interface DossierDeps {
  db: Database;
  /** Writes summaries; null: reports have none. */
  languageModel: LanguageModel | null;
  log: Logger;
}

/** The steps of a dossier's run. What each found is kept in PostgreSQL: repeated, it takes the place of what was kept. */
export function createDossierActivities({ db, languageModel, log }: DossierDeps) {
  return atBoundary(
    {
      claimDossier: (input: { taskId: string; temporalRunId: string }) =>
        claimTask(db, input.taskId, input.temporalRunId),
      planDossier: (input: { taskId: string }) => planSections(db, input.taskId),
      gatherSection: ({ taskId, section }: { taskId: string; section: SectionName }) =>
        withPulse(section, async () => ({ summary: await gatherSection(db, taskId, section) })),
      summariseDossier: ({ taskId }: { taskId: string }) =>
        withPulse("summarising", async (signal) => ({
          summary: await summariseDossier(db, languageModel, taskId, signal),
        })),
      writeDossier: ({ taskId }: { taskId: string }) => withPulse("writing", () => writeReport(db, taskId)),
      endDossier: ({ taskId, ...end }: { taskId: string; status: "failed" | "cancelled"; reason: string }) =>
        endTask(db, taskId, end),
    },
    log,
  );
}
