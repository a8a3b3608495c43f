import type { Database } from "#foundation/db/database";
import { seedCompany, seedMarket } from "../support/impact.ts";

/** Markets of one team with completed discoveries and companies, written as the store step leaves them. */
export async function seedMarkets(
  db: Database,
  teamId: number,
  markets: number,
  companiesEach: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let m = 0; m < markets; m++) {
    const companies: { id: number; domain: string }[] = [];
    for (let c = 0; c < companiesEach; c++)
      companies.push(await seedCompany(db, `company-${teamId}-${m}-${c}.com`, { name: `Company ${c}` }));
    const marketId = await seedMarket(
      db,
      teamId,
      companies.map(({ id }) => id),
      `Market ${m} of ${teamId}`,
    );
    ids.push(marketId);
    const listed = await db.prisma.marketCompany.findMany({ where: { marketId }, include: { company: true } });
    await db.prisma.candidate.createMany({
      data: listed.map(({ companyId, jobId, rank, score, reason, company }) => ({
        marketId,
        companyId,
        jobId,
        rank,
        score,
        reason,
        criteria: [],
        domain: company.domain,
        verdict: "in" as const,
        generators: ["full text"],
        judgedBy: "x",
        judgedInJob: jobId,
      })),
    });
  }
  return ids;
}
