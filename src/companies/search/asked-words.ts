import type { Queries } from "#foundation/db/database";
import { slipsOf } from "./slips.ts";

/** Minimum length of a corrected word. Shorter words are too close to other words. */
const CORRECTED_FROM = 4;
/** Maximum length of a corrected word. */
const LONGEST_CORRECTED = 40;
/** Maximum number of corrected words per keyword. Each takes some thousand look-ups. */
const MAX_CORRECTED = 6;
/** Maximum number of corrections used per unknown word, the most common first. */
const MAX_CORRECTIONS = 5;
/** Maximum number of words read from a keyword. A pasted page is not a keyword. */
const MAX_WORDS = 32;

/** Runs the correction of this number of words when the limits allow it. Correction is most of the cost of a search. */
export type RunCorrection = <T>(words: number, step: () => Promise<T>) => Promise<T>;

/** Runs a correction without limits. */
export const correctAtOnce: RunCorrection = (_words, step) => step();

/** Returns the distinct words of a text in lower case. */
const wordsOf = (keyword: string): string[] =>
  [
    ...new Set(
      keyword
        .normalize("NFC")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ].slice(0, MAX_WORDS);

/** Looks up the lists of terms in any index. */
export interface TermIndex<Term> {
  /** Returns the index's entries for the terms, in their order. */
  lookUp(terms: readonly string[]): Promise<Term[]>;
  /** Whether no company has the term. */
  isUnknown(term: Term): boolean;
  /**
   * Returns the terms of words at one edit's distance that companies use, with the asked word. For each word, the most
   * common terms come first.
   */
  corrections(slips: Slips): Promise<{ asked: string; term: string }[]>;
}

/** Words at one edit's distance. Each is at the position of the asked word. */
export interface Slips {
  asked: string[];
  slips: string[];
}

/** A word of the keyword, with the index's entries for its possible terms. */
export interface IndexedWord<Term> {
  stems: string[];
  terms: Term[];
}

/** Returns for each word the terms of words at one edit's distance, the most common first. */
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
 * Reads the words of a keyword as terms of the index, without function words ("the"). A word that no company uses is
 * replaced by known words at one edit's distance, through `runCorrection`.
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

/** Returns a search's full-text query, in PostgreSQL's notation for `to_tsquery('simple', …)`. */
export const textQuery = (words: readonly { stems: readonly string[] }[], operator: "&" | "|"): string =>
  words
    .map(({ stems }) => `(${stems.map((stem) => `'${stem.replace(/['\\]/g, "$&$&")}'`).join(" | ")})`)
    .join(` ${operator} `);
