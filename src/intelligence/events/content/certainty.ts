import type { Certainty, Taxonomy } from "../taxonomy/taxonomy.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** Signs of certainty reach over so many words, and those that must stand close over so many. */
const REACH = 5;
const CLOSE = 1;

/** How sure a sentence is of what it says: null for a reported fact. */
export interface Stated {
  level: Certainty | null;
  /** The words that say so; empty for a fact. */
  words: string;
}

/**
 * How a sentence states what its words `from` to `to` (exclusive) name: as a fact unless a sign of the taxonomy stands in front of
 * them in the same clause, or anywhere in the sentence where the sign is of that kind. Of several levels the first of the file counts.
 */
export function statedAs(sentence: ReadSentence, from: number, to: number, taxonomy: Taxonomy): Stated {
  const { words, text } = sentence;
  const levels = taxonomy.file.certainty;
  let best = levels.length;
  let said = "";
  for (const sign of taxonomy.certainty.find(words)) {
    const { level, where } = sign.value;
    if (level >= best) continue;
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

  function isParted(start: number, end: number): boolean {
    return words.slice(start, end + 1).some(({ afterBreak }) => afterBreak);
  }
}
