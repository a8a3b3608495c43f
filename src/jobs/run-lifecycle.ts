import type { PrismaClient, Transaction } from "../db/database.ts";
import { giveBackQuota } from "../teams/quota.ts";
import { appendProgress } from "./progress-log.ts";
import { RUNS_CHANNEL } from "./workflow-runs.ts";

/** Takes a row lock on the run, so that claiming, cancelling and ending it happen one after the other. */
async function lockRun(tx: Transaction, workflowId: number) {
  await tx.$executeRaw`SELECT 1 FROM workflow_runs WHERE id = ${workflowId} FOR UPDATE`;
  return tx.workflowRun.findUnique({
    where: { id: workflowId },
    include: { jobs: { orderBy: { id: "asc" } }, market: { include: { team: true } } },
  });
}

/**
 * The first step of every workflow: queued becomes running under this execution's run id. False when the run was not there
 * to take (cancelled before it started, or taken by another execution): the workflow then ends without doing anything, so
 * that a second start is harmless however late it comes.
 */
export async function claimRun(prisma: PrismaClient, workflowId: number, temporalRunId: string): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const run = await lockRun(tx, workflowId);
    if (run === null) return false;
    if (run.status === "running") return run.temporalRunId === temporalRunId;
    if (run.status !== "queued") return false;
    const now = new Date();
    await tx.workflowRun.update({
      where: { id: workflowId },
      data: { status: "running", temporalRunId, dispatchedAt: run.dispatchedAt ?? now },
    });
    await startJobs(
      tx,
      run.jobs.filter((job) => job.kind === "discovery").map((job) => job.id),
      now,
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

/** Marks one pipeline job as running. Harmless when repeated. */
export async function startJob(prisma: PrismaClient, jobId: number): Promise<void> {
  await startJobs(prisma, [jobId], new Date());
}

export interface RunEnd {
  status: "completed" | "failed" | "cancelled";
  /** The reason of a failure or a cancel, for people. */
  reason?: string;
  /** A failure that the team is not to blame for gives its quota back. */
  giveBack?: boolean;
}

/**
 * Ends a run once: open jobs get its status. After a discovery that did not complete the market is `inReview` if an earlier
 * one has, `failed` otherwise; a publish that did not complete leaves it as it is; a completed run sets its market's state
 * itself. A quota charge is given back where the service failed. Repeats, and ends of runs that have ended, change nothing.
 */
export async function endRun(tx: Transaction, workflowId: number, end: RunEnd): Promise<void> {
  const run = await lockRun(tx, workflowId);
  if (run === null || (run.status !== "queued" && run.status !== "running")) return;
  const now = new Date();
  await tx.workflowRun.update({
    where: { id: workflowId },
    data: { status: end.status, endedAt: now, ...(end.giveBack ? { chargedMonth: null } : {}) },
  });
  if (end.giveBack && run.chargedMonth !== null) await giveBackQuota(tx, run.market.teamId, run.chargedMonth);
  for (const job of run.jobs.filter((open) => open.status === "queued" || open.status === "running")) {
    await tx.job.update({
      where: { id: job.id },
      data: {
        status: end.status,
        endedAt: now,
        ...(end.status === "completed" ? { progress: 1 } : { error: end.reason ?? end.status }),
      },
    });
    if (end.status !== "completed")
      await appendProgress(tx, {
        marketId: run.marketId,
        jobId: job.id,
        phase: end.status,
        message: end.reason ?? end.status,
        progress: job.progress,
        key: end.status,
      });
  }
  if (end.status === "completed" || run.kind === "publish") return;
  const completed = await tx.job.count({ where: { marketId: run.marketId, kind: "discovery", status: "completed" } });
  await tx.market.update({ where: { id: run.marketId }, data: { status: completed > 0 ? "inReview" : "failed" } });
}

/**
 * Asks for the end of a market's run. One that waits ends at once; one that runs ends when its workflow has seen the request,
 * which the relay hands over. Returns false when nothing was queued or running.
 */
export async function requestCancel(prisma: PrismaClient, workflowId: number, by: string): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const run = await lockRun(tx, workflowId);
    if (run === null || (run.status !== "queued" && run.status !== "running")) return false;
    if (run.cancelRequestedAt === null)
      await tx.workflowRun.update({ where: { id: workflowId }, data: { cancelRequestedAt: new Date() } });
    if (run.status === "queued")
      await endRun(tx, workflowId, { status: "cancelled", reason: `cancelled by ${by} before it started` });
    await tx.$executeRaw`SELECT pg_notify(${RUNS_CHANNEL}, '')`;
    return true;
  });
}
