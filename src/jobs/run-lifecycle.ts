import { giveBackQuota } from "#accounts/teams/quota";
import type { PrismaClient, Transaction } from "#foundation/db/database";
import { completedDiscoveries } from "./job-record.ts";
import { appendProgress } from "./progress-log.ts";
import { RUNS_CHANNEL } from "./workflow-runs.ts";

/** Takes a row lock on the run, so that claiming, cancelling and ending it and its jobs happen one after the other. */
export async function lockRun(tx: Transaction, workflowId: number) {
  await tx.$executeRaw`SELECT 1 FROM workflow_runs WHERE id = ${workflowId} FOR UPDATE`;
  return tx.workflowRun.findUnique({
    where: { id: workflowId },
    include: { jobs: { orderBy: { id: "asc" } }, market: { include: { team: true } } },
  });
}

/**
 * The first step of every workflow: queued becomes running under this execution's run id. False when the run could not
 * be claimed: it was cancelled before it started, or another execution has it. The workflow then ends without doing
 * anything, so a late second start is harmless.
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

/** Marks one pipeline job as running. Idempotent. */
export async function startJob(prisma: PrismaClient, jobId: number): Promise<void> {
  await startJobs(prisma, [jobId], new Date());
}

export interface RunEnd {
  status: "completed" | "failed" | "cancelled";
  /** The reason of a failure or a cancel, for people. */
  reason?: string;
  /** Whether the service caused the failure: the team then gets its quota back. */
  giveBack?: boolean;
}

type LockedRun = NonNullable<Awaited<ReturnType<typeof lockRun>>>;

/** The log's text for a job that did not complete. A requested cancel names who requested it. */
function reasonOf({ status, cancelRequestedBy }: LockedRun, end: RunEnd): string {
  if (end.status !== "cancelled" || cancelRequestedBy === null) return end.reason ?? end.status;
  return `cancelled by ${cancelRequestedBy}${status === "queued" ? " before it started" : ""}`;
}

/**
 * Ends a run once: open jobs get its status. After a discovery that did not complete, the market is `inReview` if an
 * earlier one completed, otherwise `failed`. A cancelled publish restores the market's previous state, a failed one
 * leaves it, and a completed run sets it itself. A quota charge is given back where the service failed. Idempotent: a
 * run that has ended stays as it is.
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
  const reason = reasonOf(run, end);
  for (const job of run.jobs.filter((open) => open.status === "queued" || open.status === "running")) {
    await tx.job.update({
      where: { id: job.id },
      data: {
        status: end.status,
        endedAt: now,
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
 * request, which the relay delivers. Returns whether it was requested before, false when nothing was queued or running.
 * @param by who requests it, as the log names them
 */
export async function requestCancel(
  prisma: PrismaClient,
  workflowId: number,
  by: string,
): Promise<"asked" | "askedBefore" | false> {
  return prisma.$transaction(async (tx) => {
    const run = await lockRun(tx, workflowId);
    if (run === null || (run.status !== "queued" && run.status !== "running")) return false;
    if (run.cancelRequestedAt !== null) return "askedBefore";
    await tx.workflowRun.update({
      where: { id: workflowId },
      data: { cancelRequestedAt: new Date(), cancelRequestedBy: by },
    });
    if (run.status === "queued") await endRun(tx, workflowId, { status: "cancelled" });
    await tx.$executeRaw`SELECT pg_notify(${RUNS_CHANNEL}, '')`;
    return "asked";
  });
}
