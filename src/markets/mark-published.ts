import type { PrismaClient } from "#foundation/db/database";

/**
 * The market is published from now on; what it was before stands with the run, for a cancel to give back. Harmless when repeated: the
 * first time stays. A run that has ended meanwhile publishes nothing.
 */
export async function markPublished(prisma: PrismaClient, workflowId: number): Promise<void> {
  await prisma.$transaction(async (tx) => {
    // Takes the run's row lock: whoever ends the run comes before or after.
    const marked = await tx.$executeRaw`
      UPDATE workflow_runs r SET market_status_before = m.status, published_before = m.published_at
      FROM markets m WHERE m.id = r.market_id AND r.id = ${workflowId} AND r.status = 'running' AND r.market_status_before IS NULL`;
    if (marked === 0) return;
    await tx.market.updateMany({
      where: { runs: { some: { id: workflowId } } },
      data: { status: "published", publishedAt: new Date() },
    });
  });
}
