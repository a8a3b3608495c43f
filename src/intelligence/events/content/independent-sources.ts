import { contentStems } from "#foundation/language/stem";
import { foldCase } from "#foundation/language/tokenize";
import { cleanHeadline, cleanLead, hostLabel } from "./clean-text.ts";
import type { ContentObservation } from "./content.ts";

/** Words of a text that are compared; agencies' copies agree from the first words on. */
const COMPARED_WORDS = 60;
/** Fewer words than this are too few to tell a copy by anything but being the same. */
const MIN_WORDS = 12;
/** Copies share their wording: so many of the word pairs of the shorter text are in the longer one too. */
const COPY_SHARE = 0.6;
/** Word pairs in more than so many sources tell nothing and would be compared for nothing. */
const MAX_SHARED = 50;

/** Observations that go back to one writer: copies of one text and articles of one publisher. */
export interface SourceGroups {
  /** Group of each observation, 0 upwards, in the order of the observations given. */
  groupOf: number[];
  count: number;
}

/**
 * Puts observations of one event together that are no witnesses of their own: the same publisher (its name, or its site where it
 * has none), the same headline, or a text of which at least 60 % of the word pairs are another's. Grouping is transitive and does
 * not depend on the order. Near-linear in the number of words.
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
    // One or two words ("Market report") are many articles' headline.
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

/** How many publishers wrote about an event for themselves; never above the number of articles, 0 for none. */
export const independentSources = (observations: readonly ContentObservation[]): number =>
  sourceGroups(canonicalOrder(observations)).count;

/** Earliest first, ties by address, publisher, title and id: an order that does not depend on how they came. */
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
