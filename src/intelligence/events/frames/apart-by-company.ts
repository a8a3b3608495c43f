import { type Filled, isPartOf, keyOf, LEAST_SHARE } from "./slots.ts";

/** What one sentence fills, and the company that it is about; null if it names none. */
export interface SentenceFill {
  /** Address of the article. */
  url: string;
  company: string | null;
  /** Whether the company is only the name that opens a headline. */
  isGuessed: boolean;
  filled: readonly Filled[];
}

interface Owner {
  name: string;
  publishers: Set<string>;
  filled: Filled[];
}

/** Words between two names of which one company belongs to the other: "Korvel's parent, Veltran". */
const BETWEEN = /^(?:['’]s?|,)?\s+(?:(?:parent|owner|maker|unit|subsidiary|brand|company|of),?\s+){0,3}$/iu;

/**
 * Takes apart what sentences state of several companies. A sentence that names none belongs to the company that its
 * article named before, or to the first. A company that few publishers name (`LEAST_SHARE`) was misread, and what its
 * sentences state stays with the first. Names that only open headlines count if a pattern has read the same name. If no
 * pattern has read any, they count if they are one name.
 * @returns the fills of each company, of the most publishers first
 */
export function apartByCompany(all: readonly SentenceFill[]): Filled[][] {
  const owners: Owner[] = [];
  const quotes = [...new Set(all.flatMap(({ filled }) => filled.map(({ statement }) => statement.quote)))];
  const fills = withoutStrayGuesses(all, quotes);
  const latest = new Map<string, Owner>();
  const open: SentenceFill[] = [];
  for (const fill of fills) {
    const { url, company, filled } = fill;
    const known = company === null ? latest.get(url) : owners.find(({ name }) => isSame(name, company, quotes));
    if (company === null && known === undefined) open.push(fill);
    else {
      const owner = known ?? newOwner(owners, company ?? "");
      owner.filled.push(...filled);
      for (const { statement } of filled) owner.publishers.add(statement.publisher || statement.url);
      latest.set(url, owner);
    }
  }
  owners.sort((a, b) => b.publishers.size - a.publishers.size);
  const [first, ...others] = owners;
  const unowned = open.flatMap(({ filled }) => filled);
  if (first === undefined) return [unowned];
  const least = LEAST_SHARE * first.publishers.size;
  const misread = others.filter(({ publishers }) => publishers.size < least);
  return [
    [...first.filled, ...unowned, ...misread.flatMap(({ filled }) => filled)],
    ...others.filter((owner) => !misread.includes(owner)).map(({ filled }) => filled),
  ];
}

function withoutStrayGuesses(all: readonly SentenceFill[], quotes: readonly string[]): SentenceFill[] {
  const namesOf = (isGuessed: boolean) =>
    all.flatMap((one) => (one.isGuessed === isGuessed && one.company !== null ? one.company : []));
  const [read, guessed] = [namesOf(false), namesOf(true)];
  const expected = read.length > 0 ? read : guessed.slice(0, 1);
  const isExpected = (name: string) => expected.some((one) => isSame(one, name, quotes));
  const areOne = read.length > 0 || guessed.every(isExpected);
  return all.filter(({ isGuessed, company }) => !isGuessed || (areOne && (company === null || isExpected(company))));
}

function newOwner(owners: Owner[], name: string): Owner {
  const owner: Owner = { name, publishers: new Set(), filled: [] };
  owners.push(owner);
  return owner;
}

/**
 * Returns whether two names are one company's: one is a part or the initials of the other, or a sentence makes one the
 * other's.
 */
function isSame(one: string, other: string, quotes: readonly string[]): boolean {
  const [a, b] = [keyOf(one), keyOf(other)];
  if (a === b || isPartOf(a, b) || isPartOf(b, a) || initialsOf(one) === b || initialsOf(other) === a) return true;
  return quotes.some((quote) => isBetween(quote, one, other) || isBetween(quote, other, one));
}

/** Returns whether a sentence has both names in this order, with only words of ownership between them. */
function isBetween(quote: string, one: string, other: string): boolean {
  const start = quote.indexOf(one);
  const end = start < 0 ? -1 : quote.indexOf(other, start + one.length);
  return end >= 0 && BETWEEN.test(quote.slice(start + one.length, end));
}

const initialsOf = (name: string): string =>
  name.includes(" ")
    ? name
        .split(/\s+/)
        .map(([first = ""]) => first)
        .join("")
        .toLowerCase()
    : "";
