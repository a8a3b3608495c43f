import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { esgMeaning } from "#intelligence/esg/meaning/meaning";
import { createGroupingDeps } from "#intelligence/events/create-grouping-deps";
import { groupObservations } from "#intelligence/events/group-observations";
import { type ArticleForm, type ArticleKind, formsOf } from "#intelligence/ingest/article-staging";
import { newsModel } from "#intelligence/meaning/news-model";
import { analyseNews } from "#intelligence/news/analyse-news";
import { sentimentReader } from "#intelligence/sentiment/sentiment-reader";
import { count } from "./import-report.ts";

/** The results by name: counts, and why the language model was no longer called. */
export type Derived = Record<string, number | string>;

export interface DeriveOptions {
  signal: AbortSignal;
  onProgress(form: ArticleForm, progress: { done: number; total: number }): void;
}

/**
 * Processes all waiting rows of a kind, including those of earlier imports and feeds: sentiment, links and stories of
 * news; events of observations. Commits each batch, so that it may be interrupted and repeated.
 * @throws the signal's reason on abort
 */
export async function deriveRecords(
  kind: ArticleKind,
  db: Database,
  config: Config,
  options: DeriveOptions,
): Promise<Derived> {
  const derived: Derived = {};
  for (const form of formsOf(kind)) Object.assign(derived, await DERIVE[form](db, config, options));
  return derived;
}

const DERIVE: Record<ArticleForm, (db: Database, config: Config, options: DeriveOptions) => Promise<Derived>> = {
  async news(db, config, { signal, onProgress }) {
    const deps = {
      db,
      esgLexicon: loadEsgLexicon(config.esg.lexicon, esgMeaning(config.embeddings)),
      sentiment: sentimentReader(newsModel(config.embeddings.kind)),
    };
    return { ...(await analyseNews(deps, { signal, onProgress: (progress) => onProgress("news", progress) })) };
  },
  async observations(db, config, { signal, onProgress }) {
    const { reading, ...counts } = await groupObservations(db, createGroupingDeps(config, db), {
      signal,
      onProgress: (progress) => onProgress("observations", progress),
    });
    const derived: Derived = counts;
    if (reading === undefined) return derived;
    derived.readByModel = reading.read;
    derived.leftToRules = reading.byRules;
    if (reading.stopped !== null) derived.modelStopped = reading.stopped;
    return derived;
  },
};

/** Describes the results in a sentence. */
export function describeDerived(derived: Derived): string {
  const parts = Object.entries(derived).map(
    ([name, value]) => `${name} ${typeof value === "number" ? count(value) : value}`,
  );
  return `Derived from the new rows: ${parts.join(" · ")}.`;
}
