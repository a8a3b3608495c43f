import type { Queries } from "#foundation/db/database";

/** Where a theme is looked for in the news: the very expression that its index is made of. Copies stand behind their story. */
export const NEWS_TEXTS = {
  table: "news_items",
  text: `left("title" || ' ' || "summary" || ' ' || "text", 2000)`,
  condition: "(story_id IS NULL OR story_id = id)",
} as const;

/** A sentiment of this much or more is positive, of minus this much or less negative: as in the lists of ESG items. */
const NEUTRAL_BELOW = 0.05;
/** Characters of an article's text that are read. */
const READ_CHARACTERS = 8_000;

/** Stories themselves, or all stories about some companies. */
export type StorySelection = { stories: readonly number[] } | { companies: readonly number[] };

/** Each story about one of the companies once: the earliest article that one of their lists has. */
const ABOUT_COMPANIES = `SELECT DISTINCT ON (coalesce(m.story_id, m.id)) m.id FROM company_news cn
  JOIN news_items m ON m.id = cn.news_item_id WHERE cn.company_id = ANY($1::int[]) AND NOT cn.is_copy
  ORDER BY coalesce(m.story_id, m.id), m.published_at, m.url COLLATE "C"`;

const selected = (selection: StorySelection) =>
  "stories" in selection
    ? { of: "SELECT unnest($1::int[]) AS id", ids: selection.stories }
    : { of: ABOUT_COMPANIES, ids: selection.companies };

export interface StoryTotals {
  stories: number;
  /** Null: no story. */
  first: Date | null;
  last: Date | null;
  /** Mean from -1 to 1. */
  sentiment: number | null;
  positive: number;
  negative: number;
}

const NO_STORIES: StoryTotals = { stories: 0, first: null, last: null, sentiment: null, positive: 0, negative: 0 };

export async function storyTotals(db: Queries, selection: StorySelection): Promise<StoryTotals> {
  const { of, ids } = selected(selection);
  const [totals] = await db.query<StoryTotals>(
    `SELECT count(*)::int AS stories, min(n.published_at) AS first, max(n.published_at) AS last,
       avg(n.sentiment) AS sentiment, count(*) FILTER (WHERE n.sentiment >= ${NEUTRAL_BELOW})::int AS positive,
       count(*) FILTER (WHERE n.sentiment <= -${NEUTRAL_BELOW})::int AS negative
     FROM news_items n WHERE n.id IN (${of})`,
    [ids],
  );
  return totals ?? NO_STORIES;
}

export interface Story {
  url: string;
  title: string;
  summary: string;
  text: string;
  publisher: string;
  sentiment: number;
  publishedAt: Date;
  /** One of `DATE_PRECISION`. */
  datePrecision: number;
  retrievedAt: Date;
}

/** The newest stories first; at most `limit`. */
export function newestStories(db: Queries, selection: StorySelection, limit: number): Promise<Story[]> {
  const { of, ids } = selected(selection);
  return db.query<Story>(
    `SELECT n.url, n.title, n.summary, left(n.text, ${READ_CHARACTERS}) AS text, n.publisher, n.sentiment,
       n.published_at AS "publishedAt", n.date_precision AS "datePrecision", n.retrieved_at AS "retrievedAt"
     FROM news_items n WHERE n.id IN (${of}) ORDER BY n.published_at DESC, n.id DESC LIMIT $2`,
    [ids, limit],
  );
}
