import { chargeQuota } from "#accounts/teams/quota";
import type { Transaction } from "#foundation/db/database";
import { updateJob } from "#jobs/job-record";
import { type ChosenPipeline, noteCharge, queueRun } from "#jobs/workflow-runs";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { criteriaColumns } from "./stored-criteria.ts";

export interface StartedDiscovery {
  marketId: number;
  jobId: number;
}

export interface NewDiscovery extends ChosenPipeline {
  criteria: SearchCriteria;
  /** The most that its jobs may cost together, those of a publish that follows included, in micro-dollars; null: no cap. */
  costCap: number | null;
  /** The ended job that it continues; it takes over that run's charge, unless it was given back. */
  continues?: { jobId: number; chargedMonth: string | null };
}

/** The run, its job, the criteria and the charge: written together, or not at all. */
export async function queueDiscovery(
  tx: Transaction,
  market: { id: number; teamId: number },
  { criteria, flags, skipReview, costCap, continues }: NewDiscovery,
): Promise<StartedDiscovery> {
  const wanted = `${completeCriteria(criteria).criteria.count} ${criteria.projectKind === "second_pass" ? "more companies" : "companies"}`;
  const after = continues === undefined ? "" : `, going on from job ${continues.jobId}`;
  const run = await queueRun(tx, {
    marketId: market.id,
    kind: "discovery",
    pass: criteria.projectKind,
    // If the review is skipped, the chosen flags run in the following publish, and not twice.
    pipelineFlags: skipReview ? [] : flags,
    skipReview,
    publishFlags: skipReview ? flags : [],
    costCap,
    queuedMessage: `Queued: up to ${wanted} for "${criteria.marketName}"${after}`,
  });
  const [job] = run.jobs;
  if (job === undefined) throw new Error("a discovery was queued without its job");
  if (continues !== undefined) await updateJob(tx, job.jobId, { continuesJobId: continues.jobId });
  // Charged after the run is written: a busy market is a conflict, whatever the quota.
  const chargedMonth = continues?.chargedMonth ?? (await chargeQuota(tx, market.teamId));
  await noteCharge(tx, run.workflowId, chargedMonth);
  await tx.criteriaVersion.create({ data: { marketId: market.id, jobId: job.jobId, ...criteriaColumns(criteria) } });
  return { marketId: market.id, jobId: job.jobId };
}
