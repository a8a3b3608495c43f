import { contentStems } from "./stem.ts";
import { dictionaryFile, readSynset, type Synset } from "./wordnet-files.ts";

/** A noun that a text seems to describe. */
export interface Defined {
  synset: Synset;
  /** Share of the text's weight that the definition covers, 0–1. */
  coverage: number;
  /** Share of the definition's weight that the text covers, 0–1. */
  focus: number;
}

interface Glosses {
  /** Offsets of the synsets, in the file's order. */
  offsets: number[];
  /** Stem → positions in `offsets` of the definitions that contain it, ascending. */
  postings: Map<string, number[]>;
  /** Sum of the idf of each definition's stems. */
  weights: Float32Array;
}

/** Minimum of words that a definition shares with the text: a single one is a coincidence. */
const MIN_SHARED = 2;

let read: Glosses | null = null;

/**
 * Finds nouns by their definition, reading WordNet backwards: "ships that carry crude oil" → tanker, "a cargo ship
 * designed to carry crude oil in bulk". Words weigh by their rarity among definitions.
 *
 * @param text stems with their weights, 0–1. `own` is false for words added to the text (synonyms): they may match, but
 * a definition need not cover them
 * @returns those that share at least two words, in no order
 */
export function nounsDefinedBy(text: Map<string, { weight: number; own: boolean }>): Defined[] {
  const { offsets, postings, weights } = glosses();
  const shared = new Map<number, { weighted: number; plain: number; words: number }>();
  let total = 0;
  for (const [stem, { weight, own }] of text) {
    const places = postings.get(stem) ?? [];
    const idf = Math.log(offsets.length / (places.length + 1));
    if (own) total += weight * idf;
    for (const place of places) {
      const sums = shared.get(place) ?? { weighted: 0, plain: 0, words: 0 };
      sums.weighted += weight * idf;
      sums.plain += idf;
      sums.words++;
      shared.set(place, sums);
    }
  }
  const found: Defined[] = [];
  for (const [place, { weighted, plain, words }] of shared) {
    if (words < MIN_SHARED) continue;
    found.push({
      synset: readSynset("noun", offsets[place] as number),
      coverage: Math.min(1, weighted / total),
      focus: Math.min(1, plain / (weights[place] as number)),
    });
  }
  return found;
}

/** Returns all noun definitions by their stems. Reads them once per process, on first use: 0.8 s and 15 MB. */
function glosses(): Glosses {
  if (read) return read;
  const file = dictionaryFile("data", "noun");
  const offsets: number[] = [];
  const postings = new Map<string, number[]>();
  const lines = file.toString("latin1").split("\n");
  const documents: string[][] = [];
  let at = 0;
  for (const line of lines) {
    if (line !== "" && !line.startsWith(" ")) {
      // The definition ends where the examples, in quotation marks, begin.
      const stems = [...new Set(contentStems(line.slice(line.indexOf(" | ") + 3).replace(/;\s*".*$/s, "")))];
      for (const stem of stems) {
        const places = postings.get(stem);
        if (places) places.push(offsets.length);
        else postings.set(stem, [offsets.length]);
      }
      offsets.push(at);
      documents.push(stems);
    }
    at += line.length + 1;
  }
  const weights = Float32Array.from(documents, (stems) =>
    stems.reduce((sum, stem) => sum + Math.log(offsets.length / ((postings.get(stem)?.length ?? 0) + 1)), 0),
  );
  read = { offsets, postings, weights };
  return read;
}
