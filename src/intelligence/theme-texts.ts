import type { Queries } from "#foundation/db/database";

/** The texts of one table, as a theme is looked for in them. */
export interface ThemeTexts {
  table: string;
  /** SQL of the text; an index is made of the very expression `to_tsvector('english', text)`. */
  text: string;
  /** SQL that leaves out rows which are shown elsewhere. */
  condition?: string;
}

/**
 * Texts that have any of these words in any form, best by PostgreSQL's `ts_rank` first. One statement.
 * @param words single words, lower case
 */
export function textsWithWords(
  db: Queries,
  { table, text, condition = "true" }: ThemeTexts,
  words: readonly string[],
  limit: number,
): Promise<{ id: number; shown: string }[]> {
  const searched = `to_tsvector('english', ${text})`;
  return db.query<{ id: number; shown: string }>(
    `SELECT id, ${text} AS shown FROM ${table}, to_tsquery('english', $1) AS asked
     WHERE ${searched} @@ asked AND ${condition} ORDER BY ts_rank(${searched}, asked) DESC, id LIMIT $2`,
    [words.join(" | "), limit],
  );
}
