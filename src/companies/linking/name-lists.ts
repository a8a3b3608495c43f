import { citiesByName } from "#foundation/geography/cities";
import type { NameSpan, Passage } from "./passages.ts";
import { type WordClass, wordClass } from "./word-class.ts";

/** Names in a row, separated by commas or "and": "Ford, GM and Stellantis". */
export interface NameList {
  /** First and last word, both inclusive. */
  first: number;
  last: number;
  /** The directory's names in the list, in order. */
  members: NameSpan[];
  /** Words of the list outside the directory's names. */
  others: string[];
}

/** Text that may separate two names of a list. */
const COMMA = /^, $/;
const JOINED = /^,? (?:and|or|&) (?:rivals? )?$/i;
const MAX_MEMBERS = 8;

/**
 * Returns the lists of a passage that contain a name of the directory; a single name is no list. An unknown name takes
 * one word, because a headline does not show where a longer one ends.
 * @param spans names of the directory that do not overlap
 */
export function nameLists(passage: Passage, spans: readonly NameSpan[]): NameList[] {
  const at = new Map(spans.map((span) => [span.first, span]));
  const endAt = new Map(spans.map((span) => [span.last, span]));
  const lists: NameList[] = [];
  const inList = new Set<NameSpan>();
  for (const span of [...spans].sort((a, b) => a.first - b.first)) {
    if (inList.has(span)) continue;
    const list: NameList = { first: span.first, last: span.last, members: [span], others: [] };
    for (let count = 1; count < MAX_MEMBERS && grow(passage, list, at, endAt); count++);
    for (const member of list.members) inList.add(member);
    if (list.members.length + list.others.length > 1) lists.push(list);
  }
  return lists;
}

/** Extends the list by one name, after it or else before it; false where there is none. */
function grow(
  passage: Passage,
  list: NameList,
  at: ReadonlyMap<number, NameSpan>,
  endAt: ReadonlyMap<number, NameSpan>,
): boolean {
  const next = neighbour(passage, list.last, 1);
  if (next !== null) {
    const member = at.get(next);
    if (member === undefined) list.others.push(passage.words[next]?.key ?? "");
    else list.members.push(member);
    list.last = member?.last ?? next;
    return true;
  }
  const previous = neighbour(passage, list.first, -1);
  if (previous === null) return false;
  const member = endAt.get(previous);
  if (member === undefined) list.others.unshift(passage.words[previous]?.key ?? "");
  else list.members.unshift(member);
  list.first = member?.first ?? previous;
  return true;
}

/** Returns the capitalised word that continues the list after `from`, or before it; null where there is none. */
function neighbour({ text, words }: Passage, from: number, step: 1 | -1): number | null {
  const isConjunction = /^(?:and|or|rivals?)$/.test(words[from + step]?.key ?? "");
  const isRival = /^rivals?$/.test(words[from + 2 * step]?.key ?? "") && isConjunction;
  const to = from + step * (isRival ? 3 : isConjunction ? 2 : 1);
  const word = words[to];
  if (word === undefined || !/^\p{Lu}/u.test(word.written)) return null;
  const [left, right] = step === 1 ? [from, to] : [to, from];
  const between = text.slice(words[left]?.end, words[right]?.start);
  return JOINED.test(between) || (!isConjunction && COMMA.test(between)) ? to : null;
}

/** Whether the other names of a list with "and", at least two, are all places or people. */
export function isAmongOthers({ passage, key: own }: NameSpan, { first, last, members, others }: NameList): boolean {
  const rest = [...members.map(({ key }) => key).filter((key) => key !== own), ...others];
  const between = passage.text.slice(passage.words[first]?.start, passage.words[last]?.end);
  return rest.length > 1 && / (?:and|or|&) /.test(between) && rest.every(isOther);
}

/** Inhabitants from which a city is meant, even if its name is also a dictionary word ("Paris" is a herb). */
const LARGE_CITY = 300_000;
const OTHERS: ReadonlySet<WordClass> = new Set(["place", "person"]);

const isOther = (key: string) =>
  OTHERS.has(wordClass(key)) || (citiesByName().get(key)?.[0]?.population ?? 0) >= LARGE_CITY;
