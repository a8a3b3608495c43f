import { inverseDocumentFrequency } from "#foundation/language/bm25";
import { lengthOf, type PostingList, SEGMENT_SIZE, WHOLE_IMPACT } from "./posting-lists.ts";

/** Matching companies, by ascending id. */
export interface Matches {
  ids: Int32Array;
  /** 0–1 each. */
  scores: Float64Array;
}

export const NO_MATCHES: Matches = { ids: new Int32Array(0), scores: new Float64Array(0) };

/** One word of a search, with the lists of all its possible terms. */
export interface AskedWord {
  lists: readonly PostingList[];
}

/** Collects matches whose number is not known in advance. */
class Collector {
  #ids: Int32Array;
  #scores: Float64Array;
  #length = 0;

  /** `most`: an upper bound of their number, if known. */
  constructor(most = 1_024) {
    this.#ids = new Int32Array(Math.max(most, 1));
    this.#scores = new Float64Array(Math.max(most, 1));
  }

  add(id: number, score: number): void {
    if (this.#length === this.#ids.length) {
      const ids = new Int32Array(2 * this.#length);
      const scores = new Float64Array(2 * this.#length);
      ids.set(this.#ids);
      scores.set(this.#scores);
      this.#ids = ids;
      this.#scores = scores;
    }
    this.#ids[this.#length] = id;
    this.#scores[this.#length] = score;
    this.#length += 1;
  }

  matches(): Matches {
    return { ids: this.#ids.subarray(0, this.#length), scores: this.#scores.subarray(0, this.#length) };
  }
}

const companiesOf = ({ lists }: AskedWord) => lists.reduce((sum, list) => sum + lengthOf(list), 0);

/**
 * Returns the weight of each word of a search: BM25's inverse document frequency, as a share of the sum. It uses single
 * precision, as search engines do, so that the scores of both finders are equal to the last digit.
 * @param companies the number of companies with each word, possibly counted later than `all`
 * @param all the number of companies of the directory
 */
export function wordWeights(companies: readonly number[], all: number): number[] {
  const weights = companies.map((count) => inverseDocumentFrequency(Math.max(all, count), count));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Math.fround(weight / whole));
}

/**
 * Finds the companies that have all of these words, or any of them. A company's score, 0–1, is the weighted sum of its
 * words' impacts. Rare words have greater weights. For a word with several possible terms, the best one counts.
 *
 * @param all the number of companies of the directory
 */
export function matchWords(words: readonly AskedWord[], mode: "all" | "any", all: number): Matches {
  const companies = words.map(companiesOf);
  const weights = wordWeights(companies, all);
  const asked = words
    .map((word, at) => ({ ...word, companies: companies[at] ?? 0, weight: weights[at] ?? 0 }))
    .sort((a, b) => a.companies - b.companies);
  const [rarest] = asked;
  if (rarest === undefined) return NO_MATCHES;
  const led = mode === "all" ? rarest.lists : asked.flatMap(({ lists }) => lists);
  const segments = [...new Set(led.flatMap((list) => [...list.keys()]))].sort((a, b) => a - b);

  const [list] = rarest.lists;
  const found = new Collector(mode === "all" ? rarest.companies : undefined);
  if (asked.length === 1 && list !== undefined && rarest.lists.length === 1) {
    for (const segment of segments) addWhole(found, segment, list);
    return found.matches();
  }
  const table = new SegmentTable();
  for (const segment of segments) {
    if (mode === "all" && asked.some(({ lists }) => !lists.some((each) => each.has(segment)))) continue;
    table.clear();
    for (const [at, { lists: meant, weight }] of asked.entries())
      table.add(
        meant.flatMap((each) => each.get(segment)?.postings ?? []),
        weight,
        mode === "all" ? at : null,
      );
    table.collect(found, segment, mode === "all" ? asked.length : 1);
  }
  return found.matches();
}

/** Adds one list unchanged, for a single word with one term. */
function addWhole(found: Collector, segment: number, list: PostingList): void {
  const postings = list.get(segment)?.postings ?? [];
  for (let at = 0; at < postings.length; at++) {
    const posting = postings[at] ?? 0;
    found.add(segment * SEGMENT_SIZE + (posting >>> 16), (posting & 0xffff) / WHOLE_IMPACT);
  }
}

/**
 * The sums of one segment's companies, word by word. It loops by index, because a frequent word runs the loops a
 * million times.
 */
class SegmentTable {
  readonly #sums = new Float64Array(SEGMENT_SIZE);
  readonly #words = new Uint8Array(SEGMENT_SIZE);
  readonly #best = new Uint16Array(SEGMENT_SIZE);

  clear(): void {
    this.#sums.fill(0);
    this.#words.fill(0);
  }

  /** Adds a word's postings. A company stays only if it has had `after` words so far; null sets no condition. */
  add(parts: readonly Uint32Array[], weight: number, after: number | null): void {
    const [only] = parts;
    if (only === undefined) return;
    if (parts.length === 1) {
      for (let at = 0; at < only.length; at++) {
        const posting = only[at] ?? 0;
        this.#count(posting >>> 16, Math.fround(weight * (posting & 0xffff)), after);
      }
      return;
    }
    const best = this.#best.fill(0);
    for (const part of parts)
      for (let at = 0; at < part.length; at++) {
        const posting = part[at] ?? 0;
        best[posting >>> 16] = Math.max(best[posting >>> 16] ?? 0, posting & 0xffff);
      }
    for (let place = 0; place < SEGMENT_SIZE; place++) {
      const impact = best[place] ?? 0;
      if (impact > 0) this.#count(place, Math.fround(weight * impact), after);
    }
  }

  #count(place: number, gain: number, after: number | null): void {
    if (after !== null && this.#words[place] !== after) return;
    this.#words[place] = (this.#words[place] ?? 0) + 1;
    this.#sums[place] = (this.#sums[place] ?? 0) + gain;
  }

  /** Collects the companies with enough of the words. */
  collect(found: Collector, segment: number, words: number): void {
    for (let place = 0; place < SEGMENT_SIZE; place++)
      if ((this.#words[place] ?? 0) >= words)
        found.add(segment * SEGMENT_SIZE + place, Math.fround(this.#sums[place] ?? 0) / WHOLE_IMPACT);
  }
}

/** Keeps the matches that `keep` marks in its mask for each segment. */
export function filterMatches(matches: Matches, keep: (segment: number) => Uint8Array): Matches {
  const found = new Collector(matches.ids.length);
  for (const { segment, from, to } of bySegment(matches)) {
    const kept = keep(segment);
    for (let at = from; at < to; at++) {
      const id = matches.ids[at] ?? 0;
      if (kept[id % SEGMENT_SIZE] === 1) found.add(id, matches.scores[at] ?? 0);
    }
  }
  return found.matches();
}

/** Yields the ranges of matches in each segment. */
export function* bySegment({ ids }: Matches): Generator<{ segment: number; from: number; to: number }> {
  for (let from = 0; from < ids.length; ) {
    const segment = Math.floor((ids[from] ?? 0) / SEGMENT_SIZE);
    const behind = (segment + 1) * SEGMENT_SIZE;
    let to = from + 1;
    while (to < ids.length && (ids[to] ?? 0) < behind) to += 1;
    yield { segment, from, to };
    from = to;
  }
}

/** Returns the list's number for each match; NaN where it has none. */
export function numbersOf(matches: Matches, list: PostingList): Float64Array {
  const values = new Float64Array(matches.ids.length).fill(Number.NaN);
  for (const { segment, from, to } of bySegment(matches)) {
    const numbers = list.get(segment)?.numbers;
    if (numbers === undefined) continue;
    for (let at = from; at < to; at++) values[at] = numbers[(matches.ids[at] ?? 0) % SEGMENT_SIZE] ?? Number.NaN;
  }
  return values;
}
