import type { Queries } from "#foundation/db/database";
import type { AskedWord } from "./matches.ts";
import type { IndexState, PostingCache } from "./posting-cache.ts";
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

/** A word of the keyword with the terms of the index (stems) that it may mean, and their lists. */
export interface SearchedWord extends AskedWord {
  stems: string[];
}

/** Runs the correction of so many words when the limits allow it: it is most of the cost of a search. */
export type RunCorrection = <T>(words: number, step: () => Promise<T>) => Promise<T>;

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

/** For each of these words, the terms of words at one edit's distance, the most common first. One statement. */
async function corrections(db: Queries, words: string[]): Promise<Map<string, string[]>> {
  const slips = words.flatMap((asked) => slipsOf(asked).map((slip) => ({ asked, slip })));
  const rows = await db.query<{ asked: string; term: string }>(
    `SELECT s.asked, p.term FROM (
       SELECT DISTINCT s.asked, stem FROM unnest($1::text[], $2::text[]) AS s(asked, slip), unnest(ts_lexize('english_stem', s.slip)) AS stem
     ) s JOIN company_postings p ON p.field = 'word' AND p.term = s.stem
     GROUP BY s.asked, p.term ORDER BY s.asked, sum(p.companies) DESC, p.term`,
    [slips.map(({ asked }) => asked), slips.map(({ slip }) => slip)],
  );
  const found = new Map<string, string[]>();
  for (const { asked, term } of rows) {
    const terms = found.get(asked) ?? [];
    if (terms.length < MAX_CORRECTIONS) found.set(asked, [...terms, term]);
  }
  return found;
}

/**
 * The words of a keyword as terms of the index, without function words ("the"). A word that no company uses is replaced
 * by known words at one edit's distance. It takes two statements, or one where the lists are cached. An unknown word
 * takes two more, run by `runCorrection`.
 */
export async function askedWords(
  db: Queries,
  cache: PostingCache,
  state: IndexState,
  keyword: string,
  runCorrection: RunCorrection,
): Promise<SearchedWord[]> {
  const words = wordsOf(keyword);
  if (words.length === 0) return [];
  const rows = await db.query<{ word: string; stem: string }>(
    `SELECT w.word, stem FROM unnest($1::text[]) WITH ORDINALITY AS w(word, position),
       unnest(tsvector_to_array(to_tsvector('english', w.word))) AS stem ORDER BY w.position`,
    [words],
  );
  const keyOf = (term: string) => ({ field: "word", term }) as const;
  const lists = await cache.lists(
    state,
    rows.map(({ stem }) => keyOf(stem)),
  );
  const asked = new Map<string, SearchedWord & { word: string }>();
  for (const [at, { word, stem }] of rows.entries())
    asked.set(stem, { word, stems: [stem], lists: [lists[at] ?? new Map()] });

  const unknown = [...asked.values()].filter(
    ({ word, lists }) =>
      lists.every((list) => list.size === 0) && word.length >= CORRECTED_FROM && word.length <= LONGEST_CORRECTED,
  );
  if (unknown.length === 0) return [...asked.values()];
  const corrected = unknown.slice(0, MAX_CORRECTED);
  const meant = await runCorrection(corrected.length, () =>
    corrections(
      db,
      corrected.map(({ word }) => word),
    ),
  );
  for (const entry of corrected) {
    const stems = meant.get(entry.word) ?? [];
    entry.lists = await cache.lists(state, stems.map(keyOf));
    entry.stems = stems.length > 0 ? stems : entry.stems;
  }
  return [...asked.values()];
}

/** A search's full-text query, in PostgreSQL's notation for `to_tsquery('simple', …)`. */
export const textQuery = (words: readonly SearchedWord[], operator: "&" | "|"): string =>
  words
    .map(({ stems }) => `(${stems.map((stem) => `'${stem.replace(/['\\]/g, "$&$&")}'`).join(" | ")})`)
    .join(` ${operator} `);
