import type { Database } from "#foundation/db/database";
import { endJob, type JobEnd } from "#jobs/end-job";
import { notePause, type PauseNote } from "#jobs/note-pause";
import { claimRun, endRun, type MarketRunEnd, startJob } from "#jobs/run-lifecycle";
import { completeDiscovery } from "#markets/discovery/complete-discovery";
import { markPublished } from "#markets/mark-published";
import { type BoundaryDeps, guardActivities } from "../worker/guard-activities.ts";

/** Makes the activities that maintain the records of runs and jobs: short, idempotent transactions. */
export function createControlActivities({ db, ...deps }: BoundaryDeps & { db: Database }) {
  const { prisma } = db;
  const end = (workflowId: number, how: MarketRunEnd) => prisma.$transaction((tx) => endRun(tx, workflowId, how));
  return guardActivities(
    {
      claimRun: (input: { workflowId: number; temporalRunId: string }) =>
        claimRun(prisma, input.workflowId, input.temporalRunId),
      startJob: (input: { jobId: number }) => startJob(prisma, input.jobId),
      endJob: (input: JobEnd) => endJob(prisma, input),
      notePause: (input: PauseNote) => notePause(prisma, input),
      completeDiscovery: (input: { workflowId: number; jobId: number }) => completeDiscovery(prisma, input),
      markPublished: (input: { workflowId: number }) => markPublished(prisma, input.workflowId),
      completeRun: (input: { workflowId: number }) => end(input.workflowId, { status: "completed" }),
      endRun: ({ workflowId, ...how }: MarketRunEnd & { workflowId: number }) => end(workflowId, how),
    },
    deps,
  );
}
