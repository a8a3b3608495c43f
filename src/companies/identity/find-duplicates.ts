import type { Queries } from "#foundation/db/database";
import { refreshCompanyNames } from "../linking/name-table.ts";
import {
  comparedCompanies,
  type DirectoryIdentity,
  LARGEST_BLOCK,
  pairsToldApart,
  toldApart,
} from "./compared-companies.ts";
import { type Comparison, compareCompanies, type IdentityOutcome } from "./same-company-score.ts";

/** Listed outcomes: pairs that are different are not listed. */
export type ListedOutcome = Exclude<IdentityOutcome, "different">;

/** Two companies of the directory that may be one, or of one group. */
export interface CompanyPair extends Omit<Comparison, "outcome"> {
  outcome: ListedOutcome;
  one: DirectoryIdentity;
  other: DirectoryIdentity;
}

/** Number of pairs compared at a time. */
const BATCH = 2_000;

/** Finds pairs that share a name without legal form, the first label of the domain, an ISIN or an LEI. */
const PAIRS = `
  WITH blocks AS (
    SELECT 'name ' || key AS block, company_id FROM company_names WHERE kind IN ('name', 'core')
    UNION SELECT 'site ' || domain_label, id FROM companies WHERE length(domain_label) > 2
    UNION SELECT 'isin ' || isin, id FROM companies WHERE isin IS NOT NULL
    UNION SELECT 'lei ' || value, company_id FROM company_identifiers WHERE scheme = 'lei'
  ), small AS (
    SELECT block FROM blocks GROUP BY block HAVING count(*) BETWEEN 2 AND ${LARGEST_BLOCK}
  )
  SELECT DISTINCT a.company_id AS one, b.company_id AS other
  FROM small s JOIN blocks a ON a.block = s.block JOIN blocks b ON b.block = s.block AND b.company_id > a.company_id
  ORDER BY 1, 2`;

/**
 * Compares companies of the directory that may be one (docs/identity.md). Reads the whole directory, which takes
 * seconds for 30,000 companies. A pair that a person told apart is neither the same nor unsure.
 * @param outcomes the outcomes to list
 * @returns the pairs, the highest score first
 */
export async function findDuplicates(
  db: Queries,
  outcomes: readonly ListedOutcome[],
  signal?: AbortSignal,
): Promise<CompanyPair[]> {
  await refreshCompanyNames(db, signal);
  const pairs = await db.query<{ one: number; other: number }>(PAIRS);
  const areApart = toldApart(await pairsToldApart(db));
  const found: CompanyPair[] = [];
  for (let at = 0; at < pairs.length; at += BATCH) {
    signal?.throwIfAborted();
    const batch = pairs.slice(at, at + BATCH);
    const companies = await comparedCompanies(db, [...new Set(batch.flatMap(({ one, other }) => [one, other]))]);
    for (const pair of batch) {
      const [one, other] = [companies.get(pair.one), companies.get(pair.other)];
      if (one === undefined || other === undefined) continue;
      const comparison = compareCompanies(one, other);
      const outcome = outcomes.find((wanted) => wanted === comparison.outcome);
      if (outcome !== "related" && areApart(one.id, other.id)) continue;
      if (outcome !== undefined) found.push({ one, other, ...comparison, outcome });
    }
  }
  return found.sort((a, b) => b.score - a.score || a.one.id - b.one.id || a.other.id - b.other.id);
}
