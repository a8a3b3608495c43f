import type { Database } from "../../db/database.ts";
import { slipsOf } from "./slips.ts";

/** Shorter words have too many neighbours for a slip to be told from another word. */
const CORRECTED_FROM = 4;
/** As the directory's vocabulary (`words_of_company` in the migrations). */
const LONGEST_WORD = 40;
/** Words of one keyword that are corrected: each stands for some thousand look-ups. */
const MAX_CORRECTED = 6;
/** What a word that nobody uses may have been meant as: the most common ones. */
const MAX_CORRECTIONS = 5;
/** Words of a keyword that are looked at; a whole page pasted in is no keyword. */
const MAX_WORDS = 32;

/** A keyword as full text search takes it: `to_tsquery('english', …)` that asks for all words, and one for any of them. */
export interface KeywordQuery {
  all: string;
  any: string;
}

/** Those of the words that no company uses, in no form of them. */
async function unknownWords(db: Pick<Database, "query">, words: string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const rows = await db.query<{ asked: string }>(
    `SELECT asked FROM unnest($1::text[]) AS asked WHERE NOT EXISTS (
       SELECT FROM directory_words w
       WHERE w.word = asked OR w.stem = ANY(tsvector_to_array(to_tsvector('english', asked))))`,
    [words],
  );
  return rows.map(({ asked }) => asked);
}

/** The words in use that are one slip away from each of these, the most common first. */
async function corrections(db: Pick<Database, "query">, words: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(words.map((word) => [word, []]));
  if (words.length === 0) return found;
  const slips = words.flatMap((asked) => slipsOf(asked).map((slip) => ({ asked, slip })));
  const rows = await db.query<{ asked: string; word: string }>(
    `SELECT s.asked, w.word FROM unnest($1::text[], $2::text[]) AS s(asked, slip) JOIN directory_words w ON w.word = s.slip
     ORDER BY w.companies DESC, w.word`,
    [slips.map(({ asked }) => asked), slips.map(({ slip }) => slip)],
  );
  for (const { asked, word } of rows) found.get(asked)?.push(word);
  return found;
}

/**
 * The words of a keyword. A word that no company uses stands for those in use that are one slip of the keys away. Null when the
 * keyword has no word at all. One statement, or two where a word is not known.
 */
export async function keywordQuery(db: Pick<Database, "query">, keyword: string): Promise<KeywordQuery | null> {
  const asked = [
    ...new Set(
      keyword
        .normalize("NFC")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ].slice(0, MAX_WORDS);
  if (asked.length === 0) return null;
  const long = asked.filter((word) => word.length >= CORRECTED_FROM && word.length <= LONGEST_WORD);
  const unknown = await unknownWords(db, long);
  const meant = await corrections(db, unknown.slice(0, MAX_CORRECTED));
  const terms = asked.map((word) => {
    const words = [word, ...(meant.get(word) ?? []).slice(0, MAX_CORRECTIONS)];
    return `(${words.map((one) => `'${one}'`).join(" | ")})`;
  });
  return { all: terms.join(" & "), any: terms.join(" | ") };
}
