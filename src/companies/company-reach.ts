/**
 * The companies that a caller may look up by id: the whole directory, or those that a team's markets contain or have
 * judged. `marketsOf` null means the markets of all teams.
 */
export type CompanyReach = "directory" | { marketsOf: number | null };

/** A condition to append to others. */
export interface ReachCondition {
  /** "" or `AND …`. */
  sql: string;
  values: unknown[];
}

/**
 * Returns the condition that a company, given as an SQL expression, is within reach. Its parameters begin with
 * `$first`.
 */
export function withinReach(company: string, reach: CompanyReach, first: number): ReachCondition {
  if (reach === "directory") return { sql: "", values: [] };
  const { marketsOf } = reach;
  const markets = `SELECT s.market_id FROM market_companies s WHERE s.company_id = ${company}
    UNION ALL SELECT s.market_id FROM candidates s WHERE s.company_id = ${company}`;
  const ofTeam = marketsOf === null ? "" : `JOIN markets m ON m.id = x.market_id WHERE m.team_id = $${first}`;
  return { sql: `AND EXISTS (SELECT FROM (${markets}) x ${ofTeam})`, values: marketsOf === null ? [] : [marketsOf] };
}

/** Like `withinReach`, as a Prisma condition on companies. */
export function whereWithin(reach: CompanyReach) {
  if (reach === "directory") return {};
  const ofTeam = reach.marketsOf === null ? {} : { market: { teamId: reach.marketsOf } };
  return { OR: [{ markets: { some: ofTeam } }, { candidates: { some: ofTeam } }] };
}
