import type { Database } from "#foundation/db/database";
import type { PipelineJob } from "../../pipeline-flag.ts";
import { companyText, type MarketRecord, namesOfOneWord, readMarketRecords } from "../market-records.ts";
import { countInDirectory, type DirectoryCounts } from "./directory-counts.ts";
import { PhraseFinder, phraseKey } from "./find-phrases.ts";
import { noPhraseAmong } from "./no-phrase.ts";
import { nounPhrases } from "./noun-phrases.ts";

/** Minimum of the market's companies with a phrase: a single company's word is its own. */
const MIN_COMPANIES = 2;
/** Number of most used phrases kept. */
const MAX_PHRASES = 5_000;
/** Number of companies tagged between two yields to the event loop. */
const BATCH = 50;
/** Longest keyword, in words; longer labels are sentences. */
const MAX_KEYWORD_WORDS = 5;

/** A phrase that several companies of a market use. */
export interface VocabularyPhrase {
  /** In the form of `phraseKey`. */
  key: string;
  /** Its most frequent spelling. */
  text: string;
  /** Positions in `records` of the companies that use it, ascending. */
  users: number[];
  /** Number of companies in the whole directory that use it, including the market's. */
  inDirectory: number;
}

/** The counted phrases of a market's companies. */
export interface Vocabulary {
  records: MarketRecord[];
  /** Number of companies in the directory. */
  directorySize: number;
  /** Most used first. */
  phrases: VocabularyPhrase[];
}

/**
 * Returns the noun phrases and keywords that at least two companies of a market use. Each has its number of users in
 * the market and in the directory.
 */
export async function readVocabulary(db: Pick<Database, "query" | "pool">, job: PipelineJob): Promise<Vocabulary> {
  const records = await readMarketRecords(db, job.marketId);
  return vocabularyOf(records, (keys) => countInDirectory(db, keys, job), job);
}

/**
 * Returns the vocabulary of these companies.
 * @param countKeys counts the companies of the directory that use each phrase
 */
export async function vocabularyOf(
  records: MarketRecord[],
  countKeys: (keys: string[]) => Promise<DirectoryCounts>,
  job: Pick<PipelineJob, "signal" | "report">,
): Promise<Vocabulary> {
  const isNoPhrase = noPhraseAmong(records.map(({ name }) => name));
  const spellings = new Map<string, Map<string, number>>();
  for (const [i, record] of records.entries()) {
    for (const phrase of phrasesOf(record)) {
      const key = phraseKey(phrase);
      if (key === "" || isNoPhrase(key)) continue;
      const written = spellings.get(key) ?? new Map<string, number>();
      spellings.set(key, written.set(phrase, (written.get(phrase) ?? 0) + 1));
    }
    if (i % BATCH === BATCH - 1) {
      job.signal.throwIfAborted();
      job.report(i + 1, records.length);
      // Tagging is slow and synchronous, so it yields to heartbeats.
      await new Promise(setImmediate);
    }
  }
  const finder = new PhraseFinder(spellings.keys(), namesOfOneWord(records));
  const users = new Map<string, number[]>();
  for (const [i, record] of records.entries())
    for (const key of finder.find(companyText(record))) users.set(key, [...(users.get(key) ?? []), i]);
  const shared = [...users]
    .filter(([, companies]) => companies.length >= MIN_COMPANIES)
    .sort(([a, one], [b, other]) => other.length - one.length || compareText(a, b))
    .slice(0, MAX_PHRASES);
  const { companies, using } = await countKeys(shared.map(([key]) => key));
  const phrases = shared.map(([key, ofPhrase]) => ({
    key,
    text: mostWritten(spellings.get(key) ?? new Map([[key, 1]])),
    users: ofPhrase,
    // The directory may have changed since the count, without a new version.
    inDirectory: Math.max(ofPhrase.length, using.get(key) ?? 0),
  }));
  return { records, directorySize: Math.max(companies, records.length), phrases };
}

function phrasesOf({ description, keywords }: MarketRecord): string[] {
  const labels = keywords
    .map((keyword) => keyword.toLowerCase())
    .filter((label) => label.split(/\s+/).length <= MAX_KEYWORD_WORDS);
  return [...nounPhrases(description), ...labels];
}

/** Returns the most frequent spelling, on a tie the first in the alphabet. */
function mostWritten(spellings: ReadonlyMap<string, number>): string {
  const [[best] = [""]] = [...spellings].sort(([a, one], [b, other]) => other - one || compareText(a, b));
  return best;
}

/** Compares by code units: the same order on every machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
