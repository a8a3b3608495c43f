import type { Queries } from "#foundation/db/database";

/** The texts of one table that are searched for a theme. */
export interface ThemeTexts {
  table: string;
  /** SQL of the text. The index must have the expression `to_tsvector('english', text)`. */
  text: string;
  /** SQL of the ids of the companies that a row, `x`, is about: an array. */
  companies: string;
  /** SQL condition that omits rows which are shown elsewhere. */
  condition?: string;
}

export interface ThemeText {
  id: number;
  shown: string;
  companyIds: number[];
}

/**
 * Finds texts that have any of these words in any form, best by PostgreSQL's `ts_rank` first. One statement.
 * @param words single words, lower case
 */
export function textsWithWords(
  db: Queries,
  { table, text, companies, condition = "true" }: ThemeTexts,
  words: readonly string[],
  limit: number,
): Promise<ThemeText[]> {
  const searched = `to_tsvector('english', ${text})`;
  return db.query<ThemeText>(
    `SELECT id, ${text} AS shown, ${companies} AS "companyIds" FROM ${table} x, to_tsquery('english', $1) AS asked
     WHERE ${searched} @@ asked AND ${condition} ORDER BY ts_rank(${searched}, asked) DESC, id LIMIT $2`,
    [words.join(" | "), limit],
  );
}
