import { createHash } from "node:crypto";
import { nameFinder } from "#companies/linking/mentions";
import { companyDescriptions } from "#companies/look-up";
import { registrableDomain } from "#companies/registrable-domain";
import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import {
  type ArticleWithCompanies,
  articlesWithCompanies,
  type LinkedCompany,
  lockArticles,
} from "../news/articles-about.ts";
import { pageOfRecord } from "../record-page.ts";
import type { SentimentReader } from "../sentiment/sentiment-reader.ts";
import {
  combine,
  type EsgReading,
  labelEsg,
  type Meant,
  readMeaning,
  readSentences,
  type SentenceReading,
  saysSomething,
} from "./label-esg.ts";
import type { EsgLexicon } from "./lexicon/esg-lexicon.ts";

export interface EsgDeps {
  db: Pick<Database, "query" | "pool">;
  esgLexicon: EsgLexicon;
  sentiment: SentimentReader;
}

/** A page of the company's site that was read. */
export interface OwnText {
  companyId: number;
  url: string;
  title: string;
  text: string;
  retrievedAt: Date;
}

/** The source of an item's text: an article, a page of the company itself, or its record in the directory. */
type Origin = "news" | "own" | "directory";

/** An item whose sentiment is not read yet. */
interface ReadItem extends Omit<DerivedItem, "sentiment"> {
  told: string;
  /** Spellings of the company in the text, then of each other company there; none in its own text. */
  names: string[][];
}

interface DerivedItem extends Omit<EsgReading, "told"> {
  companyId: number;
  /** −1 (negative) to 1 (positive), of what the text tells about this company. */
  sentiment: number;
  /** "" for a record of the directory, of which no page was read. */
  url: string;
  title: string;
  publisher: string;
  /** Published on the company's own site, even if it arrived through a feed. */
  isInternal: boolean;
  publishedAt: Date | null;
  retrievedAt: Date;
  newsItemId: number | null;
}

/** Number of articles or companies per statement. */
const BATCH = 200;

/** What was read of articles, before any of them was locked. */
export interface EsgOfNews {
  newsItemIds: readonly number[];
  /** Each article with its companies as it was read. Copies, and articles about no company, are absent. */
  articles: readonly ArticleWithCompanies[];
  items: readonly DerivedItem[];
}

/**
 * Creates the ESG items of articles: one for each linked company about which the article states something. Articles
 * that are copies of a story get none. Removes items of these articles that no longer hold. Items that came in a file
 * stay unchanged. A repeat changes nothing. The models are asked outside of transactions. An article that changes
 * meanwhile is read once more.
 */
export async function deriveEsgFromNews(deps: EsgDeps, newsItemIds: readonly number[]): Promise<void> {
  for (let i = 0; i < newsItemIds.length; i += BATCH) {
    let open: readonly number[] = newsItemIds.slice(i, i + BATCH);
    while (open.length > 0) {
      const read = await readEsgOfNews(deps, open);
      const write = (inside: Queries) => writeEsgOfNews(inside, read);
      const written = new Set(await transaction(deps.db, write, { isRepeatable: true }));
      open = open.filter((id) => !written.has(id));
    }
  }
}

/** Reads the ESG items of articles. It may ask a model, so call it outside of transactions. */
export async function readEsgOfNews(
  { db, esgLexicon, sentiment }: Omit<EsgDeps, "db"> & { db: Queries },
  newsItemIds: readonly number[],
): Promise<EsgOfNews> {
  const articles = await articlesWithCompanies(db, newsItemIds);
  const meant = await readMeaning(esgLexicon, articles);
  const items = await withSentiment(
    sentiment,
    articles.flatMap((article) => itemsOfArticle(esgLexicon, meant, article)),
  );
  return { newsItemIds, articles, items };
}

/**
 * Replaces the items of articles by what was read of them, within the caller's transaction. Leaves out articles whose
 * text or companies have changed since.
 * @returns the articles whose items are now as they were read
 */
export async function writeEsgOfNews(inside: Queries, read: EsgOfNews): Promise<number[]> {
  await lockArticles(inside, read.newsItemIds);
  const before = byArticle(read.articles);
  const now = byArticle(await articlesWithCompanies(inside, read.newsItemIds));
  const ids = read.newsItemIds.filter((id) => now.get(id) === before.get(id));
  const same = new Set(ids);
  const items = read.items.filter(({ newsItemId }) => newsItemId !== null && same.has(newsItemId));
  await inside.query(
    `DELETE FROM esg_items i WHERE i.derived_from = 'news' AND i.news_item_id = ANY($1::int[])
     AND NOT EXISTS (SELECT FROM unnest($2::int[], $3::int[]) AS w(news_item_id, company_id)
       WHERE w.news_item_id = i.news_item_id AND w.company_id = i.company_id)`,
    [ids, items.map(({ newsItemId }) => newsItemId), items.map(({ companyId }) => companyId)],
  );
  await store(inside, items, "news");
  return ids;
}

const byArticle = (articles: readonly ArticleWithCompanies[]): Map<number, string> =>
  new Map(articles.map((article) => [article.id, JSON.stringify(article)]));

function itemsOfArticle(
  lexicon: EsgLexicon,
  meant: Meant,
  { companies, id, ...article }: ArticleWithCompanies,
): ReadItem[] {
  const finders = companies.map((company) => nameFinder(company, [company.quote]));
  const namesIn = (sentence: string) => finders.flatMap((find) => find(sentence));
  const read = readSentences(lexicon, article, { meant, namesIn });
  const { url, title, publisher, publishedAt, retrievedAt } = article;
  return aboutEach(read, companies).flatMap(([{ companyId, domain, quote }, sentences]) => {
    const reading = combine(lexicon, sentences);
    if (!saysSomething(reading)) return [];
    const isInternal = registrableDomain(url) === domain;
    const others = companies.filter((other) => other.companyId !== companyId);
    const names = quote === "" ? [] : [[quote], ...others.map((other) => [other.quote])];
    return [
      { ...reading, names, companyId, url, title, publisher, isInternal, publishedAt, retrievedAt, newsItemId: id },
    ];
  });
}

/** Reads the sentiment of items: towards the company where the sentences name it, otherwise of the sentences. */
async function withSentiment(reader: SentimentReader, items: readonly ReadItem[]): Promise<DerivedItem[]> {
  const own = await reader.towards(items.map(({ told, names }) => ({ text: told, names })));
  const unnamed = items.flatMap((_, i) => (own[i]?.[0] == null ? [i] : []));
  const whole = await reader.ofTexts(unnamed.map((i) => items[i]?.told ?? ""));
  const ofWhole = new Map(unnamed.map((i, at) => [i, whole[at] ?? 0]));
  // The hash of an item depends on this order.
  return items.map(({ told: _, names: __, environmental, social, governance, ...item }, i) => {
    const sentiment = own[i]?.[0] ?? ofWhole.get(i) ?? 0;
    return { environmental, social, governance, sentiment, ...item };
  });
}

/**
 * Assigns sentences to companies. An article about one company is about it throughout. Where several companies are
 * linked, a sentence is about those that it names. A sentence that names none is about the companies of the sentence
 * before it.
 */
function aboutEach(
  read: readonly SentenceReading[],
  companies: readonly LinkedCompany[],
): [LinkedCompany, SentenceReading[]][] {
  const [only] = companies;
  if (only === undefined) return [];
  if (companies.length === 1) return [[only, [...read]]];
  const about = companies.map((company): [LinkedCompany, SentenceReading[]] => [company, []]);
  const finders = companies.map((company) => nameFinder(company, [company.quote]));
  let subjects: number[] = [];
  for (const sentence of read) {
    const named = finders.flatMap((find, i) => (find(sentence.text).length > 0 ? [i] : []));
    if (named.length > 0) subjects = named;
    for (const i of subjects) about[i]?.[1].push(sentence);
  }
  return about;
}

/**
 * Creates the ESG items of companies' own texts: the given pages, and the directory's descriptions. A description cites its
 * record, unless the record itself was read on a page. A repeat changes nothing. Items that came in a file stay unchanged.
 *
 * @returns the number of such items that these companies have now
 */
export async function deriveEsgFromCompanyPages(
  { db, esgLexicon, sentiment }: EsgDeps,
  companyIds: readonly number[],
  pages: readonly OwnText[] = [],
): Promise<number> {
  let items = 0;
  for (let i = 0; i < companyIds.length; i += BATCH) {
    const ids = companyIds.slice(i, i + BATCH);
    const companies = await companyDescriptions(db, ids);
    const itemOf = (
      { companyId, url, title, text, retrievedAt }: OwnText,
      { namesIn, ...of }: Pick<ReadItem, "publisher" | "isInternal"> & { namesIn: ReturnType<typeof nameFinder> },
    ): ReadItem[] => {
      const reading = labelEsg(esgLexicon, { title, text }, { voice: "own", namesIn });
      if (!saysSomething(reading)) return [];
      const unknown = { names: [], publishedAt: null, newsItemId: null };
      return [{ ...reading, ...unknown, ...of, companyId, url, title, retrievedAt }];
    };
    const own: ReadItem[] = [];
    const directory: ReadItem[] = [];
    for (const { id: companyId, name, description: text, domain, source, saidAt } of companies) {
      const namesIn = nameFinder({ name, domain });
      const ofSite = pages.filter((one) => one.companyId === companyId);
      const page = pageOfRecord(source);
      const url = page ?? "";
      const told: OwnText = { companyId, url, title: name, text, retrievedAt: saidAt };
      const ofCompany = { namesIn, publisher: domain, isInternal: true };
      for (const text of joinedByUrl(page === null ? ofSite : [told, ...ofSite])) own.push(...itemOf(text, ofCompany));
      if (page === null) directory.push(...itemOf(told, { namesIn, publisher: source, isInternal: false }));
    }
    for (const [origin, read] of [
      ["own", own],
      ["directory", directory],
    ] as const) {
      const derived = await withSentiment(sentiment, read);
      await db.query(
        `DELETE FROM esg_items i WHERE i.derived_from = $4 AND i.company_id = ANY($1::int[])
         AND NOT EXISTS (SELECT FROM unnest($2::int[], $3::text[]) AS w(company_id, url)
           WHERE w.company_id = i.company_id AND w.url = i.url)`,
        [ids, derived.map(({ companyId }) => companyId), derived.map(({ url }) => url), origin],
      );
      await store(db, derived, origin);
      items += derived.length;
    }
  }
  return items;
}

/** Joins the texts of each address, because an address has one item. The title is that of the page itself. */
function joinedByUrl(texts: readonly OwnText[]): OwnText[] {
  const byUrl = new Map<string, OwnText>();
  for (const one of texts) {
    const known = byUrl.get(one.url);
    byUrl.set(one.url, known === undefined ? one : { ...one, text: `${known.text}\n${one.text}` });
  }
  return [...byUrl.values()];
}

/** Hashes the content of an item, so that an unchanged item is not written again. */
function hashOf({ retrievedAt: _, ...said }: DerivedItem): string {
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/**
 * Writes items. An address that an article has stays the article's. Otherwise articles and pages would overwrite each
 * other's items in every run.
 */
async function store(db: Queries, items: readonly DerivedItem[], origin: Origin): Promise<void> {
  if (items.length === 0) return;
  // In a fixed order, so that two runs over the same companies cannot deadlock.
  const inOrder = items.toSorted((a, b) => a.companyId - b.companyId || (a.url < b.url ? -1 : 1));
  await db.query(
    `INSERT INTO esg_items (company_id, url, title, snippet, published_at, retrieved_at, publisher, is_internal, environmental,
       social, governance, sentiment_score, version_date, awards, certifications, content_hash, news_item_id, derived_from)
     SELECT x."companyId", x.url, x.title, x.snippet, x."publishedAt", x."retrievedAt", x.publisher, x."isInternal",
       x.environmental, x.social, x.governance, x.sentiment, (now() AT TIME ZONE 'UTC')::date, x.awards, x.certifications,
       x.hash, x."newsItemId", $2
     FROM jsonb_to_recordset($1::jsonb) AS x("companyId" int, url text, title text, snippet text, "publishedAt" timestamptz,
       "retrievedAt" timestamptz, publisher text, "isInternal" boolean, environmental text[], social text[], governance text[], sentiment float8,
       awards boolean, certifications boolean, hash text, "newsItemId" int)
     ON CONFLICT (company_id, url) DO UPDATE SET title = excluded.title, snippet = excluded.snippet,
       published_at = excluded.published_at, retrieved_at = excluded.retrieved_at, publisher = excluded.publisher,
       is_internal = excluded.is_internal, environmental = excluded.environmental, social = excluded.social,
       governance = excluded.governance, sentiment_score = excluded.sentiment_score, version_date = excluded.version_date,
       awards = excluded.awards, certifications = excluded.certifications, content_hash = excluded.content_hash,
       news_item_id = excluded.news_item_id, derived_from = excluded.derived_from
     WHERE esg_items.derived_from IS NOT NULL AND (excluded.derived_from = 'news' OR esg_items.news_item_id IS NULL)
       AND esg_items.content_hash <> excluded.content_hash`,
    [JSON.stringify(inOrder.map((item) => ({ ...item, hash: hashOf(item) }))), origin],
  );
}
