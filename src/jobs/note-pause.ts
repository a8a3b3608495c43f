import type { PrismaClient, Queries } from "#foundation/db/database";
import { appendProgress, type Phase } from "./progress-log.ts";

/** That a run has paused, or goes on. */
export interface PauseNote {
  /** The job whose step comes next. */
  jobId: number;
  /** For people: who paused or resumed it, and why. */
  message: string;
  /** Idempotency key, unique within the job. */
  key: string;
  isPaused: boolean;
}

/** Notes with the run that it is paused, or is not any more, and tells those who follow its market. Idempotent. */
export async function notePause(prisma: PrismaClient, { jobId, message, key, isPaused }: PauseNote): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const job = await tx.job.findUniqueOrThrow({ where: { id: jobId } });
    // The first moment stays, where the note is repeated.
    await tx.$executeRaw`
      UPDATE workflow_runs SET paused_at = CASE WHEN ${isPaused} THEN coalesce(paused_at, now()) END
      WHERE id = ${job.workflowRunId}`;
    await appendProgress(tx, {
      marketId: job.marketId,
      jobId,
      // A pause is no phase of its own: the job stays in the one that it is in.
      phase: job.stage as Phase,
      message,
      progress: job.progress,
      key,
    });
  });
}

/** No run is paused any more: the executions that were are not there. */
export async function forgetPauses(inside: Queries): Promise<void> {
  await inside.query("UPDATE workflow_runs SET paused_at = NULL WHERE paused_at IS NOT NULL", []);
}
