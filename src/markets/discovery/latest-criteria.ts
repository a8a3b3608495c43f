import type { Database } from "#foundation/db/database";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { modeOf } from "./steps/job-context.ts";
import { criteriaOf } from "./stored-criteria.ts";

/** The criteria by which a market's companies are now judged. */
export interface LatestCriteria {
  /** SHA-256 of the basis of judgement. */
  digest: string;
  /** In the form that a search takes. */
  searchCriteria: SearchCriteria;
}

/** Returns the criteria of the market's newest completed discovery; null where none has completed. */
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
  // Examples that were given as the market itself are no examples of other companies to find.
  const seedDomains = modeOf(criteria) === "given" ? [] : criteria.seedDomains;
  return {
    digest: row.judgedBy,
    searchCriteria: { ...criteria, seedDomains, projectKind: "first_pass", performSearch: true },
  };
}
