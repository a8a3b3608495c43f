import { type FillDeps, fillCells } from "#columns/fills/fill-cells";
import { claimFill, completeFill, endFill, fillStates } from "#columns/fills/fill-lifecycle";
import type { Database } from "#foundation/db/database";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";

export interface ColumnDeps extends BoundaryDeps, FillDeps {
  db: Database;
}

/** Makes the steps of a fill. A repeat answers what still waits. */
export function createColumnActivities({ db, companyPages, languageModel, ...deps }: ColumnDeps) {
  return guardActivities(
    {
      claimFill: ({ fillId, temporalRunId }: { fillId: number; temporalRunId: string }) =>
        claimFill(db.prisma, fillId, temporalRunId),
      fillCells: ({ fillId }: { fillId: number }) =>
        withPulse("filling", (signal) => fillCells({ db, companyPages, languageModel }, fillId, signal)),
      noteFillPause: ({ fillId, by }: { fillId: number; by: string | null }) =>
        db.prisma.$transaction((tx) => fillStates.notePause(tx, fillId, by)),
      completeFill: ({ fillId }: { fillId: number }) => completeFill(db.prisma, fillId),
      endFill: ({ fillId, ...end }: { fillId: number; status: "failed" | "cancelled"; reason: string }) =>
        db.prisma.$transaction((tx) => endFill(tx, fillId, end)),
    },
    deps,
  );
}
