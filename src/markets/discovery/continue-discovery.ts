import { type Caller, sees } from "#accounts/auth/caller";
import { capLeft, costCapOf } from "#costs/cost-cap";
import type { Database, PrismaClient } from "#foundation/db/database";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { doInOneStatement, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { findJob, nextInMarket } from "#jobs/job-record";
import { type ChosenPipeline, readRun } from "#jobs/workflow-runs";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import { queueDiscovery, type StartedDiscovery } from "./queue-discovery.ts";
import { criteriaOf, criteriaOfJob } from "./stored-criteria.ts";

export interface ResumeDiscoveryInput {
  jobId: number;
  /** US dollars; by default the rest of that request's cap. */
  maxCostUsd?: number | null | undefined;
}

export interface ForkDiscoveryInput extends ResumeDiscoveryInput, ChosenPipeline {
  /** The changes; absent fields stay. */
  searchCriteria?: object | null | undefined;
  collectionId?: number | null | undefined;
}

const OVER = new Set(["completed", "failed", "cancelled"]);

/** Returns a discovery job that has ended, with its criteria and its run, within the caller's tenancy. */
async function endedDiscovery(prisma: PrismaClient, caller: Caller, jobId: number) {
  const job = await findJob(prisma, jobId);
  const market = job && (await prisma.market.findUniqueOrThrow({ where: { id: job.marketId } }));
  if (job === null || market === null || !sees(caller, market.teamId)) throw new NotFoundError(`job ${jobId}`);
  const criteria = await criteriaOfJob(prisma, jobId);
  if (criteria === null) throw new InvalidInputError(`job ${jobId} is not a discovery but ${job.name}`);
  if (!OVER.has(job.status))
    throw new ConflictError(`job ${jobId} is ${job.status}; wait until it has ended, or cancel it`);
  return { job, market, criteria: criteriaOf(criteria) };
}

/**
 * Resumes a failed or cancelled discovery with a new job in the same market, with the same criteria and flags. The new
 * job takes over the verdicts and the recorded answers. The start is charged only where the charge was given back.
 * @throws NotFoundError, InvalidInputError, ConflictError (it runs, it has completed, it was resumed already, or the
 * market is busy), QuotaExceededError
 */
export async function resumeDiscovery(
  db: Pick<Database, "prisma" | "query">,
  caller: Caller,
  { jobId, maxCostUsd }: ResumeDiscoveryInput,
  claim?: IdempotencyClaim,
): Promise<StartedDiscovery> {
  const { prisma } = db;
  return doInOneStatement(claim, async (held) => {
    const { job, market, criteria } = await endedDiscovery(prisma, caller, jobId);
    if (job.status === "completed")
      throw new ConflictError(
        `job ${jobId} has completed, so there is nothing to resume; to search with other criteria, fork it`,
      );
    // Only the last job of the chain has its recordings and the rest of the cap.
    const next = await nextInMarket(prisma, job);
    if (next !== null)
      throw new ConflictError(`job ${jobId} was already resumed by job ${next.id}; resume that job instead`);
    const run = await readRun(prisma, job.workflowRunId);
    return queueDiscovery(db, market, {
      criteria,
      flags: run.skipReview
        ? run.publishFlags
        : run.jobs.filter(({ kind }) => kind === "pipeline").map(({ name }) => name),
      skipReview: run.skipReview,
      costCap: maxCostUsd == null ? await capLeft(prisma, run.id) : costCapOf(maxCostUsd),
      continues: { jobId, chargedMonth: run.chargedMonth },
      claim: held,
    });
  });
}

/**
 * Starts a new market from an ended discovery, with the given changes of its criteria. It takes over providers' answers
 * to identical requests, and verdicts by identical criteria. The start is charged like any other.
 * @throws NotFoundError, InvalidInputError, ConflictError (it still runs), QuotaExceededError
 */
export async function forkDiscovery(
  db: Pick<Database, "prisma" | "query">,
  caller: Caller,
  input: ForkDiscoveryInput,
  claim?: IdempotencyClaim,
): Promise<StartedDiscovery> {
  const { market: of, criteria: before } = await endedDiscovery(db.prisma, caller, input.jobId);
  const changes: { keywords?: object } = input.searchCriteria ?? {};
  const keywords = { ...before.keywords, ...changes.keywords };
  const criteria = normaliseCriteria(
    {
      ...before,
      // An open count stays open.
      ...(before.countIsOpen ? { count: undefined } : {}),
      ...changes,
      keywords,
      projectKind: "first_pass",
    },
    "first_pass",
  );
  const where = { teamId: of.teamId, collectionId: input.collectionId ?? null };
  return doInOneStatement(claim, (held) =>
    queueDiscovery(db, where, {
      criteria,
      flags: input.flags,
      skipReview: input.skipReview,
      costCap: costCapOf(input.maxCostUsd),
      // Another question in another market, so a separate start.
      continues: { jobId: input.jobId, chargedMonth: null },
      claim: held,
    }),
  );
}
