import type { Queries } from "#foundation/db/database";

/** An article with all that its reading depends on. */
export interface StoredArticle {
  id: number;
  url: string;
  title: string;
  text: string;
  publisher: string;
  publishedAt: Date;
  storyId: number | null;
  isAnalysed: boolean;
}

/** SQL that selects `StoredArticle` from `news_items n`. Its text is the article's or, if there is none, its summary. */
export const STORED_ARTICLE = `
  SELECT n.id, n.url, n.title, n.publisher, CASE WHEN n.text = '' THEN n.summary ELSE n.text END AS text,
    n.published_at AS "publishedAt", n.story_id AS "storyId", n.analysed_at IS NOT NULL AS "isAnalysed"
  FROM news_items n`;

/**
 * Locks articles until the end of the transaction and returns those that are as they were read. An import that changes
 * one of them waits, and its change is read later.
 */
export async function unchanged<Article extends StoredArticle>(
  db: Queries,
  read: readonly Article[],
): Promise<Article[]> {
  const rows = await db.query<StoredArticle>(`${STORED_ARTICLE} WHERE n.id = ANY($1::int[]) ORDER BY n.id FOR UPDATE`, [
    read.map(({ id }) => id),
  ]);
  const now = new Map(rows.map((row) => [row.id, row]));
  return read.filter((article) => {
    const row = now.get(article.id);
    return (
      row?.url === article.url &&
      row.title === article.title &&
      row.text === article.text &&
      row.publisher === article.publisher &&
      row.isAnalysed === article.isAnalysed &&
      row.publishedAt.getTime() === article.publishedAt.getTime()
    );
  });
}
