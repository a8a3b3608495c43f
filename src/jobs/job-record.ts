import type { Transaction } from "#foundation/db/database";
import type { Prisma } from "#generated/prisma/client";
import type { JobModel } from "#generated/prisma/models";

/** A job as it is stored; null: there is none. */
export function findJob(db: Transaction, jobId: number): Promise<JobModel | null> {
  return db.job.findUnique({ where: { id: jobId } });
}

/** A job that is known to be there. */
export function readJob(db: Transaction, jobId: number): Promise<JobModel> {
  return db.job.findUniqueOrThrow({ where: { id: jobId } });
}

/** What the work of a job writes down about it. */
export interface JobFacts {
  /** By what a discovery searches. */
  plan?: object;
  /** What it came to. */
  report?: object;
  companiesFound?: number;
  /** The ended job that it goes on from. */
  continuesJobId?: number;
}

export async function updateJob(db: Transaction, jobId: number, facts: JobFacts): Promise<void> {
  await db.job.update({ where: { id: jobId }, data: facts as Prisma.JobUncheckedUpdateInput });
}

/** Adds parts to what a job ran with, or replaces them. */
export async function addToManifest(db: Transaction, jobId: number, parts: object): Promise<void> {
  const written = JSON.stringify(parts);
  await db.$executeRaw`UPDATE jobs SET manifest = coalesce(manifest, '{}'::jsonb) || ${written}::jsonb WHERE id = ${jobId}`;
}

/** How many discoveries of a market have completed. */
export function completedDiscoveries(db: Transaction, marketId: number): Promise<number> {
  return db.job.count({ where: { marketId, kind: "discovery", status: "completed" } });
}

/** The job by which a market goes on from this one; null: none yet. */
export function nextInMarket(db: Transaction, { id, marketId }: JobModel): Promise<{ id: number } | null> {
  return db.job.findFirst({ where: { continuesJobId: id, marketId }, select: { id: true } });
}

/** What the last `limit` completed discoveries took, as `value` in seconds: those that ran with the language model $1 and the web search $2. */
export const discoverySeconds = (limit: number): string => `
  SELECT extract(epoch FROM ended_at - started_at)::float8 AS value FROM jobs
  WHERE kind = 'discovery' AND status = 'completed' AND manifest->'providers'->>'languageModel' IS NOT DISTINCT FROM $1
    AND manifest->'providers'->>'webSearch' IS NOT DISTINCT FROM $2 ORDER BY id DESC LIMIT ${limit}`;

/** The newest completed discovery of a market; null: none has completed. */
export function newestDiscovery(db: Transaction, marketId: number): Promise<{ id: number } | null> {
  return db.job.findFirst({
    where: { marketId, kind: "discovery", status: "completed" },
    orderBy: { id: "desc" },
    select: { id: true },
  });
}

/** The completed discoveries of a market, in the order in which they ran. */
export function discoveriesOf(db: Transaction, marketId: number): Promise<JobModel[]> {
  return db.job.findMany({ where: { marketId, kind: "discovery", status: "completed" }, orderBy: { id: "asc" } });
}
