/** The precision of an article's date. */
export const DATE_PRECISION = { year: 1, month: 2, day: 3, minute: 4 } as const;

/**
 * Joins a market with the articles about its companies, each story once: the earliest article in the companies' lists.
 */
export const joinsMarketNews = (market: string, item: string): string =>
  `${item}.id IN (SELECT DISTINCT ON (coalesce(m.story_id, m.id)) m.id FROM market_companies mc
    JOIN company_news cn ON cn.company_id = mc.company_id AND NOT cn.is_copy JOIN news_items m ON m.id = cn.news_item_id
    WHERE mc.market_id = ${market}.id ORDER BY coalesce(m.story_id, m.id), m.published_at, m.url COLLATE "C")`;

/** Joins an article with the others of its story. */
export const joinsRetelling = (item: string, other: string): string =>
  `${other}.story_id = ${item}.story_id AND ${other}.id <> ${item}.id`;

/** Formats a moment with its precision, in ISO 8601: `2026`, `2026-03`, `2026-03-01`, `2026-03-01T09:30Z`. */
export function dateText(at: Date, precision: number): string {
  const iso = at.toISOString();
  if (precision <= DATE_PRECISION.year) return iso.slice(0, 4);
  if (precision === DATE_PRECISION.month) return iso.slice(0, 7);
  return precision === DATE_PRECISION.day ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
}
