import type { ChildList } from "#foundation/db/children";
import type { Database } from "#foundation/db/database";

/** How exactly the date of an article is known. */
export const DATE_PRECISION = { year: 1, month: 2, day: 3, minute: 4 } as const;

/** An article about companies, as lists read it. */
export interface NewsItemRow {
  id: number;
  url: string;
  title: string;
  summary: string;
  image: string;
  publisher: string;
  /** −1 to 1. */
  sentiment: number;
  publishedAt: Date;
  /** One of `DATE_PRECISION`. */
  datePrecision: number;
}

const COLUMNS = `n.id, n.url, n.title, n.summary, n.image, n.publisher, n.sentiment, n.published_at AS "publishedAt",
  n.date_precision AS "datePrecision"`;

/** Why an article is in a company's list. */
export interface LinkedNewsRow extends NewsItemRow {
  /** `domain` or `name`; "" where the link came with the article. */
  method: string;
  /** The words of the article that name the company. */
  quote: string;
  /** 0–1. */
  confidence: number;
}

/** The articles about a company, newest first; of each story only the earliest that is about the company. */
export const companyNews: ChildList<"newest"> = {
  select: {
    newest: `SELECT ${COLUMNS}, cn.method, cn.quote, cn.confidence FROM company_news cn JOIN news_items n ON n.id = cn.news_item_id
      WHERE cn.company_id = p.id AND NOT cn.is_copy ORDER BY cn.published_at DESC, cn.news_item_id DESC`,
  },
  count: "SELECT count(*) FROM company_news cn WHERE cn.company_id = p.id AND NOT cn.is_copy",
};

/** The articles of these ids. One statement. */
export async function readNewsItems(db: Pick<Database, "query">, ids: readonly number[]): Promise<NewsItemRow[]> {
  return db.query<NewsItemRow>(`SELECT ${COLUMNS} FROM news_items n WHERE n.id = ANY($1)`, [ids]);
}

/** The articles about a market's companies, each story once, by its earliest article in one of their lists. */
const OF_MARKET = `SELECT DISTINCT ON (coalesce(m.story_id, m.id)) m.id FROM market_companies mc
  JOIN company_news cn ON cn.company_id = mc.company_id AND NOT cn.is_copy JOIN news_items m ON m.id = cn.news_item_id
  WHERE mc.market_id = p.id ORDER BY coalesce(m.story_id, m.id), m.published_at, m.url COLLATE "C"`;

export const marketNews: ChildList<"newest"> = {
  select: {
    newest: `SELECT ${COLUMNS} FROM news_items n WHERE n.id IN (${OF_MARKET}) ORDER BY n.published_at DESC, n.id DESC`,
  },
  count: `SELECT count(*) FROM (${OF_MARKET}) x`,
};

/** The other articles of an article's story, earliest first. */
const OF_STORY = `FROM news_items o JOIN news_items n ON n.story_id = o.story_id AND n.id <> o.id WHERE o.id = p.id`;

export const newsCopies: ChildList<"earliest"> = {
  select: { earliest: `SELECT ${COLUMNS} ${OF_STORY} ORDER BY n.published_at, n.url COLLATE "C"` },
  count: `SELECT count(*) ${OF_STORY}`,
};

/** A moment as exactly as it is known, in ISO 8601: `2026`, `2026-03`, `2026-03-01`, `2026-03-01T09:30Z`. */
export function dateText(at: Date, precision: number): string {
  const iso = at.toISOString();
  if (precision <= DATE_PRECISION.year) return iso.slice(0, 4);
  if (precision === DATE_PRECISION.month) return iso.slice(0, 7);
  return precision === DATE_PRECISION.day ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
}
