import { isContentWord, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { namedConditions } from "../criteria/named-conditions.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { DirectoryLexicon } from "./directory-lexicon.ts";
import type { TopicWord } from "./topic-text.ts";

/**
 * Returns notes for people about unused parts of a question: words that no company's record has, and sizes that are not
 * conditions. They show that an empty answer may be due to another language or trade, not to an empty market.
 */
export function unusedParts(criteria: SearchCriteria, words: TopicWord[], lexicon: DirectoryLexicon): string[] {
  const notes: string[] = [];
  const unknown = words.map(({ text }) => text).filter((text) => isUnknown(text, lexicon));
  if (unknown.length > 0)
    notes.push(`No company's record has the ${unknown.length > 1 ? "words" : "word"} ${list(unknown)}.`);
  for (const condition of namedConditions(criteria))
    notes.push(
      `“${condition}” was not used${/employees|staff|work/i.test(condition) ? ": constraints minEmployees and maxEmployees say it." : ": no condition of a search says it."}`,
    );
  return notes;
}

function isUnknown(text: string, lexicon: DirectoryLexicon): boolean {
  const stems = tokens(text).flatMap(({ word }) => (isContentWord(word) ? [stem(word)] : []));
  return stems.length > 0 && stems.every((one) => lexicon.termNumber(one) === undefined);
}

function list(words: string[]): string {
  return [...new Set(words)].map((word) => `“${word}”`).join(", ");
}
