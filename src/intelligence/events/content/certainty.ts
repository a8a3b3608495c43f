import type { Certainty, Taxonomy } from "../taxonomy/taxonomy.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** Number of words that a sign of certainty reaches, and number for a sign that must be close. */
const REACH = 5;
const CLOSE = 1;

/** The certainty of a statement: null for a reported fact. */
export interface Stated {
  level: Certainty | null;
  /** The words that show the certainty; empty for a fact. */
  words: string;
}

/**
 * Reads the certainty with which a sentence states its words `from` to `to` (exclusive). The statement is a fact unless
 * a sign of the taxonomy precedes the words in the same clause. Some signs count anywhere in the sentence. Of several
 * levels, the first in the file counts. A sign that ends a longer one is part of it: "would" of "said that it would".
 */
export function statedAs(sentence: ReadSentence, from: number, to: number, taxonomy: Taxonomy): Stated {
  const { words, text } = sentence;
  const levels = taxonomy.file.certainty;
  let best = levels.length;
  let said = "";
  const signs = taxonomy.certainty.find(words);
  for (const sign of signs) {
    const { level, where } = sign.value;
    if (level >= best || isCapital(sign.from)) continue;
    if (signs.some((other) => other.to === sign.to && other.from < sign.from)) continue;
    const distance = from - sign.to;
    const reaches =
      where === "anywhere" ||
      (sign.to <= to && sign.from < to && distance <= (where === "close" ? CLOSE : REACH) && !isParted(sign.to, from));
    if (!reaches) continue;
    best = level;
    said = text.slice(words[sign.from]?.start, words[sign.to - 1]?.end);
  }
  const question = /\?["'”’)]*\s*$/.test(text) ? levels.findIndex(({ asked }) => asked) : -1;
  if (question >= 0 && question < best) return { level: levels[question] ?? null, words: "?" };
  return { level: levels[best] ?? null, words: said };

  /** Returns whether a word is a month or a name: "In May", "Will Harlan". */
  function isCapital(at: number): boolean {
    const word = words[at];
    return !sentence.titleCase && at > 0 && word?.capital === true && !word.afterBreak;
  }

  function isParted(start: number, end: number): boolean {
    return words.slice(start, end + 1).some(({ afterBreak }) => afterBreak);
  }
}
