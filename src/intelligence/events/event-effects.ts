import type { Queries } from "#foundation/db/database";

/** The events of a stretch of time that go one way for a company. */
export interface EventEffects {
  companyId: number;
  /** Events of which the way is known. */
  events: number;
  /** −1 to 1. */
  mean: number;
  /** With n − 1; null for fewer than two. */
  variance: number | null;
}

/** The newest event that touches one of some companies; null: there is none. What is dated in the future does not count. */
export async function newestEventOf(db: Queries, companyIds: readonly number[]): Promise<Date | null> {
  const [row] = await db.query<{ newest: Date | null }>(
    `SELECT max(e.published_at) AS newest FROM event_companies ec JOIN events e ON e.id = ec.event_id
     WHERE ec.company_id = ANY($1::int[]) AND e.published_at <= now()`,
    [companyIds],
  );
  return row?.newest ?? null;
}

/** Which way the events of the `days` before `asOf` go for companies that have such events. */
export function eventEffects(
  db: Queries,
  companyIds: readonly number[],
  { asOf, days }: { asOf: Date; days: number },
): Promise<EventEffects[]> {
  return db.query<EventEffects>(
    `SELECT ec.company_id AS "companyId", count(*)::int AS events, avg(ec.effect) AS mean, var_samp(ec.effect) AS variance
     FROM event_companies ec JOIN events e ON e.id = ec.event_id
     WHERE ec.company_id = ANY($1::int[]) AND ec.effect IS NOT NULL AND e.published_at <= $2
       AND e.published_at > $2::timestamptz - make_interval(days => $3)
     GROUP BY ec.company_id`,
    [companyIds, asOf, days],
  );
}
