import { linkCompanies } from "#companies/linking/link-companies";
import { probesOfText } from "#companies/linking/name-probes";
import { refreshCompanyNames } from "#companies/linking/name-table";
import type { Database, Queries } from "#foundation/db/database";
import { readEsgOfNews, writeEsgOfNews } from "../esg/derive-esg.ts";
import type { EsgLexicon } from "../esg/lexicon/esg-lexicon.ts";
import type { SentimentReader } from "../sentiment/sentiment-reader.ts";
import { withNewsLock } from "./news-lock.ts";
import { STORED_ARTICLE, type StoredArticle, unchanged } from "./stored-article.ts";
import { fingerprint, storyKeys } from "./stories/fingerprint.ts";
import { joinStories, markCopies } from "./stories/join-stories.ts";
import { markAnalysed, putBack } from "./waiting-articles.ts";
import { type LinkedText, readTowards, writeLinks } from "./write-links.ts";

/** What analysing news needs. */
export interface NewsDeps {
  db: Database;
  esgLexicon: EsgLexicon;
  sentiment: SentimentReader;
}

export interface AnalyseOptions {
  signal?: AbortSignal;
  /**
   * Called after each batch. `total` is the number of articles that waited when the run began, or the number done if
   * that is larger.
   */
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Number of articles per transaction. */
  batchSize?: number;
}

export interface AnalysedNews {
  /** Articles that were read. */
  analysed: number;
  /** Links to companies that were found in them. */
  links: number;
  /** Articles that turned out to be copies of an earlier one. */
  joined: number;
}

const BATCH_SIZE = 200;

/** Selects articles that wait. */
const PENDING = `${STORED_ARTICLE} WHERE n.analysed_at IS NULL`;

/**
 * Analyses all articles that are new or changed since their last analysis: sentiment, companies, story, and the
 * resulting ESG items. Each batch is two transactions: links and stories, then ESG items. The second one marks its
 * articles as analysed. The models are asked before each of them. A kill loses only the open batch, and a repeat
 * continues with it. If nothing waits, it does nothing. Processes take turns by an advisory lock.
 * @throws the signal's reason, where it was aborted; what was committed stays.
 */
export async function analyseNews({ db, ...deps }: NewsDeps, options: AnalyseOptions = {}): Promise<AnalysedNews> {
  const { signal, onProgress, batchSize = BATCH_SIZE } = options;
  const sum: AnalysedNews = { analysed: 0, links: 0, joined: 0 };
  if ((await countWaiting(db)) === 0) return sum;
  return withNewsLock(db, signal, async ({ transaction }) => {
    await refreshCompanyNames(db, signal);
    const waiting = await countWaiting(db);
    for (;;) {
      signal?.throwIfAborted();
      const read = await readBatch(db, deps, batchSize);
      if (read.length === 0) return sum;
      const linked = await transaction((inside) => storeLinks(inside, read), { isRepeatable: true });
      const esg = await readEsgOfNews(
        { db, ...deps },
        [...linked.articles, ...linked.changed].map(({ id }) => id),
      );
      const { articles, changed } = linked;
      const marked = await transaction(
        async (inside) => markAnalysed(inside, [...articles, ...changed], new Set(await writeEsgOfNews(inside, esg))),
        { isRepeatable: true },
      );
      sum.analysed += articles.filter(({ id }) => marked.has(id)).length;
      sum.links += linked.links;
      sum.joined += linked.joined;
      onProgress?.({ done: sum.analysed, total: Math.max(waiting, sum.analysed) });
    }
  });
}

async function countWaiting(db: Queries): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(
    "SELECT count(*)::int AS waiting FROM news_items WHERE analysed_at IS NULL",
    [],
  );
  return row?.waiting ?? 0;
}

/** An article with what was read of it. */
type ReadArticle = StoredArticle & LinkedText & { sentiment: number };

/** Reads waiting articles, before any of them is locked: the model takes seconds for them. */
async function readBatch(
  db: Queries,
  { sentiment }: Pick<NewsDeps, "sentiment">,
  size: number,
): Promise<ReadArticle[]> {
  const rows = await db.query<StoredArticle>(`${PENDING} ORDER BY n.id LIMIT $1`, [size]);
  const mentions = await linkCompanies(db, rows);
  const naming = rows.map((row, i) => ({ ...row, mentions: mentions[i] ?? [] }));
  const wholes = await sentiment.ofTexts(rows.map(({ title, text }) => `${title}\n${text}`));
  const towards = await readTowards(sentiment, naming);
  return towards.map((article, i) => ({ ...article, sentiment: wholes[i] ?? 0 }));
}

/** What the first transaction of a batch stored. */
interface LinkedArticles {
  articles: ReadArticle[];
  links: number;
  joined: number;
  /** Other articles that became copies, or ceased to be. They wait until their items are written. */
  changed: StoredArticle[];
}

/** Stores the links and stories of articles. One that has changed meanwhile waits for the next batch. */
async function storeLinks(db: Queries, read: readonly ReadArticle[]): Promise<LinkedArticles> {
  const articles = await unchanged(db, read);
  if (articles.length === 0) return { articles: [], links: 0, joined: 0, changed: [] };
  const ids = articles.map(({ id }) => id);
  const links = await writeLinks(db, articles);
  await storeReadings(db, articles);
  const { storyIds, copies } = await joinStories(db, ids);
  const marked = (await markCopies(db, storyIds)).filter((id) => !ids.includes(id));
  return { articles, links, joined: copies, changed: await putBack(db, marked) };
}

async function storeReadings(db: Queries, rows: readonly ReadArticle[]): Promise<void> {
  // Sent as JSON, because unnest cannot take lists of different lengths.
  const readings = rows.map((row) => ({
    id: row.id,
    sentiment: row.sentiment,
    probes: probesOfText(row),
  }));
  await db.query(
    `UPDATE news_items n SET sentiment = r.sentiment, name_probes = r.probes
     FROM jsonb_to_recordset($1::jsonb) AS r(id int, sentiment float8, probes int[]) WHERE n.id = r.id`,
    [JSON.stringify(readings)],
  );
  const keys = rows.flatMap((row) => storyKeys(fingerprint(row)).map((key) => ({ id: row.id, key: String(key) })));
  await db.query("DELETE FROM news_story_keys WHERE news_item_id = ANY($1::int[])", [rows.map(({ id }) => id)]);
  await db.query(
    `INSERT INTO news_story_keys (key, news_item_id) SELECT * FROM unnest($1::bigint[], $2::int[]) ON CONFLICT DO NOTHING`,
    [keys.map(({ key }) => key), keys.map(({ id }) => id)],
  );
}
