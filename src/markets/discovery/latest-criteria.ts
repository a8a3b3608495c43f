import type { Database } from "#foundation/db/database";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { modeOf } from "./steps/job-context.ts";
import { criteriaOf } from "./stored-criteria.ts";

/** What a market's companies are judged by now. */
export interface LatestCriteria {
  /** SHA-256 of what companies are judged by. */
  digest: string;
  /** As a search takes them. */
  searchCriteria: SearchCriteria;
}

/** The criteria of the market's newest completed discovery; null: none has completed. */
export async function latestCriteria(
  { prisma }: Pick<Database, "prisma">,
  marketId: number,
): Promise<LatestCriteria | null> {
  const row = await prisma.criteriaVersion.findFirst({
    where: { marketId, job: { status: "completed" } },
    orderBy: { id: "desc" },
  });
  if (row === null) return null;
  const { criteria } = completeCriteria(criteriaOf(row));
  // Examples that were given as the market itself are no examples of what is sought beside them.
  const seedDomains = modeOf(criteria) === "given" ? [] : criteria.seedDomains;
  return {
    digest: row.judgedBy,
    searchCriteria: { ...criteria, seedDomains, projectKind: "first_pass", performSearch: true },
  };
}
