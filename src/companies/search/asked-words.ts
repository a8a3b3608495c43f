import type { Queries } from "#foundation/db/database";
import { slipsOf } from "./slips.ts";

/** Shortest word that is corrected: shorter ones are too close to other words. */
const CORRECTED_FROM = 4;
/** Longest word that is corrected. */
const LONGEST_CORRECTED = 40;
/** Words of one keyword that are corrected: each takes some thousand look-ups. */
const MAX_CORRECTED = 6;
/** Corrections of an unknown word that are used: the most common ones. */
const MAX_CORRECTIONS = 5;
/** Words of a keyword that are read; a whole pasted page is no keyword. */
const MAX_WORDS = 32;

/** Runs the correction of so many words when the limits allow it: it is most of the cost of a search. */
export type RunCorrection = <T>(words: number, step: () => Promise<T>) => Promise<T>;

/** Without limits. */
export const correctAtOnce: RunCorrection = (_words, step) => step();

/** The words of a text, in lower case, each once. */
const wordsOf = (keyword: string): string[] =>
  [
    ...new Set(
      keyword
        .normalize("NFC")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ].slice(0, MAX_WORDS);

/** How the lists of terms are looked up, whichever index has them. */
export interface TermIndex<Term> {
  /** What the index has of each term, in their order. */
  lookUp(terms: readonly string[]): Promise<Term[]>;
  /** Whether no company has the term. */
  isUnknown(term: Term): boolean;
  /** Of the terms that words at one edit's distance may have, those that companies use, by the asked word, the most common first. */
  corrections(slips: Slips): Promise<{ asked: string; term: string }[]>;
}

/** Words at one edit's distance, each beside the word that was asked for. */
export interface Slips {
  asked: string[];
  slips: string[];
}

/** A word of the keyword, and what the index has of the terms that it may mean. */
export interface IndexedWord<Term> {
  stems: string[];
  terms: Term[];
}

/** For each of these words, the terms of words at one edit's distance, the most common first. */
async function corrections<Term>(index: TermIndex<Term>, words: string[]): Promise<Map<string, string[]>> {
  const slips = words.flatMap((asked) => slipsOf(asked).map((slip) => ({ asked, slip })));
  const rows = await index.corrections({
    asked: slips.map(({ asked }) => asked),
    slips: slips.map(({ slip }) => slip),
  });
  const found = new Map<string, string[]>();
  for (const { asked, term } of rows) {
    const terms = found.get(asked) ?? [];
    if (terms.length < MAX_CORRECTIONS) found.set(asked, [...terms, term]);
  }
  return found;
}

/**
 * The words of a keyword as terms of the index, without function words ("the"). A word that no company uses is replaced
 * by known words at one edit's distance, by `runCorrection`.
 */
export async function askedWords<Term>(
  db: Queries,
  index: TermIndex<Term>,
  keyword: string,
  runCorrection: RunCorrection,
): Promise<IndexedWord<Term>[]> {
  const words = wordsOf(keyword);
  if (words.length === 0) return [];
  const rows = await db.query<{ word: string; stem: string }>(
    `SELECT w.word, stem FROM unnest($1::text[]) WITH ORDINALITY AS w(word, position),
       unnest(tsvector_to_array(to_tsvector('english', w.word))) AS stem ORDER BY w.position`,
    [words],
  );
  const terms = await index.lookUp(rows.map(({ stem }) => stem));
  const asked = new Map<string, IndexedWord<Term> & { word: string }>();
  for (const [at, { word, stem }] of rows.entries()) {
    const term = terms[at];
    asked.set(stem, { word, stems: [stem], terms: term === undefined ? [] : [term] });
  }

  const unknown = [...asked.values()].filter(
    ({ word, terms }) =>
      terms.every((term) => index.isUnknown(term)) && word.length >= CORRECTED_FROM && word.length <= LONGEST_CORRECTED,
  );
  if (unknown.length === 0) return [...asked.values()];
  const corrected = unknown.slice(0, MAX_CORRECTED);
  const meant = await runCorrection(corrected.length, () =>
    corrections(
      index,
      corrected.map(({ word }) => word),
    ),
  );
  for (const entry of corrected) {
    const stems = meant.get(entry.word) ?? [];
    entry.terms = await index.lookUp(stems);
    entry.stems = stems.length > 0 ? stems : entry.stems;
  }
  return [...asked.values()];
}

/** A search's full-text query, in PostgreSQL's notation for `to_tsquery('simple', …)`. */
export const textQuery = (words: readonly { stems: readonly string[] }[], operator: "&" | "|"): string =>
  words
    .map(({ stems }) => `(${stems.map((stem) => `'${stem.replace(/['\\]/g, "$&$&")}'`).join(" | ")})`)
    .join(` ${operator} `);
