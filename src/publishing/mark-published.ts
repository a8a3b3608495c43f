import type { PrismaClient } from "../db/database.ts";

/** The market is published from now on. Harmless when repeated: the first time stays. */
export async function markPublished(prisma: PrismaClient, workflowId: number): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const run = await tx.workflowRun.findUniqueOrThrow({ where: { id: workflowId }, include: { market: true } });
    if (
      run.status !== "running" ||
      (run.market.status === "published" && (run.market.publishedAt ?? run.requestedAt) > run.requestedAt)
    )
      return;
    await tx.market.update({ where: { id: run.marketId }, data: { status: "published", publishedAt: new Date() } });
  });
}
