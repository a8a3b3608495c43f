import type { PrismaClient } from "#foundation/db/database";
import { keepMarketState } from "#jobs/workflow-runs";

/**
 * Marks the market as published. The run stores its previous state, so that a cancel can restore it. Idempotent: the
 * first time stays. A run that has ended meanwhile publishes nothing.
 */
export async function markPublished(prisma: PrismaClient, workflowId: number): Promise<void> {
  await prisma.$transaction(async (tx) => {
    // Locks the run's row, so that the end of the run comes before or after.
    const id = await keepMarketState(tx, workflowId);
    if (id !== null) await tx.market.update({ where: { id }, data: { status: "published", publishedAt: new Date() } });
  });
}
