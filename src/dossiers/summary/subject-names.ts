import { isGroupWord, isLegalForm } from "#companies/linking/legal-forms";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";

/** Shortest name, in characters; shorter ones occur in other abbreviations. */
const SHORTEST_NAME = 2;

/** Returns the names of a company in a sentence: with and without its legal form, the longer first. */
export function namesOf(companyName: string): string[] {
  const name = companyName.trim();
  const words = name.split(/\s+/);
  const isForm = (word: string) => {
    const plain = foldCase(word.replace(/[.,()/]/g, ""));
    return plain === "" || plain === "&" || isLegalForm(plain) || isGroupWord(plain);
  };
  while (words.length > 1 && isForm(words.at(-1) ?? "")) words.pop();
  const short = words.join(" ").replace(/,$/, "");
  return [...new Set([name, short])].filter(
    (one) => one.length >= SHORTEST_NAME && !one.split(/\s+/).every((word) => isStopWord(foldCase(word))),
  );
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Replaces each of these names by "it" in a sentence, as whole words in the exact spelling. */
export function withoutNames(sentence: string, names: readonly string[]): string {
  return names.reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(name)}(?![\\p{L}\\p{N}])`, "gu"), "it"),
    sentence,
  );
}
