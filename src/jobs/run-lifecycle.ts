import { giveBackQuota } from "#accounts/teams/quota";
import type { PrismaClient, Transaction } from "#foundation/db/database";
import { completedDiscoveries } from "./job-record.ts";
import { appendProgress } from "./progress-log.ts";
import type { RunEnd } from "./run-states.ts";
import { marketRunStates, readRun } from "./workflow-runs.ts";

/**
 * Claims a run, as the first step of every workflow: queued becomes running under this execution's run id. False when
 * the run was cancelled before it started, or another execution has it. The workflow then ends without doing anything,
 * so a late second start is harmless.
 */
export async function claimRun(prisma: PrismaClient, workflowId: number, temporalRunId: string): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    if (!(await marketRunStates.claim(tx, workflowId, temporalRunId))) return false;
    const { jobs } = await readRun(tx, workflowId);
    await startJobs(
      tx,
      jobs.filter((job) => job.kind === "discovery").map((job) => job.id),
      new Date(),
    );
    return true;
  });
}

async function startJobs(tx: Transaction, jobIds: number[], at: Date): Promise<void> {
  await tx.job.updateMany({
    where: { id: { in: jobIds }, status: "queued" },
    data: { status: "running", startedAt: at },
  });
}

/** Marks one pipeline job as running. Idempotent. */
export async function startJob(prisma: PrismaClient, jobId: number): Promise<void> {
  await startJobs(prisma, [jobId], new Date());
}

export interface MarketRunEnd extends RunEnd {
  /** Whether the service caused the failure: then the team gets its quota back. */
  giveBack?: boolean;
}

/**
 * Ends a run once; its open jobs get its status. After a discovery that did not complete, the market is `inReview` if
 * an earlier one completed, otherwise `failed`. A cancelled publish restores the market's previous state, a failed one
 * leaves it, and a completed run sets it itself. Where the service failed, the quota is given back. Idempotent: an
 * ended run stays as it is.
 */
export async function endRun(tx: Transaction, workflowId: number, end: MarketRunEnd): Promise<void> {
  const reason = await marketRunStates.end(tx, workflowId, end);
  if (reason === null) return;
  const run = await tx.workflowRun.findUniqueOrThrow({
    where: { id: workflowId },
    include: { jobs: { orderBy: { id: "asc" } }, market: { select: { teamId: true } } },
  });
  if (end.giveBack && run.chargedMonth !== null) {
    await tx.workflowRun.update({ where: { id: workflowId }, data: { chargedMonth: null } });
    await giveBackQuota(tx, run.market.teamId, run.chargedMonth);
  }
  for (const job of run.jobs.filter((open) => open.status === "queued" || open.status === "running")) {
    await tx.job.update({
      where: { id: job.id },
      data: {
        status: end.status,
        endedAt: run.endedAt,
        ...(end.status === "completed" ? { progress: 1 } : { error: reason }),
      },
    });
    if (end.status !== "completed")
      await appendProgress(tx, {
        marketId: run.marketId,
        jobId: job.id,
        phase: end.status,
        message: reason,
        progress: job.progress,
        key: end.status,
      });
  }
  if (end.status === "completed") return;
  if (run.kind === "publish") {
    if (end.status === "cancelled" && run.marketStatusBefore !== null)
      await tx.market.update({
        where: { id: run.marketId },
        data: { status: run.marketStatusBefore, publishedAt: run.publishedBefore },
      });
    return;
  }
  const completed = await completedDiscoveries(tx, run.marketId);
  await tx.market.update({ where: { id: run.marketId }, data: { status: completed > 0 ? "inReview" : "failed" } });
}

/**
 * Requests the cancel of a market's run. A queued run ends at once; a running one ends when its workflow has seen the
 * request, which the relay delivers.
 * @param by who requests it, as the log names them
 * @returns whether it was requested before; false when nothing was queued or running
 */
export async function requestCancel(
  prisma: PrismaClient,
  workflowId: number,
  by: string,
): Promise<"asked" | "askedBefore" | false> {
  return prisma.$transaction(async (tx) => {
    const request = await marketRunStates.requestCancel(tx, workflowId, by);
    if (request !== "unstarted") return request;
    await endRun(tx, workflowId, { status: "cancelled" });
    return "asked";
  });
}
