import { isContentWord } from "#foundation/language/stem";
import type { TaggedWord } from "#foundation/language/wink";
import { tagWords } from "#foundation/language/wink";

/** Longest phrase, in words; two companies hardly ever share a longer one. */
const MAX_WORDS = 4;

/**
 * Returns the noun phrases of an English text in lower case, with all their parts that end in a noun: "offshore wind
 * turbines" has "wind turbines" and "turbines" too. Leaves out names, which identify a company but do not describe it.
 */
export function nounPhrases(text: string): string[] {
  const phrases: string[] = [];
  let run: TaggedWord[] = [];
  const flush = () => {
    for (let end = 1; end <= run.length; end++) {
      if (run[end - 1]?.pos !== "NOUN") continue;
      for (let start = Math.max(0, end - MAX_WORDS); start < end; start++)
        phrases.push(
          run
            .slice(start, end)
            .map(({ lower }) => lower)
            .join(" "),
        );
    }
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
 * Whether the parts carry meaning: the number of "5-axis" belongs to it; a number alone belongs to a year or an amount.
 */
function carriesMeaning(parts: readonly string[]): boolean {
  return parts.every((part) => isContentWord(part) || (parts.length > 1 && /^\d+$/.test(part)));
}
