import type { Database } from "#foundation/db/database";

/** Ids of a market's companies, in its order. */
export async function marketCompanyIds(db: Pick<Database, "query">, marketId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT company_id AS id FROM market_companies WHERE market_id = $1 ORDER BY rank, company_id`,
    [marketId],
  );
  return rows.map(({ id }) => id);
}

/** Said where a step found no article in the whole database, so that nobody takes it for a quiet market. */
export const NO_NEWS_YET =
  'no articles are stored yet: import some with "market -- import news FILE|URL", or add a feed with "market -- feeds add URL"';

/** Whether any article is stored. */
export async function hasNews(db: Pick<Database, "query">): Promise<boolean> {
  const [row] = await db.query<{ some: boolean }>("SELECT EXISTS (SELECT FROM news_items) AS some", []);
  return row?.some ?? false;
}

/** "1 company", "1,200 companies". */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
