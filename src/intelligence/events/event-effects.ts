import type { Queries } from "#foundation/db/database";

/** The effects of a period's events on a company. */
export interface EventEffects {
  companyId: number;
  /** Number of events whose effect on the company is known. */
  events: number;
  /** Mean effect, −1 to 1. */
  mean: number;
  /** Sample variance (n − 1); null for fewer than two events. */
  variance: number | null;
}

/**
 * Counts the events that touch one of these companies, by day (UTC), the newest day first. Events dated in the future
 * do not count.
 */
export function eventDays(
  db: Queries,
  companyIds: readonly number[],
): Promise<{ day: string; count: number; newest: Date }[]> {
  return db.query(
    `SELECT to_char(e.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(DISTINCT e.id)::int AS count,
       max(e.published_at) AS newest
     FROM event_companies ec JOIN events e ON e.id = ec.event_id
     WHERE ec.company_id = ANY($1::int[]) AND e.published_at <= now() GROUP BY 1 ORDER BY 1 DESC`,
    [companyIds],
  );
}

/** Reads the effects of the events in the `days` before `asOf`, for companies that have such events. */
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
