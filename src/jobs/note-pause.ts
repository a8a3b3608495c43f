import type { PrismaClient, Queries } from "#foundation/db/database";
import { appendProgress, type Phase } from "./progress-log.ts";

/** Says that a run has paused or resumed. */
export interface PauseNote {
  /** The job whose step comes next. */
  jobId: number;
  /** Text for people: who paused or resumed it, and why. */
  message: string;
  /** Idempotency key, unique within the job. */
  key: string;
  isPaused: boolean;
}

/** Records with a run whether it is paused, and notifies those who follow its market. Idempotent. */
export async function notePause(prisma: PrismaClient, { jobId, message, key, isPaused }: PauseNote): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const job = await tx.job.findUniqueOrThrow({ where: { id: jobId } });
    // A repeated note keeps the first time.
    await tx.$executeRaw`
      UPDATE workflow_runs SET paused_at = CASE WHEN ${isPaused} THEN coalesce(paused_at, now()) END
      WHERE id = ${job.workflowRunId}`;
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

/** Marks no run as paused: the paused executions are gone. */
export async function forgetPauses(inside: Queries): Promise<void> {
  await inside.query("UPDATE workflow_runs SET paused_at = NULL WHERE paused_at IS NOT NULL", []);
}
