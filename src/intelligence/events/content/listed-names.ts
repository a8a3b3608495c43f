import { isStopWord } from "#foundation/language/stop-words";
import { baseForm } from "#foundation/language/wordnet";
import { mentionOf } from "./cut-names.ts";
import { isDictionaryWord, type NameMention } from "./names.ts";
import { isCurrency } from "./no-names.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

const MAX_WORDS = 5;
/** A ticker in brackets, with or without its exchange: "(VIRT)", "(NYSE: MW)". */
const TICKER = /^\s\((?:[A-Z]{2,8}:\s?)?([A-Z]{1,5})(?:\.[A-Z]{1,3})?\)/;
/** Words before an analyst, who is not the company of the ticker: "upgraded at Zacks (AEO)". */
const ANALYST = new Set(["at", "by"]);

/**
 * Finds the companies that a ticker follows: "Virtu Financial (VIRT)". Their words can be ordinary ones in a headline
 * that capitalises each word. An abbreviation of the name is no ticker: "Securities and Exchange Commission (SEC)".
 */
export function namesBeforeTickers({ text, words }: ReadSentence, endings: ReadonlyMap<string, string>): NameMention[] {
  return words.flatMap((last, end) => {
    const [, ticker = ""] = TICKER.exec(text.slice(last.end)) ?? [];
    if (ticker === "" || !last.capital || isCurrency(ticker)) return [];
    let from = end;
    while (from > 0 && end - from + 1 < MAX_WORDS && !words[from]?.afterBreak && isPartOfName(words[from - 1], endings))
      from--;
    if (ANALYST.has(words[from - 1]?.lower ?? "")) return [];
    const initials = words.slice(from, end + 1).map(({ text: word }) => word[0]);
    // "American Eagle Sees Unusual Volume (AEO)": the ticker is of a name further ahead.
    if (!ticker.startsWith(initials[0] ?? "")) return [];
    return initials.length > 1 && initials.join("") === ticker ? [] : [mentionOf(from, end + 1, text, words)];
  });
}

/**
 * Returns whether a word can be in a name: it has a capital, and is neither a small word nor the form of a verb. Of owners
 * only words are ("Men's Wearhouse").
 */
function isPartOfName(word: ReadWord | undefined, endings: ReadonlyMap<string, string>): boolean {
  if (word === undefined || !word.capital || isStopWord(word.lower)) return false;
  if (word.possessive) return isDictionaryWord(word.lower);
  if (endings.has(word.lower)) return true;
  const verb = baseForm(word.lower, "verb");
  return verb === null || verb === word.lower;
}

/** Puts surer names, such as those of listed companies, in place of those that overlap them. */
export function withSurer(mentions: readonly NameMention[], surer: readonly NameMention[]): NameMention[] {
  const isApart = (one: NameMention) => surer.every(({ from, to }) => one.to <= from || to <= one.from);
  return [...mentions.filter(isApart), ...surer].sort((a, b) => a.from - b.from);
}
