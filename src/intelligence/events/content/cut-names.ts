import type { NameMention } from "./names.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

/** Titles of office. Unlike "King" or "General", they never end a name. */
const OFFICES = new Set(
  "ceo chairman chairwoman president founder boss spokesman spokeswoman director governor secretary minister premier chancellor senator mayor cfo coo cto pm mp mps".split(
    " ",
  ),
);
/** Abbreviations in capitals that are never part of a name. */
const SHORT_FORMS = new Set(
  "ceo ceos cfo cto coo pm mp mps ipo ipos tv tvs gdp eps fx vs hd led faq q1 q2 q3 q4 h1 h2 fy".split(" "),
);

/** Things that a number tells apart. */
const NUMBERED = new Set(
  "act area article chapter class day district episode exit flight form game gate grade group highway level line model number part phase round route rule season section series stage step tier title type unit version volume week zone".split(
    " ",
  ),
);

/** Returns a mention of words `from` to `to` (exclusive). */
export const mentionOf = (from: number, to: number, text: string, words: readonly ReadWord[]): NameMention => ({
  from,
  to,
  name: text.slice(words[from]?.start, words[to - 1]?.end),
  key: words
    .slice(from, to)
    .map(({ lower }) => lower)
    .join(" "),
});

/**
 * Returns the names in a run of capitals. "Corvane Chairman" and "Corvane IPO" name Corvane. "Corvane Chairman Mira
 * Galdan" and "Mira Galdan & Tomas Brell" contain two names. A ticker in brackets is not a name.
 */
export function cutName(mention: NameMention, sentence: ReadSentence): NameMention[] {
  const { text, words } = sentence;
  if (isTicker(mention, sentence)) return [];
  return apart(mention, sentence)
    .flatMap((part) => withoutOffices(part, sentence))
    .flatMap(({ from, to }) => {
      let [start, end] = [from, to];
      while (start < end && SHORT_FORMS.has(words[start]?.lower ?? "")) start++;
      while (start < end && SHORT_FORMS.has(words[end - 1]?.lower ?? "")) end--;
      // "1MDB" is one name.
      if (start < end && words[start - 1]?.number != null && words[start - 1]?.end === words[start]?.start) start--;
      const isFragment = end - start === 1 && (isShortWord(words[start]) || isOfNumber(words, start));
      return start === end || isFragment ? [] : [mentionOf(start, end, text, words)];
    });
}

/** Matches "Oh" and "Ch.": two letters that are not an abbreviation in capitals. */
const isShortWord = (word: ReadWord | undefined) => word !== undefined && /^\p{Lu}\p{Ll}$/u.test(word.text);

/**
 * Returns whether a word alone only belongs to a number: "Chapter" of "Chapter 11", "MAX" of "737 MAX". "Apple" of "fines
 * Apple 500 million euros" does not.
 */
function isOfNumber(words: readonly ReadWord[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (word === undefined) return false;
  const isBefore = after !== undefined && after.number !== null && !after.afterBreak && NUMBERED.has(word.lower);
  return isBefore || (before !== undefined && before.number !== null && /^\p{Lu}{1,4}$/u.test(word.text));
}

/** Matches the tickers of "(JCP)" and "(NYSE: MW)", and the exchange before a ticker. */
function isTicker({ from, to }: NameMention, { text, words }: ReadSentence): boolean {
  const word = words[from];
  if (to - from !== 1 || from === 0 || word === undefined || !/^\p{Lu}{1,8}$/u.test(word.text)) return false;
  const [before, behind] = [text.slice(0, word.start), text.slice(word.end)];
  return /\((?:[A-Z]{2,8}:\s?)?$/.test(before) && /^(?:\.[A-Z]+)?(?::\s?[A-Z.]+)?\)/.test(behind);
}

/**
 * Separates names that "&" joins if each has at least two words; they are mostly people. "Johnson & Johnson" is one
 * name.
 */
function apart(mention: NameMention, { text, words }: ReadSentence): NameMention[] {
  for (let at = mention.from + 2; at <= mention.to - 2; at++)
    if (/^\s&\s$/.test(text.slice(words[at - 1]?.end, words[at]?.start)))
      return [mentionOf(mention.from, at, text, words), mentionOf(at, mention.to, text, words)];
  return [mention];
}

function withoutOffices(mention: NameMention, { text, words }: ReadSentence): NameMention[] {
  const parts: NameMention[] = [];
  let { from } = mention;
  for (let at = from + 1; at <= mention.to; at++) {
    const isEnd = at === mention.to;
    if (!isEnd && !(OFFICES.has(words[at]?.lower ?? "") && words[at - 1]?.capital)) continue;
    const isOfficeAlone = isEnd && at - from === 1 && from > mention.from;
    if (!isOfficeAlone) parts.push(mentionOf(from, at, text, words));
    from = at;
  }
  return parts;
}

/** Words `from` to `to` (exclusive) that name a company of the directory. */
export type LinkedSpan = Pick<NameMention, "from" | "to">;

/** Finds the places in a sentence of the words by which companies were linked to its article. */
export function linkedSpans({ words }: ReadSentence, quotes: readonly (readonly string[])[]): LinkedSpan[] {
  return quotes.flatMap((quote) => {
    const found: LinkedSpan[] = [];
    for (let from = 0; quote.length > 0 && from + quote.length <= words.length; from++)
      if (words[from]?.capital && quote.every((word, i) => words[from + i]?.lower === word))
        found.push({ from, to: from + quote.length });
    return found;
  });
}

/**
 * Corrects mentions by the directory. A piece of a company's name is not a mention ("Mobile" of "T-Mobile"). A part
 * that a hyphen joins to a company's name is a separate name ("Comcast-Time Warner").
 */
export function withLinked(
  mentions: readonly NameMention[],
  linked: readonly LinkedSpan[],
  { text, words }: ReadSentence,
): NameMention[] {
  const kept = mentions.flatMap((mention): NameMention[] => {
    const inside = linked.find(({ from, to }) => from < mention.to && mention.from < to);
    if (inside === undefined) return [mention];
    if (inside.from <= mention.from && inside.to >= mention.to) return [];
    const isTied = (at: number) => /^\s?[-–/]\s?$/.test(text.slice(words[at - 1]?.end, words[at]?.start));
    const parts: NameMention[] = [];
    if (mention.from < inside.from && isTied(inside.from))
      parts.push(mentionOf(mention.from, inside.from, text, words));
    if (inside.to < mention.to && isTied(inside.to)) parts.push(mentionOf(inside.to, mention.to, text, words));
    return parts.length > 0 ? parts : [mention];
  });
  const uncovered = linked.filter((span) => !kept.some(({ from, to }) => from < span.to && span.from < to));
  return [...kept, ...uncovered.map(({ from, to }) => mentionOf(from, to, text, words))].sort(
    (a, b) => a.from - b.from,
  );
}
