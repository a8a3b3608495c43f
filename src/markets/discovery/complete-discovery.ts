import { capLeft } from "#costs/cost-cap";
import type { PrismaClient } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { readJob } from "#jobs/job-record";
import { appendProgress } from "#jobs/progress-log";
import { endRun } from "#jobs/run-lifecycle";
import { readRun } from "#jobs/workflow-runs";
import { queuePublish } from "../publish-market.ts";

/**
 * Completes a discovery in one transaction: completes the job, moves the market to review, and queues its publish if
 * the review is skipped. Idempotent.
 */
export async function completeDiscovery(
  prisma: PrismaClient,
  { workflowId, jobId }: { workflowId: number; jobId: number },
): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const run = await readRun(tx, workflowId);
    if (run.status !== "running") return;
    const job = await readJob(tx, jobId);
    await appendProgress(tx, {
      marketId: run.marketId,
      jobId,
      phase: "completed",
      message:
        job.companiesFound === 0
          ? "Completed: no company satisfied every criterion"
          : `Completed with ${counted(job.companiesFound, "company", "companies")}`,
      progress: 1,
      key: "completed",
    });
    await endRun(tx, workflowId, { status: "completed" });
    await tx.market.update({ where: { id: run.marketId }, data: { status: "inReview" } });
    if (run.skipReview)
      await queuePublish(tx, run.marketId, {
        flags: run.publishFlags,
        costCap: await capLeft(tx, workflowId),
      });
  });
}
