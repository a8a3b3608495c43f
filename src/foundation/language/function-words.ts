import { createRequire } from "node:module";
import { isStopWord } from "./stop-words.ts";
import { foldCase } from "./tokenize.ts";

/** Minimum of foreign function words: fewer may be names or English titles such as "Die Hard", "El Niño". */
const LEAST_FOUND = 3;
/** This many function words of another language outweigh one English word that it lacks. */
const OUTWEIGHING = 2;

let read: Map<string, string[]> | null = null;

/**
 * Returns the function words of a text's own language: English, plus those of another language that clearly prevails.
 * Languages with equally many (Spanish and Galician in a short headline) count together.
 * A text without function words counts as English. Ignores single letters.
 * @param words as `foldCase` leaves them. @returns those of `words` that are function words.
 */
export function functionWordsIn(words: Iterable<string>): Set<string> {
  const distinct = new Set(words);
  const english = [...distinct].filter(isStopWord);
  const found = new Map<string, string[]>();
  for (const word of distinct)
    for (const language of word.length > 1 ? (languagesOf().get(word) ?? []) : []) {
      const list = found.get(language);
      if (list) list.push(word);
      else found.set(language, [word]);
    }
  const prevailing = [...found.values()].filter((list) => {
    const onlyEnglish = english.filter((word) => word.length > 1 && !list.includes(word)).length;
    const onlyOther = list.filter((word) => !isStopWord(word)).length;
    return onlyOther >= LEAST_FOUND && list.length > OUTWEIGHING * onlyEnglish;
  });
  const most = prevailing.reduce((length, list) => Math.max(length, list.length), 0);
  return new Set([...english, ...prevailing.filter((list) => list.length === most).flat()]);
}

/** Returns the languages of each function word; 60 lists of the package stopword, read on first use. */
function languagesOf(): Map<string, string[]> {
  if (read) return read;
  read = new Map();
  const lists = createRequire(import.meta.url)("stopword") as Record<string, unknown>;
  for (const [language, list] of Object.entries(lists)) {
    // English has its own list, and digits are no language.
    if (!Array.isArray(list) || language === "eng" || language === "_123") continue;
    for (const word of new Set(list.map((entry) => foldCase(String(entry))))) {
      const languages = read.get(word);
      if (languages) languages.push(language);
      else read.set(word, [language]);
    }
  }
  return read;
}
