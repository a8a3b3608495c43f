import { functionWordsIn } from "#foundation/language/function-words";
import { stem } from "#foundation/language/stem";
import { foldCase, tokens } from "#foundation/language/tokenize";

/** An observation with the fields that grouping reads. */
export interface GroupingDocument {
  /** Stable name that no other document has: its URL. */
  key: string;
  title: string;
  /** Empty for a headline without its article. */
  text: string;
  url: string;
  publisher: string;
  /** The source's own section; empty if there is none. */
  category: string;
  publishedAt: Date;
}

/** Words of a document with their strength: 1 in the title. */
export type Features = Map<string, number>;

/** Strength of a word that only the address has, or only the text. */
const SLUG_ONLY = 1;
const TEXT_ONLY = 0.3;
/** Characters of the text that are read. The subject of an article is in its first sentences. */
const TEXT_HEAD = 600;
/** Maximum characters of a title and of an address. Cutting limits the work on hostile input. */
export const MAX_TITLE = 500;
const MAX_URL = 2_000;
/** Maximum characters of a word. Longer runs of letters are not words. */
const MAX_WORD = 40;

/** Returns the features of a document: words of its title, its address and the beginning of its text. */
export function featuresOf(document: GroupingDocument): Features {
  const title = cleanTitle(document.title.slice(0, MAX_TITLE), document.publisher.slice(0, MAX_TITLE));
  const ofTitle = foldedWords(title);
  const ofSlug = slugWords(document.url.slice(0, MAX_URL));
  const ofText = foldedWords(document.text.slice(0, TEXT_HEAD));
  const functionWords = functionWordsIn([...ofTitle, ...ofSlug, ...ofText]);
  const features: Features = new Map();
  const add = (words: readonly string[], strength: number) => {
    for (const word of words) if (isTopical(word) && !functionWords.has(word)) raise(features, stem(word), strength);
  };
  add(ofTitle, 1);
  add(ofSlug, SLUG_ONLY);
  add(ofText, TEXT_ONLY);
  return features;
}

/** Removes from a title the publisher's name after a dash or a bar at the end, and the dots of truncation. */
export function cleanTitle(title: string, publisher: string): string {
  const cut = title.replace(/\s*(?:\.{2,}|…)\s*$/u, "");
  const suffix = /\s+[-–—|»:]+\s+([^-–—|»]+)$/u.exec(cut);
  if (!suffix?.[1] || suffix.index === 0) return cut;
  const [written, known] = [suffix[1], publisher].map(lettersOf) as [string, string];
  return written !== "" && (known.includes(written) || (known !== "" && written.includes(known)))
    ? cut.slice(0, suffix.index)
    : cut;
}

function lettersOf(text: string): string {
  return foldCase(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function foldedWords(text: string): string[] {
  return tokens(text).map(({ word }) => foldCase(word));
}

/**
 * Returns whether a word can be topical. Single letters and overlong words cannot; single digits can: "5" in "turns 5".
 */
function isTopical(word: string): boolean {
  return word.length <= MAX_WORD && (word.length > 1 || /\p{N}/u.test(word));
}

/** Returns the words of the address's path. Editors often put the longer, complete title there. */
function slugWords(url: string): string[] {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? "";
  const longest = path
    .split("/")
    .map(runsOfLetters)
    .reduce((best, words) => (words.length > best.length ? words : best), []);
  return longest.length < 3 ? [] : longest.map(foldCase);
}

/** Returns the runs of letters. Digits in an address are mostly identifiers. */
function runsOfLetters(part: string): string[] {
  return part.replace(/\.[a-z]{2,5}$/i, "").match(/\p{L}{2,}/gu) ?? [];
}

function raise(features: Features, term: string, strength: number): void {
  const known = features.get(term);
  if (known === undefined || known < strength) features.set(term, strength);
}
