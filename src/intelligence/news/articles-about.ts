import type { Queries } from "#foundation/db/database";

/** The message of a step that found no article in the whole database, so that the market does not seem quiet. */
export const NO_NEWS_YET =
  'no articles are stored yet: import some with "market -- import articles FILE|URL", or add a feed with "market -- feeds add URL"';

/** Returns whether any article is stored. */
export async function hasNews(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ some: boolean }>("SELECT EXISTS (SELECT FROM news_items) AS some", []);
  return row?.some ?? false;
}

/** Returns the ids of the articles about these companies, copies included, ascending. */
export async function articlesAbout(db: Queries, companyIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    "SELECT DISTINCT news_item_id AS id FROM company_news WHERE company_id = ANY($1::int[]) ORDER BY id",
    [companyIds],
  );
  return rows.map(({ id }) => id);
}

/** Counts of the articles about some companies. */
export interface NewsCount {
  stories: number;
  copies: number;
  /** Companies that at least one article is about. */
  companies: number;
}

/** Counts the stories about these companies, and the copies of them. */
export async function countNews(db: Queries, companyIds: readonly number[]): Promise<NewsCount> {
  const [found] = await db.query<NewsCount>(
    `SELECT count(DISTINCT news_item_id) FILTER (WHERE NOT is_copy)::int AS stories,
       count(DISTINCT news_item_id) FILTER (WHERE is_copy)::int AS copies, count(DISTINCT company_id)::int AS companies
     FROM company_news WHERE company_id = ANY($1::int[])`,
    [companyIds],
  );
  return found ?? { stories: 0, copies: 0, companies: 0 };
}

/** SQL of the text that is read: the article's text or, if there is none, its summary. */
const READ_TEXT = "CASE WHEN n.text = '' THEN n.summary ELSE n.text END AS text";

/** An article about a company. */
export interface LinkedArticle {
  id: number;
  companyId: number;
  /** The words of the article that name the company. */
  quote: string;
  url: string;
  title: string;
  text: string;
  publishedAt: Date;
  retrievedAt: Date;
}

/** Reads the newest articles about each company, without copies, at most `limit` each, ordered by id. One statement. */
export function newestAboutEach(db: Queries, companyIds: readonly number[], limit: number): Promise<LinkedArticle[]> {
  return db.query<LinkedArticle>(
    `SELECT n.id, x.company_id AS "companyId", x.quote, n.url, n.title, ${READ_TEXT},
       n.published_at AS "publishedAt", n.retrieved_at AS "retrievedAt"
     FROM unnest($1::int[]) AS c(id) CROSS JOIN LATERAL (
       SELECT cn.company_id, cn.news_item_id, cn.quote FROM company_news cn WHERE cn.company_id = c.id AND NOT cn.is_copy
       ORDER BY cn.published_at DESC, cn.news_item_id DESC LIMIT $2) x
     JOIN news_items n ON n.id = x.news_item_id ORDER BY n.id`,
    [companyIds, limit],
  );
}

/** Locks articles until the end of the transaction, in a fixed order. An import that changes one of them waits. */
export async function lockArticles(db: Queries, ids: readonly number[]): Promise<void> {
  await db.query("SELECT FROM news_items WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE", [ids]);
}

/** A company that an article is about. */
export interface LinkedCompany {
  companyId: number;
  name: string;
  domain: string;
  /** The words of the article that name the company. */
  quote: string;
}

export interface ArticleWithCompanies {
  id: number;
  url: string;
  title: string;
  text: string;
  publisher: string;
  publishedAt: Date;
  retrievedAt: Date;
  /** Ordered by id. */
  companies: LinkedCompany[];
}

/**
 * Reads these articles with the companies that they are about. Omits copies and articles about no company. One
 * statement.
 */
export function articlesWithCompanies(db: Queries, ids: readonly number[]): Promise<ArticleWithCompanies[]> {
  return db.query<ArticleWithCompanies>(
    `SELECT n.id, n.url, n.title, ${READ_TEXT}, n.publisher,
       n.published_at AS "publishedAt", n.retrieved_at AS "retrievedAt", x.companies
     FROM news_items n CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object('companyId', c.id, 'name', c.name, 'domain', c.domain, 'quote', cn.quote) ORDER BY c.id) AS companies
       FROM company_news cn JOIN companies c ON c.id = cn.company_id WHERE cn.news_item_id = n.id AND NOT cn.is_copy) x
     WHERE n.id = ANY($1::int[]) AND x.companies IS NOT NULL ORDER BY n.id`,
    [ids],
  );
}
