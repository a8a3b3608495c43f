import type { PrismaClient } from "#foundation/db/database";
import { appendProgress } from "./progress-log.ts";
import { endRun } from "./run-lifecycle.ts";
import { readRun } from "./workflow-runs.ts";

export interface JobEnd {
  jobId: number;
  /** `cancelled`: an operator skipped it. */
  status: "completed" | "failed" | "cancelled";
  /** What it did, or why it failed, for people. */
  message: string;
}

/**
 * Ends one pipeline job. The last job of a publish also ends its run, so that a client that sees all jobs ended may
 * publish again. Idempotent.
 */
export async function endJob(prisma: PrismaClient, { jobId, status, message }: JobEnd): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const { workflowRunId } = await tx.job.findUniqueOrThrow({ where: { id: jobId }, select: { workflowRunId: true } });
    // The lock makes a concurrent cancel come before or after this, never in between.
    await tx.$executeRaw`SELECT 1 FROM workflow_runs WHERE id = ${workflowRunId} FOR UPDATE`;
    const run = await readRun(tx, workflowRunId);
    const job = run.jobs.find(({ id }) => id === jobId);
    if (job === undefined) return;
    if (job.status !== "queued" && job.status !== "running") return;
    await appendProgress(tx, {
      marketId: job.marketId,
      jobId,
      phase: status === "completed" ? "enriching" : status,
      message: `${job.name}: ${message}`,
      progress: status === "cancelled" ? job.progress : 1,
      key: status,
    });
    await tx.job.update({
      where: { id: jobId },
      data: {
        status,
        endedAt: new Date(),
        stage: status,
        ...(status === "completed" ? { progress: 1 } : { error: message }),
      },
    });
    const isLast = run.jobs.every(({ id, status: of }) => id === jobId || (of !== "queued" && of !== "running"));
    if (run.kind === "publish" && isLast) await endRun(tx, workflowRunId, { status: "completed" });
  });
}
