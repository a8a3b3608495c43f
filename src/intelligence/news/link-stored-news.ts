import { isDeepStrictEqual } from "node:util";
import { linkCompanies } from "#companies/linking/link-companies";
import { probesOfCompanies } from "#companies/linking/name-probes";
import { refreshCompanyNames } from "#companies/linking/name-table";
import type { LockedSession } from "#foundation/db/advisory-lock";
import type { Queries } from "#foundation/db/database";
import { readEsgOfNews, writeEsgOfNews } from "../esg/derive-esg.ts";
import type { SentimentReader } from "../sentiment/sentiment-reader.ts";
import type { NewsDeps } from "./analyse-news.ts";
import { withNewsLock } from "./news-lock.ts";
import { STORED_ARTICLE, type StoredArticle, unchanged } from "./stored-article.ts";
import { markCopies } from "./stories/join-stories.ts";
import { markAnalysed, putBack } from "./waiting-articles.ts";
import { type LinkedText, readTowards, writeLinks } from "./write-links.ts";

const BATCH_SIZE = 200;

export interface LinkStoredOptions {
  signal?: AbortSignal;
  /** Called with numbers of articles. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

export interface LinkedStoredNews {
  /** Links of the given companies in the articles that were read again, copies included. */
  links: number;
}

/**
 * Links stored articles to companies that were added or changed after them, and writes the ESG items of these articles
 * again. Reads again every article that may name one of the companies (by the probes that its analysis stored) or is
 * linked to one. It reads whole articles, so that a new namesake counts too. Each batch is two transactions: links, then
 * ESG items. Between them, articles whose links have changed wait, so that a kill leaves their items to the next
 * analysis. Articles that wait for their first analysis are left to it. A repeat changes nothing.
 * @throws the signal's reason, where it was aborted; what was committed stays.
 */
export async function linkStoredNews(
  { db, ...deps }: NewsDeps,
  companyIds: readonly number[],
  { signal, onProgress }: LinkStoredOptions = {},
): Promise<LinkedStoredNews> {
  return withNewsLock(db, signal, async ({ transaction }) => {
    await refreshCompanyNames(db, signal);
    const articleIds = await articlesThatMayName(db, companyIds);
    for (let done = 0; done < articleIds.length; ) {
      const batch = articleIds.slice(done, done + BATCH_SIZE);
      for (let open = batch; open.length > 0; ) {
        signal?.throwIfAborted();
        const read = await readAgain(db, deps.sentiment, open);
        const { stored, waiting } = await transaction((inside) => storeAgain(inside, read), { isRepeatable: true });
        await deriveAgain({ db, ...deps }, transaction, [...stored], waiting);
        open = read.flatMap(({ id }) => (stored.has(id) ? [] : [id]));
      }
      done += batch.length;
      onProgress?.({ done, total: articleIds.length });
    }
    const [row] = await db.query<{ links: number }>(
      "SELECT count(*)::int AS links FROM company_news WHERE company_id = ANY($1::int[]) AND news_item_id = ANY($2::int[])",
      [companyIds, articleIds],
    );
    return { links: row?.links ?? 0 };
  });
}

/** Writes the ESG items of stored articles, and of those that wait for them. One that changes meanwhile is read once more. */
async function deriveAgain(
  deps: NewsDeps,
  transaction: LockedSession["transaction"],
  stored: readonly number[],
  waiting: readonly StoredArticle[],
): Promise<void> {
  for (let open = [...new Set([...stored, ...waiting.map(({ id }) => id)])]; open.length > 0; ) {
    const esg = await readEsgOfNews(deps, open);
    const write = async (inside: Queries) => {
      const written = new Set(await writeEsgOfNews(inside, esg));
      await markAnalysed(inside, waiting, written);
      return written;
    };
    const written = await transaction(write, { isRepeatable: true });
    open = open.filter((id) => !written.has(id));
  }
}

async function articlesThatMayName(db: Queries, companyIds: readonly number[]): Promise<number[]> {
  const probes = await probesOfCompanies(db, companyIds);
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM news_items WHERE analysed_at IS NOT NULL AND name_probes && $1::int[]
     UNION SELECT n.id FROM company_news cn JOIN news_items n ON n.id = cn.news_item_id
       WHERE cn.company_id = ANY($2::int[]) AND cn.method <> '' AND n.analysed_at IS NOT NULL
     ORDER BY id`,
    [probes, companyIds],
  );
  return rows.map(({ id }) => id);
}

/** An article that was linked before, with its links then and what was read of it now. It is newly linked if they differ. */
type ReadAgain = StoredArticle & LinkedText & { known: readonly KnownLink[]; isNewlyLinked: boolean };

/** Reads articles again, before any of them is locked. One that waits for its analysis meanwhile is left to it. */
async function readAgain(db: Queries, reader: SentimentReader, ids: readonly number[]): Promise<ReadAgain[]> {
  const rows = await db.query<StoredArticle>(
    `${STORED_ARTICLE} WHERE n.id = ANY($1::int[]) AND n.analysed_at IS NOT NULL ORDER BY n.id`,
    [ids],
  );
  const mentions = await linkCompanies(db, rows);
  const known = await knownLinks(db, ids);
  const naming = rows.map((row, i) => ({ ...row, mentions: mentions[i] ?? [], known: known.get(row.id) ?? [] }));
  /** Returns the sentiments that were read with just these names; null where another name came or went. */
  const readBefore = ({ known: links, mentions: of }: (typeof naming)[number]): (number | null)[] | null => {
    const found = of.map(({ companyId, quote }) =>
      links.find((link) => link.companyId === companyId && link.quote === quote),
    );
    return found.length === links.length && found.every((link) => link !== undefined)
      ? found.map(({ sentiment }) => sentiment)
      : null;
  };
  const links = naming.map((row) => ({ ...row, sentiments: readBefore(row) }));
  // The text has not changed since its analysis, so that the others need not be read.
  return [
    ...links.flatMap(({ sentiments, ...row }) =>
      sentiments === null ? [] : [{ ...row, sentiments, isNewlyLinked: false }],
    ),
    ...(
      await readTowards(
        reader,
        links.filter(({ sentiments }) => sentiments === null),
      )
    ).map((row) => ({ ...row, isNewlyLinked: true })),
  ];
}

/**
 * Stores what was read of articles. Leaves out those whose text or links have changed meanwhile. Lets those wait whose
 * links are others now, and those that became copies or ceased to be.
 * @returns the ids of the stored articles, and the articles that wait now
 */
async function storeAgain(
  db: Queries,
  read: readonly ReadAgain[],
): Promise<{ stored: ReadonlySet<number>; waiting: StoredArticle[] }> {
  const same = await unchanged(db, read);
  const links = await knownLinks(
    db,
    same.map(({ id }) => id),
  );
  const stored = same.filter(({ id, known }) => isDeepStrictEqual(links.get(id) ?? [], known));
  await writeLinks(db, stored);
  const changed = await markCopies(db, [...new Set(stored.flatMap(({ storyId }) => storyId ?? []))]);
  const newlyLinked = stored.flatMap(({ id, isNewlyLinked }) => (isNewlyLinked ? [id] : []));
  return {
    stored: new Set(stored.map(({ id }) => id)),
    waiting: await putBack(db, [...new Set([...newlyLinked, ...changed])]),
  };
}

interface KnownLink {
  companyId: number;
  quote: string;
  sentiment: number | null;
}

/** Returns the links that were found in articles before. */
async function knownLinks(db: Queries, articleIds: readonly number[]): Promise<Map<number, KnownLink[]>> {
  const rows = await db.query<KnownLink & { articleId: number }>(
    `SELECT news_item_id AS "articleId", company_id AS "companyId", quote, sentiment FROM company_news
     WHERE news_item_id = ANY($1::int[]) AND method <> '' ORDER BY company_id`,
    [articleIds],
  );
  return Map.groupBy(rows, ({ articleId }) => articleId);
}
