import type { Transaction } from "#foundation/db/database";
import type { Prisma } from "#generated/prisma/client";
import type { JobModel } from "#generated/prisma/models";

/** Returns a job as stored; null where there is none. */
export function findJob(db: Transaction, jobId: number): Promise<JobModel | null> {
  return db.job.findUnique({ where: { id: jobId } });
}

/** Returns a job that is known to exist. */
export function readJob(db: Transaction, jobId: number): Promise<JobModel> {
  return db.job.findUniqueOrThrow({ where: { id: jobId } });
}

/** What a job's work records about it. */
export interface JobFacts {
  /** The plan of a discovery's search. */
  plan?: object;
  /** Its result. */
  report?: object;
  companiesFound?: number;
  /** The ended job that it continues. */
  continuesJobId?: number;
}

export async function updateJob(db: Transaction, jobId: number, facts: JobFacts): Promise<void> {
  await db.job.update({ where: { id: jobId }, data: facts as Prisma.JobUncheckedUpdateInput });
}

/** Adds parts to a job's manifest, or replaces them. */
export async function addToManifest(db: Transaction, jobId: number, parts: object): Promise<void> {
  const written = JSON.stringify(parts);
  await db.$executeRaw`UPDATE jobs SET manifest = coalesce(manifest, '{}'::jsonb) || ${written}::jsonb WHERE id = ${jobId}`;
}

/** Returns how many discoveries of a market have completed. */
export function completedDiscoveries(db: Transaction, marketId: number): Promise<number> {
  return db.job.count({ where: { marketId, kind: "discovery", status: "completed" } });
}

/** Returns the job by which a market continues this one; null where there is none yet. */
export function nextInMarket(db: Transaction, { id, marketId }: JobModel): Promise<{ id: number } | null> {
  return db.job.findFirst({ where: { continuesJobId: id, marketId }, select: { id: true } });
}

/**
 * Selects the duration of the last `limit` completed discoveries, as `value` in seconds: those with the language model
 * $1 and the web search $2.
 */
export const discoverySeconds = (limit: number): string => `
  SELECT extract(epoch FROM ended_at - started_at)::float8 AS value FROM jobs
  WHERE kind = 'discovery' AND status = 'completed' AND manifest->'providers'->>'languageModel' IS NOT DISTINCT FROM $1
    AND manifest->'providers'->>'webSearch' IS NOT DISTINCT FROM $2 ORDER BY id DESC LIMIT ${limit}`;

/** Returns the newest completed discovery of a market; null where none has completed. */
export function newestDiscovery(db: Transaction, marketId: number): Promise<{ id: number } | null> {
  return db.job.findFirst({
    where: { marketId, kind: "discovery", status: "completed" },
    orderBy: { id: "desc" },
    select: { id: true },
  });
}

/** Returns the completed discoveries of a market in the order of their runs. */
export function discoveriesOf(db: Transaction, marketId: number): Promise<JobModel[]> {
  return db.job.findMany({ where: { marketId, kind: "discovery", status: "completed" }, orderBy: { id: "asc" } });
}
