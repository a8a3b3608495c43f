import { isContentWord } from "#foundation/language/stem";
import type { TaggedWord } from "#foundation/language/wink";
import { tagWords } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";

/** Longest phrase, in words; two companies hardly ever share a longer one. */
const MAX_WORDS = 4;

/**
 * Returns the noun phrases of an English text in lower case, with their parts that end in the same noun. "Offshore wind
 * turbines" has "wind turbines" and "turbines" too. It does not have "offshore wind", because it is about turbines.
 * Leaves out names, which identify a company but do not describe it.
 */
export function nounPhrases(text: string): string[] {
  const phrases: string[] = [];
  let run: TaggedWord[] = [];
  const flush = () => {
    const end = run.findLastIndex(({ pos }) => pos === "NOUN") + 1;
    for (let start = Math.max(isVerb(run) ? 1 : 0, end - MAX_WORDS); start < end; start++)
      phrases.push(
        run
          .slice(start, end)
          .map(({ lower }) => lower)
          .join(" "),
      );
    run = [];
  };
  for (const word of tagWords(text)) {
    const isPart = (word.pos === "NOUN" || word.pos === "ADJ") && carriesMeaning(word.lower.split("-"));
    if (isPart) run.push(word);
    else flush();
  }
  flush();
  return phrases;
}

/**
 * Whether a run begins with a verb that the tagger took for a noun: "repairs cars", "markets medical devices". A noun
 * before another one is in the singular, unless both are one entry of the dictionary ("sports car").
 */
function isVerb([first, second]: readonly TaggedWord[]): boolean {
  if (first?.pos !== "NOUN" || second === undefined || !/[^s]s$/.test(first.lower)) return false;
  return baseForm(first.lower, "verb") !== null && baseForm(`${first.lower} ${second.lower}`, "noun") === null;
}

/**
 * Whether the parts carry meaning: the number of "5-axis" belongs to it; a number alone belongs to a year or an amount.
 */
function carriesMeaning(parts: readonly string[]): boolean {
  return parts.every((part) => isContentWord(part) || (parts.length > 1 && /^\d+$/.test(part)));
}
