import { findPlaces } from "#foundation/geography/find-places";
import { baseForm } from "#foundation/language/wordnet";
import { isCompanyKind } from "./company-words.ts";
import type { Span } from "./spans.ts";

/** Example companies by name, without a domain. */
export interface NamedExamples {
  /** As written, without duplicates. */
  names: string[];
  /** The names and the words that introduce them. */
  spans: Span[];
}

/** Words that introduce an example, whatever precedes them. */
const LEADS =
  /\b(?:(?:that|which|who)\s+(?:are|is)\s+)?(?:(?:similar|comparable|akin)\s+(?:to|with)|(?:competitors|rivals|peers|lookalikes|look-alikes)\s+(?:of|to)|compet(?:e|es|ing)\s+with|(?<before>\p{L}+),?\s+(?:like|such as|resembling|along the lines of)|^like|^the likes of)\s+/giu;
/** A name begins with a capital or is one word with a capital inside ("iRobot"). */
const WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}'’.&-]*|\p{Ll}\p{Lu}[\p{L}\p{N}]+)`;
const NAME = new RegExp(
  String.raw`${WORD}(?:\s+(?:&\s+|(?:of|de|du|la|von|van|and Co)\s+)?${WORD}|\s+&\s+${WORD}|\s+\d+\b)*`,
  "u",
);
const LINK = /^\s*(?:,\s*(?:and|or)?|and|or|&|\/)\s*(?=\p{Lu}|\p{Ll}\p{Lu})/u;
/** What follows a name that is an example: "Grohe competitors", "Kone's rivals". */
const RIVALS =
  /^(?:['’]s?)?\s+(?:(?:main|direct|closest|biggest|largest)\s+)?(?:competitors|rivals|peers|lookalikes|look-alikes)\b/u;
/** Words before an unwanted company, which is not an example. */
const UNWANTED =
  /\b(?:not|no|nor|except|excluding|without|avoid|exclude|but not|other than|rather than|apart from)\s+(?:[\p{L}-]+\s+){0,4}$/iu;
/**
 * Finds the companies that a question names as examples ("like Nestlé and Danone", "similar to Siemens Energy"). Places
 * are not names. A text in capitals throughout has none.
 */
export function findNamedExamples(text: string): NamedExamples {
  const found: NamedExamples = { names: [], spans: [] };
  if (text === text.toUpperCase()) return found;
  for (const match of text.matchAll(LEADS)) {
    const before = match.groups?.before;
    // "Fibres like Kevlar" are things. In "Food Companies Like …", every word has a capital, so capitals do not mark
    // names.
    if (before !== undefined && (!isCompanyKind(before) || (match.index > 0 && /^\p{Lu}/u.test(before)))) continue;
    if (UNWANTED.test(text.slice(0, match.index))) continue;
    const start = match.index + (before?.length ?? 0);
    let end = match.index + match[0].length;
    let at = end;
    for (let name = nameAt(text, at); name !== null; name = nameAt(text, at)) {
      if (!found.names.includes(name)) found.names.push(name);
      end = at + name.length;
      const link = LINK.exec(text.slice(end))?.[0].length;
      if (link === undefined) break;
      at = end + link;
    }
    if (end > match.index + match[0].length) found.spans.push({ start, end });
  }
  // Every word of a heading has a capital.
  for (const { 0: whole, index } of text.matchAll(new RegExp(`(?<!\\p{L})${NAME.source}`, "gu"))) {
    const name = whole.replace(/['’]s?$/u, "");
    const rivals = RIVALS.exec(text.slice(index + name.length))?.[0];
    const words = name.split(/\s+/);
    if (rivals === undefined || found.names.includes(name) || nameAt(name, 0) === null) continue;
    if (UNWANTED.test(text.slice(0, index)) || words.some((word) => isWord(word.toLowerCase()))) continue;
    found.names.push(name);
    found.spans.push({ start: index, end: index + name.length + rivals.length });
  }
  return found;
}

/** Whether English has a word for something else than a company. */
const isWord = (word: string): boolean =>
  (["noun", "verb", "adj", "adv"] as const).some((pos) => baseForm(word, pos) !== null);

/** Returns the name that begins here; null without one, or for a place. */
function nameAt(text: string, at: number): string | null {
  const name = NAME.exec(text.slice(at));
  if (name?.index !== 0) return null;
  const written = name[0].replace(/(?:['’]s|[.'’&-])$/u, "");
  // `findSeeds` reads domains.
  if (/\.\p{Ll}{2,}$/u.test(written)) return null;
  const isPlace = findPlaces(written).some(({ start, end }) => start === 0 && end === written.length);
  return isPlace ? null : written;
}
