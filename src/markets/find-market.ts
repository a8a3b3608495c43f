import { type Caller, owned } from "#accounts/auth/caller";
import type { PrismaClient, Transaction } from "#foundation/db/database";
import type { MarketModel } from "#generated/prisma/models";

/** Returns a market of the caller's. @throws NotFoundError */
export async function findMarket(db: Transaction, caller: Caller, marketId: number): Promise<MarketModel> {
  return owned(caller, await db.market.findUnique({ where: { id: marketId } }), `market ${marketId}`);
}

/** Returns the team that owns a market and pays for it. */
export async function teamOfMarket(prisma: PrismaClient, marketId: number): Promise<number> {
  const { teamId } = await prisma.market.findUniqueOrThrow({ where: { id: marketId }, select: { teamId: true } });
  return teamId;
}
