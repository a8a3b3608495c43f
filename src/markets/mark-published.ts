import type { PrismaClient } from "#foundation/db/database";
import { keepMarketState } from "#jobs/workflow-runs";

/**
 * The market is published from now on; what it was before stands with the run, for a cancel to give back. Harmless when repeated: the
 * first time stays. A run that has ended meanwhile publishes nothing.
 */
export async function markPublished(prisma: PrismaClient, workflowId: number): Promise<void> {
  await prisma.$transaction(async (tx) => {
    // Takes the run's row lock: whoever ends the run comes before or after.
    const id = await keepMarketState(tx, workflowId);
    if (id !== null) await tx.market.update({ where: { id }, data: { status: "published", publishedAt: new Date() } });
  });
}
