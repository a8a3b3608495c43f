import type { ChildList } from "../db/children.ts";

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

/** The articles about a company, newest first. */
export const companyNews: ChildList<"newest"> = {
  select: {
    newest: `SELECT ${COLUMNS} FROM company_news cn JOIN news_items n ON n.id = cn.news_item_id
      WHERE cn.company_id = p.id ORDER BY cn.published_at DESC, cn.news_item_id DESC`,
  },
  count: "SELECT count(*) FROM company_news cn WHERE cn.company_id = p.id",
};

/** The articles about a market's companies, each once, newest first. */
const OF_MARKET = `SELECT cn.news_item_id FROM market_companies mc JOIN company_news cn ON cn.company_id = mc.company_id
  WHERE mc.market_id = p.id`;

export const marketNews: ChildList<"newest"> = {
  select: {
    newest: `SELECT ${COLUMNS} FROM news_items n WHERE n.id IN (${OF_MARKET}) ORDER BY n.published_at DESC, n.id DESC`,
  },
  count: `SELECT count(DISTINCT x.news_item_id) FROM (${OF_MARKET}) x`,
};

/** A moment as exactly as it is known, in ISO 8601: `2026`, `2026-03`, `2026-03-01`, `2026-03-01T09:30Z`. */
export function dateText(at: Date, precision: number): string {
  const iso = at.toISOString();
  if (precision <= DATE_PRECISION.year) return iso.slice(0, 4);
  if (precision === DATE_PRECISION.month) return iso.slice(0, 7);
  return precision === DATE_PRECISION.day ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
}
