import type { PrismaClient } from "#foundation/db/database";
import { appendProgress, type Phase } from "./progress-log.ts";
import { marketRunStates } from "./workflow-runs.ts";

/** Says that a run has paused or resumed. */
export interface PauseNote {
  /** The job whose step comes next. */
  jobId: number;
  /** Text for people: who paused or resumed it, and why. */
  message: string;
  /** The same without the step, for the run's record; absent in the notes of an earlier release. */
  by?: string;
  /** Idempotency key, unique within the job. */
  key: string;
  isPaused: boolean;
}

/** Records with a run whether it is paused, and notifies those who follow its market. Idempotent. */
export async function notePause(prisma: PrismaClient, { jobId, message, by, key, isPaused }: PauseNote): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const job = await tx.job.findUniqueOrThrow({ where: { id: jobId } });
    await marketRunStates.notePause(tx, job.workflowRunId, isPaused ? (by ?? message) : null);
    await appendProgress(tx, {
      marketId: job.marketId,
      jobId,
      // A pause is not a phase, so the job stays in its phase.
      phase: job.stage as Phase,
      message,
      progress: job.progress,
      key,
    });
  });
}
