import type { Queries } from "#foundation/db/database";

/** What is told of a company in two windows of equal length, one after the other. */
export interface NewsWindows {
  companyId: number;
  /** Stories, without copies. */
  recent: number;
  before: number;
  /** Mean from -1 to 1; null: no story in that window. */
  sentiment: number | null;
  sentimentBefore: number | null;
}

/** When the newest article about one of the companies appeared; null: there is none. What is dated in the future does not count. */
export async function newestArticleAbout(db: Queries, companyIds: readonly number[]): Promise<Date | null> {
  const [row] = await db.query<{ newest: Date | null }>(
    `SELECT max(published_at) AS newest FROM company_news
     WHERE company_id = ANY($1::int[]) AND NOT is_copy AND published_at <= now()`,
    [companyIds],
  );
  return row?.newest ?? null;
}

/** The stories of the `days` before `asOf` and of as many days before those, of companies that have any. */
export function newsWindows(
  db: Queries,
  companyIds: readonly number[],
  { asOf, days }: { asOf: Date; days: number },
): Promise<NewsWindows[]> {
  return db.query<NewsWindows>(
    `SELECT cn.company_id AS "companyId", count(*) FILTER (WHERE is_recent)::int AS recent, count(*) FILTER (WHERE NOT is_recent)::int AS before,
       avg(n.sentiment) FILTER (WHERE is_recent) AS sentiment, avg(n.sentiment) FILTER (WHERE NOT is_recent) AS "sentimentBefore"
     FROM company_news cn JOIN news_items n ON n.id = cn.news_item_id
     CROSS JOIN LATERAL (SELECT cn.published_at > $2::timestamptz - make_interval(days => $3) AS is_recent) w
     WHERE cn.company_id = ANY($1::int[]) AND NOT cn.is_copy AND cn.published_at <= $2
       AND cn.published_at > $2::timestamptz - make_interval(days => 2 * $3)
     GROUP BY cn.company_id`,
    [companyIds, asOf, days],
  );
}
