import type { Queries } from "#foundation/db/database";
import { lockArticles } from "./articles-about.ts";
import { STORED_ARTICLE, type StoredArticle, unchanged } from "./stored-article.ts";

/**
 * Lets articles wait until their ESG items are written, so that a kill leaves those to the next analysis. Articles that
 * wait already are left to it.
 * @returns the articles that wait now and did not before
 */
export async function putBack(db: Queries, ids: readonly number[]): Promise<StoredArticle[]> {
  await lockArticles(db, ids);
  const rows = await db.query<{ id: number }>(
    "UPDATE news_items SET analysed_at = NULL WHERE id = ANY($1::int[]) AND analysed_at IS NOT NULL RETURNING id",
    [ids],
  );
  return db.query<StoredArticle>(`${STORED_ARTICLE} WHERE n.id = ANY($1::int[])`, [rows.map(({ id }) => id)]);
}

/**
 * Marks waiting articles as analysed, in the transaction that wrote their items. One that has changed meanwhile stays to
 * be read again.
 * @param written the articles whose items were written
 * @returns the articles that were marked
 */
export async function markAnalysed(
  db: Queries,
  articles: readonly StoredArticle[],
  written: ReadonlySet<number>,
): Promise<Set<number>> {
  const same = await unchanged(db, articles);
  const done = new Set(same.flatMap(({ id }) => (written.has(id) ? [id] : [])));
  await db.query("UPDATE news_items SET analysed_at = now() WHERE id = ANY($1::int[])", [[...done]]);
  return done;
}
