import type { PrismaClient } from "../db/database.ts";
import { appendProgress } from "./progress-log.ts";
import { endRun } from "./run-lifecycle.ts";

export interface JobEnd {
  jobId: number;
  status: "completed" | "failed";
  /** What it did, or why it failed, for people. */
  message: string;
}

/**
 * Ends one pipeline job; the last of a publish ends its run with it, so that whoever sees all jobs ended may publish again.
 * Harmless when repeated.
 */
export async function endJob(prisma: PrismaClient, { jobId, status, message }: JobEnd): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const job = await tx.job.findUniqueOrThrow({ where: { id: jobId } });
    if (job.status !== "queued" && job.status !== "running") return;
    await appendProgress(tx, {
      marketId: job.marketId,
      jobId,
      phase: status === "completed" ? "enriching" : "failed",
      message: `${job.name}: ${message}`,
      progress: 1,
      key: status,
    });
    await tx.job.update({
      where: { id: jobId },
      data: {
        status,
        endedAt: new Date(),
        stage: status,
        ...(status === "failed" ? { error: message } : { progress: 1 }),
      },
    });
    const run = await tx.workflowRun.findUniqueOrThrow({ where: { id: job.workflowRunId }, select: { kind: true } });
    const open = await tx.job.count({
      where: { workflowRunId: job.workflowRunId, status: { in: ["queued", "running"] } },
    });
    if (run.kind === "publish" && open === 0) await endRun(tx, job.workflowRunId, { status: "completed" });
  });
}
