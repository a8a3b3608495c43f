import { contentStems } from "#foundation/language/stem";
import { foldCase } from "#foundation/language/tokenize";
import { cleanHeadline, cleanLead, hostLabel } from "./clean-text.ts";
import type { ContentObservation } from "./content.ts";

/** Number of words of a text that are compared. Copies of an agency's text agree from the first words on. */
const COMPARED_WORDS = 60;
/** Minimum words of a text that is compared. */
const MIN_WORDS = 12;
/** Minimum share of the shorter text's word pairs that a copy shares with the longer text. */
const COPY_SHARE = 0.6;
/** Word pairs in more sources than this are too common to compare. */
const MAX_SHARED = 50;

/** Observations grouped by source: copies of one text, and articles of one publisher. */
export interface SourceGroups {
  /** Group of each observation, from 0, in the order of the given observations. */
  groupOf: number[];
  count: number;
}

/**
 * Groups the observations of one event that are not independent. They share the publisher (its name, or else its site),
 * the headline, or a text with at least 60 % of another's word pairs. Grouping is transitive and does not depend on the
 * order. The time is near-linear in the number of words.
 */
export function sourceGroups(observations: readonly ContentObservation[]): SourceGroups {
  const parent = observations.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  };
  const join = (a: number, b: number) => {
    const [low, high] = [root(a), root(b)].sort((x, y) => x - y) as [number, number];
    parent[high] = low;
  };
  const firstWith = new Map<string, number>();
  const joinBy = (key: string, i: number) => {
    const first = firstWith.get(key);
    if (first === undefined) firstWith.set(key, i);
    else join(first, i);
  };
  const pairs = observations.map((observation, i) => {
    const { title, text, publisher, url } = observation;
    const name = foldCase(publisher).replace(/[^\p{L}\p{N}]/gu, "") || hostLabel(url);
    if (name !== "") joinBy(`publisher ${name}`, i);
    const headline = contentStems(cleanHeadline(title, publisher, url).text);
    // Many articles have a headline of one or two words ("Market report").
    if (headline.length > 3) joinBy(`title ${headline.join(" ")}`, i);
    const body = contentStems(cleanLead(text).slice(0, 1_000)).slice(0, COMPARED_WORDS);
    return body.length < MIN_WORDS
      ? new Set<string>()
      : new Set(body.slice(1).map((word, at) => `${body[at]} ${word}`));
  });
  joinCopies(pairs, join);
  const numbers = new Map<number, number>();
  const groupOf = observations.map((_, i) => {
    const top = root(i);
    if (!numbers.has(top)) numbers.set(top, numbers.size);
    return numbers.get(top) as number;
  });
  return { groupOf, count: numbers.size };
}

function joinCopies(pairs: readonly Set<string>[], join: (a: number, b: number) => void): void {
  const byPair = new Map<string, number[]>();
  for (const [i, set] of pairs.entries()) {
    const shared = new Map<number, number>();
    for (const pair of set) {
      const list = byPair.get(pair) ?? [];
      for (const other of list) shared.set(other, (shared.get(other) ?? 0) + 1);
      if (list.length < MAX_SHARED) byPair.set(pair, [...list, i]);
    }
    for (const [other, count] of shared)
      if (count >= COPY_SHARE * Math.min(set.size, pairs[other]?.size ?? 0)) join(other, i);
  }
}

/** Counts an event's independent publishers: at most the number of articles, and 0 without articles. */
export const independentSources = (observations: readonly ContentObservation[]): number =>
  sourceGroups(canonicalOrder(observations)).count;

/** Sorts by time, earliest first; ties by address, publisher, title and id. The order does not depend on arrival. */
export function canonicalOrder(observations: readonly ContentObservation[]): ContentObservation[] {
  return [...observations].sort(
    (a, b) =>
      a.publishedAt.getTime() - b.publishedAt.getTime() ||
      compare(a.url, b.url) ||
      compare(a.publisher, b.publisher) ||
      compare(a.title, b.title) ||
      a.id - b.id,
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
