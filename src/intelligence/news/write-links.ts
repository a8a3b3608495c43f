import type { CompanyMention } from "#companies/linking/link-companies";
import type { Queries } from "#foundation/db/database";
import type { SentimentReader } from "../sentiment/sentiment-reader.ts";

/** An article with the companies that it names. */
interface NamingText {
  id: number;
  publishedAt: Date;
  title: string;
  text: string;
  mentions: readonly CompanyMention[];
}

/** An article whose links are written. */
export interface LinkedText extends NamingText {
  /** Sentiment towards each mentioned company, in their order; null where no sentence names it. */
  sentiments: readonly (number | null)[];
}

/** Reads how articles speak about the companies that they name. */
export async function readTowards<Text extends NamingText>(
  reader: SentimentReader,
  articles: readonly Text[],
): Promise<(Text & LinkedText)[]> {
  const read = await reader.towards(
    articles.map(({ title, text, mentions }) => ({
      text: `${title}\n${text}`,
      names: mentions.map(({ quote }) => [quote]),
    })),
  );
  return articles.map((article, i) => ({ ...article, sentiments: read[i] ?? [] }));
}

/**
 * Replaces the links of articles by the companies found in them. Each link has the sentiment of the article's sentences
 * towards the company. A link that came with its article (without a method) stays.
 * @returns the number of links found.
 */
export async function writeLinks(db: Queries, articles: readonly LinkedText[]): Promise<number> {
  const links = articles.flatMap(({ id, publishedAt, mentions, sentiments }) =>
    mentions.map((mention, i) => ({ id, publishedAt, sentiment: sentiments[i] ?? null, ...mention })),
  );
  const values = [links.map(({ id }) => id), links.map(({ companyId }) => companyId)];
  await db.query(
    `DELETE FROM company_news cn WHERE cn.news_item_id = ANY($3::int[]) AND cn.method <> ''
     AND NOT EXISTS (SELECT FROM unnest($1::int[], $2::int[]) AS l(id, company_id)
       WHERE l.id = cn.news_item_id AND l.company_id = cn.company_id)`,
    [...values, articles.map(({ id }) => id)],
  );
  await db.query(
    `INSERT INTO company_news AS known (news_item_id, company_id, published_at, method, quote, confidence, sentiment)
     SELECT l.* FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::float8[], $7::float8[])
       AS l(id, company_id, published_at, method, quote, confidence, sentiment)
     WHERE EXISTS (SELECT FROM companies c WHERE c.id = l.company_id)
     ON CONFLICT (company_id, news_item_id) DO UPDATE
     SET published_at = excluded.published_at, method = excluded.method, quote = excluded.quote, confidence = excluded.confidence,
       sentiment = excluded.sentiment
     WHERE known.method <> '' AND (known.published_at, known.method, known.quote, known.confidence, known.sentiment)
       IS DISTINCT FROM (excluded.published_at, excluded.method, excluded.quote, excluded.confidence, excluded.sentiment)`,
    [
      ...values,
      links.map(({ publishedAt }) => publishedAt),
      links.map(({ method }) => method),
      links.map(({ quote }) => quote),
      links.map(({ confidence }) => confidence),
      links.map(({ sentiment }) => sentiment),
    ],
  );
  return links.length;
}
