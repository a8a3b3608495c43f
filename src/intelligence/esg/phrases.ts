import { stem } from "#foundation/language/stem";

/** A word of a sentence. */
export interface Word {
  stem: string;
  /** "=" and the word in lower case, without accents. */
  exact: string;
}

/** One word of a phrase: any of these stems, or of these words as written after "=". */
type Slot = ReadonlySet<string>;

/** Words in order; `gap` is how many others may stand before a word. */
interface Sequence {
  slots: { stems: Slot; gap: number }[];
}

/** One or two sequences near each other. */
export interface Phrase {
  source: string;
  parts: Sequence[];
}

/** Words that ".." lets pass. */
const MAX_GAP = 4;
/** Words between the two sides of "+". */
const MAX_DISTANCE = 12;

/** Reads a list of phrases separated by ";", in the notation of `EsgLabel`. */
export function parsePhrases(list: string): Phrase[] {
  return list
    .split(";")
    .map((phrase) => phrase.trim().replace(/\s+/g, " "))
    .filter((phrase) => phrase !== "")
    .map((source) => ({ source, parts: source.split(" + ").map(parseSequence) }));
}

function parseSequence(text: string): Sequence {
  const slots: Sequence["slots"] = [];
  let gap = 0;
  for (const word of text.split(" ")) {
    if (word === "..") gap = MAX_GAP;
    else {
      slots.push({ stems: new Set(word.split("/").map((one) => (one.startsWith("=") ? one : stem(one)))), gap });
      gap = 0;
    }
  }
  return { slots };
}

const fits = (slot: Slot, { stem, exact }: Word) => slot.has(stem) || slot.has(exact);

/** Phrases by what they begin with (a stem, or "=" and a word), so that a sentence is only compared with those that it may have. */
export type PhraseIndex<T> = ReadonlyMap<string, readonly { phrase: Phrase; owner: T }[]>;

export function indexPhrases<T>(entries: readonly { phrase: Phrase; owner: T }[]): PhraseIndex<T> {
  const index = new Map<string, { phrase: Phrase; owner: T }[]>();
  for (const entry of entries)
    for (const first of entry.phrase.parts[0]?.slots[0]?.stems ?? []) {
      const known = index.get(first);
      if (known) known.push(entry);
      else index.set(first, [entry]);
    }
  return index;
}

/** All places (indexes of words, ascending) at which a phrase stands in a sentence. */
export function occurrences(phrase: Phrase, words: readonly Word[]): number[][] {
  const [first, ...others] = phrase.parts.map((part) => sequenceOccurrences(part, words));
  return others.reduce(
    (found, other) =>
      found.flatMap((left) => other.filter((right) => near(left, right)).map((right) => [...left, ...right])),
    first ?? [],
  );
}

/** Both sides, within the distance, and no word in both. */
export function near(left: readonly number[], right: readonly number[]): boolean {
  if (left.some((place) => right.includes(place))) return false;
  const distance = Math.max(Math.min(...right) - Math.max(...left), Math.min(...left) - Math.max(...right));
  return distance <= MAX_DISTANCE;
}

function sequenceOccurrences({ slots }: Sequence, words: readonly Word[]): number[][] {
  const found: number[][] = [];
  for (let start = 0; start < words.length; start++) {
    const places: number[] = [];
    for (const { stems: wanted, gap } of slots) {
      const from = places.length === 0 ? start : (places.at(-1) as number) + 1;
      const last = places.length === 0 ? start : from + gap;
      let at = from;
      while (at <= last && at < words.length && !fits(wanted, words[at] as Word)) at++;
      if (at > last || at >= words.length) break;
      places.push(at);
    }
    if (places.length === slots.length) found.push(places);
  }
  return found;
}
