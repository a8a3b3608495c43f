import type { Database } from "#foundation/db/database";
import type { Prisma } from "#generated/prisma/client";

/** A market with a discovery, and the discovery's job: queued by default, as a start leaves it. */
export async function seedJob(
  { prisma }: Database,
  market: { teamId: number; name?: string },
  job: Partial<Prisma.JobUncheckedCreateInput> = {},
): Promise<{ marketId: number; jobId: number }> {
  const status = job.status ?? "queued";
  const { id: marketId } = await prisma.market.create({
    data: { name: "Kites", ...market, status: status === "completed" ? "inReview" : "discovering" },
  });
  const run = await prisma.workflowRun.create({ data: { marketId, kind: "discovery", status } });
  const { id: jobId } = await prisma.job.create({
    data: { kind: "discovery", name: "first_pass", ...job, marketId, workflowRunId: run.id },
  });
  return { marketId, jobId };
}
