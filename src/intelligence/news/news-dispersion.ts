import type { Queries } from "#foundation/db/database";

/** Length of the cells in which stories are counted, in days. */
const CELL_DAYS = 30;
/** News come in bursts: the dispersion assumed where little is known, and the degrees of freedom for which it counts. */
const PRIOR = { dispersion: 2, degrees: 10 };

/**
 * Returns how much more the monthly number of stories about a company varies than by chance. It is 1 if stories are
 * independent of one another, and larger if they come in bursts. It is Pearson's χ² over the months of the `baseDays`
 * before `until`, divided by its degrees of freedom, pooled over these companies. This is the dispersion of a
 * quasi-Poisson model (McCullagh and Nelder, "Generalized linear models", 2nd ed., 4.5). Copies do not count.
 */
export async function newsDispersion(
  db: Queries,
  companyIds: readonly number[],
  { until, baseDays }: { until: Date; baseDays: number },
): Promise<number> {
  const cells = Math.floor(baseDays / CELL_DAYS);
  const rows =
    cells < 2
      ? []
      : await db.query<{ companyId: number; stories: number }>(
          `SELECT company_id AS "companyId", count(*)::int AS stories FROM company_news
           WHERE company_id = ANY($1::int[]) AND NOT is_copy AND published_at <= $2
             AND published_at > $2::timestamptz - make_interval(days => $3)
           GROUP BY company_id, floor(extract(epoch FROM $2::timestamptz - published_at) / $4)`,
          [companyIds, until, cells * CELL_DAYS, CELL_DAYS * 86_400],
        );
  const counts = new Map<number, number[]>();
  for (const { companyId, stories } of rows) counts.set(companyId, [...(counts.get(companyId) ?? []), stories]);
  return dispersionOf([...counts.values()], cells);
}

/**
 * Returns the pooled dispersion of counts.
 * @param counts for each company, the number of stories of each month that has any
 * @param cells number of months
 */
export function dispersionOf(counts: readonly (readonly number[])[], cells: number): number {
  let [chi, degrees] = [PRIOR.dispersion * PRIOR.degrees, PRIOR.degrees];
  for (const ofCompany of counts) {
    const mean = ofCompany.reduce((sum, count) => sum + count, 0) / cells;
    // Months without a story are not listed.
    chi += ofCompany.reduce((sum, count) => sum + (count - mean) ** 2 / mean, (cells - ofCompany.length) * mean);
    degrees += cells - 1;
  }
  return Math.max(1, chi / degrees);
}
