import { isGroupWord, isLegalForm } from "#companies/linking/legal-forms";
import { tokens } from "#foundation/language/tokenize";
import { baseForm } from "#foundation/language/wordnet";
import { phraseKey } from "./find-phrases.ts";

/** What lists say about every company, and what pages and data vendors add. A phrase of only these words tells nothing. */
const BOILERPLATE = new Set(
  `company firm business group subsidiary affiliate parent headquarter headquarters founded segment operation activity customer client product
   service solution provider range portfolio market industry sector country world year quarter employee name brand website site page link
   cookie login http https www com description profile overview source crunchbase linkedin wikipedia isin ticker symbol exchange annum well
   offer offering variety part number addition various other new main leading`
    .trim()
    .split(/\s+/),
);
/** Legal forms that are also words of trade: "day spa", "mobile ad". */
const WORDS_TOO = new Set(["spa", "ad", "trust", "is", "as", "at", "tat", "ska"]);
/** Longest legal form removed, in letters; longer ones ("corporation", "private") are ordinary words. */
const SHORT = 4;

/**
 * Returns a test for phrases that tell nothing about what a market's companies do. These are legal forms ("ag"),
 * boilerplate of lists and pages, and names of the companies. A dictionary word in a name ("kites") stays a phrase.
 * @param names of the market's companies
 */
export function noPhraseAmong(names: readonly string[]): (key: string) => boolean {
  const named = new Set(
    names
      .flatMap((name) => phraseKey(name).split(" "))
      .filter((word) => word !== "" && baseForm(word, "noun") === null),
  );
  return (key) => {
    const words = tokens(key).map(({ word }) => word);
    const last = words.at(-1) ?? "";
    if (words.every((word) => BOILERPLATE.has(word) || isForm(word) || isGroupWord(word) || /^\d+$/.test(word)))
      return true;
    if (isForm(last) && last.length <= SHORT) return true;
    return words.some((word) => named.has(word));
  };
}

const isForm = (word: string): boolean => isLegalForm(word) && !WORDS_TOO.has(word);
