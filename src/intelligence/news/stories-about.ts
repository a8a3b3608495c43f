import type { Queries } from "#foundation/db/database";

/** The search expression over news. It must equal the expression of its index. Copies are left out. */
export const NEWS_TEXTS = {
  table: "news_items",
  text: `left("title" || ' ' || "summary" || ' ' || "text", 2000)`,
  companies: "ARRAY(SELECT company_id FROM company_news WHERE news_item_id = x.id)",
  condition: "(story_id IS NULL OR story_id = id)",
} as const;

/** Scores of at least this are positive, and of at most minus this negative, as in the lists of ESG items. */
const NEUTRAL_BELOW = 0.05;
/** Characters of an article's text that are read. */
const READ_CHARACTERS = 8_000;

/** Selected stories, or all stories about some companies. */
export type StorySelection = { stories: readonly number[] } | { companies: readonly number[] };

/**
 * Selects each story about one of the companies once: the earliest article in the companies' lists. Its sentiment is
 * the mean of its sentences' sentiment towards the companies that it names. $1: the ids of the companies.
 */
const ABOUT_COMPANIES = `SELECT DISTINCT ON (coalesce(m.story_id, m.id)) m.id,
    avg(cn.sentiment) OVER (PARTITION BY m.id) AS sentiment FROM company_news cn
  JOIN news_items m ON m.id = cn.news_item_id WHERE cn.company_id = ANY($1::int[]) AND NOT cn.is_copy
  ORDER BY coalesce(m.story_id, m.id), m.published_at, m.url COLLATE "C"`;
/** Stories of a theme have the sentiment of the whole article. */
const SELECTED_STORIES = "SELECT s.id, s.sentiment FROM news_items s WHERE s.id = ANY($1::int[])";

const selected = (selection: StorySelection) =>
  "stories" in selection
    ? { of: SELECTED_STORIES, ids: selection.stories }
    : { of: ABOUT_COMPANIES, ids: selection.companies };

export interface StoryTotals {
  stories: number;
  /** Null without stories. */
  first: Date | null;
  last: Date | null;
  /** Mean of the known sentiments, −1 to 1. */
  sentiment: number | null;
  /** Stories that have a sentiment. */
  scored: number;
  positive: number;
  negative: number;
}

const NO_STORIES: StoryTotals = {
  stories: 0,
  first: null,
  last: null,
  sentiment: null,
  scored: 0,
  positive: 0,
  negative: 0,
};

export async function storyTotals(db: Queries, selection: StorySelection): Promise<StoryTotals> {
  const { of, ids } = selected(selection);
  const [totals] = await db.query<StoryTotals>(
    `SELECT count(*)::int AS stories, min(n.published_at) AS first, max(n.published_at) AS last,
       avg(x.sentiment) AS sentiment, count(x.sentiment)::int AS scored,
       count(*) FILTER (WHERE x.sentiment >= ${NEUTRAL_BELOW})::int AS positive,
       count(*) FILTER (WHERE x.sentiment <= -${NEUTRAL_BELOW})::int AS negative
     FROM (${of}) x JOIN news_items n ON n.id = x.id`,
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
  /**
   * Towards the selected companies, or of the whole article for selected stories, −1 to 1. Null if nothing is said, or
   * if the article is not analysed yet.
   */
  sentiment: number | null;
  publishedAt: Date;
  /** One of `DATE_PRECISION`. */
  datePrecision: number;
  retrievedAt: Date;
}

/** Reads the newest stories, newest first, at most `limit`. */
export function newestStories(db: Queries, selection: StorySelection, limit: number): Promise<Story[]> {
  const { of, ids } = selected(selection);
  return db.query<Story>(
    `SELECT n.url, n.title, n.summary, left(n.text, ${READ_CHARACTERS}) AS text, n.publisher, x.sentiment,
       n.published_at AS "publishedAt", n.date_precision AS "datePrecision", n.retrieved_at AS "retrievedAt"
     FROM (${of}) x JOIN news_items n ON n.id = x.id ORDER BY n.published_at DESC, n.id DESC LIMIT $2`,
    [ids, limit],
  );
}
