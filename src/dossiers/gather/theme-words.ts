import type { Database } from "#foundation/db/database";
import { contentStems, isContentWord } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";

/** Longest theme; a longer one, such as a pasted page, is cut. */
const MAX_WORDS = 24;
/** Texts that are checked closely, best by PostgreSQL's rank first. */
const MAX_CANDIDATES = 300;

/** The words of a theme that carry its topic, each once. */
export function themeWords(theme: string): string[] {
  const words = tokens(theme)
    .map(({ word }) => word.toLowerCase())
    .filter(isContentWord);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Whether a text has at least half of a theme's words, in any form. */
export function speaksOf(theme: string): (text: string) => boolean {
  const asked = new Set(themeWords(theme).flatMap(contentStems));
  const enough = Math.ceil(asked.size / 2);
  return (text) => new Set(contentStems(text).filter((stem) => asked.has(stem))).size >= enough;
}

/** The search expression of a kind of text: exactly the one that its index has. */
const THEME_TEXT = {
  news_items: `to_tsvector('english', left("title" || ' ' || "summary" || ' ' || "text", 2000))`,
  esg_items: `to_tsvector('english', left("title" || ' ' || "snippet", 2000))`,
  events: `to_tsvector('english', left("title" || ' ' || "summary", 2000))`,
} as const;

const SHOWN = {
  news_items: `left("title" || ' ' || "summary" || ' ' || "text", 2000)`,
  esg_items: `left("title" || ' ' || "snippet", 2000)`,
  events: `left("title" || ' ' || "summary", 2000)`,
} as const;

export interface ThemeMatches {
  /** Best first. */
  ids: number[];
  /** The note for the report: there may be more than were checked. */
  note: string;
}

const NOTE = `, of the ${MAX_CANDIDATES} that match most`;

/** The texts that belong to a dossier about companies: all of them, by the companies' ids. */
export const ofCompanies = (ids: number[]): ThemeMatches => ({ ids, note: "" });

/**
 * Ids of the texts about a theme, best first: those with at least half of its words, by PostgreSQL's `ts_rank`. One
 * statement; `condition` excludes texts that are shown elsewhere.
 */
export async function themeMatches(
  db: Pick<Database, "query">,
  table: keyof typeof THEME_TEXT,
  theme: string,
  condition = "true",
): Promise<ThemeMatches> {
  const words = themeWords(theme);
  if (words.length === 0) return { ids: [], note: "" };
  const rows = await db.query<{ id: number; shown: string }>(
    `SELECT id, ${SHOWN[table]} AS shown FROM ${table}, to_tsquery('english', $1) AS asked
     WHERE ${THEME_TEXT[table]} @@ asked AND ${condition}
     ORDER BY ts_rank(${THEME_TEXT[table]}, asked) DESC, id LIMIT ${MAX_CANDIDATES}`,
    [words.join(" | ")],
  );
  const speaks = speaksOf(theme);
  return {
    ids: rows.filter(({ shown }) => speaks(shown)).map(({ id }) => id),
    note: rows.length === MAX_CANDIDATES ? NOTE : "",
  };
}
