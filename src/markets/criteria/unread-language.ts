import { createRequire } from "node:module";
import { findPlaces } from "#foundation/geography/find-places";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";
import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";
import { inEnglish } from "./in-english.ts";

/** Languages of questions that have no dictionary here, by the codes of the package stopword. */
const UNREAD = ["nld", "ita", "por", "swe", "dan", "nob", "pol", "ces", "fin", "ron", "tur"];
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];
/** Shorter words exist in many languages. */
const SHORTEST_TELLING = 4;

let lists: [name: string, words: Set<string>][] | null = null;

/**
 * Returns the English name of the language of a question that is not translated, "Danish or Swedish" where its words
 * are of several. Null for English, for the translated languages, and where no function word tells.
 */
export function unreadLanguage(question: string): string | null {
  if (inEnglish(question) !== null) return null;
  const places = findPlaces(question);
  const words = [...question.matchAll(/[\p{L}\p{M}]+/gu)].flatMap(({ 0: text, index }) =>
    places.some(({ start, end }) => start <= index && index < end) ? [] : [foldCase(text)],
  );
  const isEnglish = (word: string) => isStopWord(word) || PARTS.some((pos) => baseForm(word, pos) !== null);
  const telling = words.filter((word) => word.length >= SHORTEST_TELLING);
  if (telling.filter(isEnglish).length * 2 >= telling.length) return null;
  const counted = languages().map(([name, own]) => ({
    name,
    found: words.filter((word) => own.has(word) && !isStopWord(word)).length,
  }));
  const most = Math.max(...counted.map(({ found }) => found));
  const likeliest = counted.filter(({ found }) => found === most);
  const english = words.filter((word) => isStopWord(word) && word !== "in").length;
  return most > english && likeliest.length <= 2 ? likeliest.map(({ name }) => name).join(" or ") : null;
}

function languages(): [name: string, words: Set<string>][] {
  if (lists) return lists;
  const all = createRequire(import.meta.url)("stopword") as Record<string, string[]>;
  const names = new Intl.DisplayNames("en", { type: "language" });
  lists = UNREAD.map((code) => [
    (names.of(code) ?? code).split(" ")[0] ?? code,
    new Set((all[code] ?? []).map((word) => foldCase(word))),
  ]);
  return lists;
}
