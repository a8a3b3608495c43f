import type { Logger } from "pino";
import type { Database } from "../../src/db/database.ts";
import type { SectionName } from "../../src/dossiers/gather/sections.ts";
import { gatherSection, planSections, writeReport } from "../../src/dossiers/tasks/run-steps.ts";
import { claimTask, endTask } from "../../src/dossiers/tasks/task-lifecycle.ts";
import { atBoundary, withPulse } from "../boundary.ts";

/** The steps of a dossier's run. What each found is kept in PostgreSQL: repeated, it takes the place of what was kept. */
export function createDossierActivities({ db, log }: { db: Database; log: Logger }) {
  return atBoundary(
    {
      claimDossier: (input: { taskId: string; temporalRunId: string }) =>
        claimTask(db, input.taskId, input.temporalRunId),
      planDossier: (input: { taskId: string }) => planSections(db, input.taskId),
      gatherSection: ({ taskId, section }: { taskId: string; section: SectionName }) =>
        withPulse(section, () => gatherSection(db, taskId, section)),
      writeDossier: ({ taskId }: { taskId: string }) => withPulse("writing", () => writeReport(db, taskId)),
      endDossier: ({ taskId, ...end }: { taskId: string; status: "failed" | "cancelled"; reason: string }) =>
        endTask(db, taskId, end),
    },
    log,
  );
}
