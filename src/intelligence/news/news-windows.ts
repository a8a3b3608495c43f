import type { Queries } from "#foundation/db/database";

/** The news about a company in a recent window, and in a longer window before it, the base line. */
export interface NewsWindows {
  companyId: number;
  /** Number of stories, without copies. */
  recent: number;
  base: number;
  /** Number of recent stories with a known sentiment towards the company, and the mean of that sentiment, −1 to 1. */
  felt: number;
  sentiment: number | null;
  /** Sample variance (n − 1); null for fewer than two stories. */
  sentimentVariance: number | null;
}

/**
 * Counts the stories about some companies, by day (UTC), the newest day first. Articles dated in the future do not
 * count.
 */
export function newsDays(
  db: Queries,
  companyIds: readonly number[],
): Promise<{ day: string; count: number; oldest: Date; newest: Date }[]> {
  return db.query(
    `SELECT to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(DISTINCT news_item_id)::int AS count,
       min(published_at) AS oldest, max(published_at) AS newest FROM company_news
     WHERE company_id = ANY($1::int[]) AND NOT is_copy AND published_at <= now() GROUP BY 1 ORDER BY 1 DESC`,
    [companyIds],
  );
}

/** Counts the stories of the `days` before `asOf`, and of the `baseDays` before those, for companies that have any. */
export function newsWindows(
  db: Queries,
  companyIds: readonly number[],
  { asOf, days, baseDays }: { asOf: Date; days: number; baseDays: number },
): Promise<NewsWindows[]> {
  return db.query<NewsWindows>(
    `SELECT company_id AS "companyId", count(*) FILTER (WHERE is_recent)::int AS recent,
       count(*) FILTER (WHERE NOT is_recent)::int AS base, count(sentiment) FILTER (WHERE is_recent)::int AS felt,
       avg(sentiment) FILTER (WHERE is_recent) AS sentiment, var_samp(sentiment) FILTER (WHERE is_recent) AS "sentimentVariance"
     FROM company_news
     CROSS JOIN LATERAL (SELECT published_at > $2::timestamptz - make_interval(days => $3) AS is_recent) w
     WHERE company_id = ANY($1::int[]) AND NOT is_copy AND published_at <= $2
       AND published_at > $2::timestamptz - make_interval(days => $3 + $4)
     GROUP BY company_id`,
    [companyIds, asOf, days, baseDays],
  );
}
