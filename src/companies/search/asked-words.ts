import type { Database } from "#foundation/db/database";
import type { AskedWord } from "./matches.ts";
import type { IndexState, PostingCache } from "./posting-cache.ts";
import { slipsOf } from "./slips.ts";

/** Shorter words have too many neighbours for a slip to be told from another word. */
const CORRECTED_FROM = 4;
/** Longer ones are no words that somebody mistyped. */
const LONGEST_CORRECTED = 40;
/** Words of one keyword that are corrected: each stands for some thousand look-ups. */
const MAX_CORRECTED = 6;
/** What a word that nobody uses may have been meant as: the most common ones. */
const MAX_CORRECTIONS = 5;
/** Words of a keyword that are looked at; a whole page pasted in is no keyword. */
const MAX_WORDS = 32;

/** A word of the keyword with the terms of the index (stems) that it may mean, and their lists. */
export interface SearchedWord extends AskedWord {
  stems: string[];
}

/** Runs the correction of so many words, which is most of what a search may cost, when its caller lets it. */
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

/** The terms that are the stem of a word one slip of the keys away from each of these, the most common first. One statement. */
async function corrections(db: Pick<Database, "query">, words: string[]): Promise<Map<string, string[]>> {
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
 * The words of a keyword as the index has them; words that say nothing ("the") are left out. A word that no company uses in any form
 * stands for those in use that are one slip of the keys away. Two statements, or one where the lists are known, and two more where a
 * word is not: those run by `runCorrection`.
 */
export async function askedWords(
  db: Pick<Database, "query">,
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

/** What a search asks of full text, in PostgreSQL's notation for `to_tsquery('simple', …)`. */
export const textQuery = (words: readonly SearchedWord[], operator: "&" | "|"): string =>
  words
    .map(({ stems }) => `(${stems.map((stem) => `'${stem.replace(/['\\]/g, "$&$&")}'`).join(" | ")})`)
    .join(` ${operator} `);
