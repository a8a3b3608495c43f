import { isStopWord } from "#foundation/language/stop-words";
import { baseForm } from "#foundation/language/wordnet";
import { singular } from "../criteria/company-words.ts";
import type { Relation } from "../plan/relations.ts";
import type { TextUnit, UnitWord } from "./company-units.ts";
import { governingOf } from "./governing-words.ts";

const NEXT_WORD = /^[ -](\p{L}{2,})/u;

/**
 * Returns a pattern for a kind of what a trade makes or runs, in full, in the singular or plural, at the end of a text: "fish
 * farms" are not fish.
 */
export function kindPattern(kind: string): RegExp {
  const words = kind.split(/[\s-]+/);
  const last = words.at(-1) ?? "";
  const endings = [...new Set([last, singular(last)])].join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}-])${[...words.slice(0, -1), `(?:${endings})`].join("[\\s-]+")}$`, "iu");
}

/** Whether a word of a record ends the kind. "Books rides on rockets": the first word of such a sentence is a verb. */
export function endsKind(pattern: RegExp, text: string, unit: TextUnit, word: UnitWord): boolean {
  const isFirst = word.start === unit.start;
  if (isFirst && baseForm(text.slice(word.start, word.end), "verb") !== null) return false;
  return pattern.test(text.slice(unit.start, word.end));
}

/**
 * Returns the word with which a sentence names the kind as the company's own; null where it does not.
 * @param needed what the company must do with it; null where anything of its own counts
 */
export function saidKind(pattern: RegExp, text: string, unit: TextUnit, needed: Relation | null): UnitWord | null {
  const sentence = text.slice(unit.start, unit.end);
  const isOwn = (word: UnitWord) => {
    const next = NEXT_WORD.exec(text.slice(word.end, unit.end))?.[1];
    const isOfNext =
      next !== undefined && !isStopWord(next.toLowerCase()) && baseForm(next.toLowerCase(), "noun") !== null;
    const { isOthers, isAside, relations } = governingOf(sentence, word.start - unit.start, true);
    return !isOfNext && !isOthers && !isAside && (needed === null || relations.includes(needed));
  };
  return unit.words.find((word) => endsKind(pattern, text, unit, word) && isOwn(word)) ?? null;
}
