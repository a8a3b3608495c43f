import { isStopWord } from "#foundation/language/stop-words";
import { baseForm } from "#foundation/language/wordnet";
import { singular } from "../criteria/company-words.ts";
import type { Relation } from "../plan/relations.ts";
import { nextWord, type TextUnit, type UnitWord } from "./company-units.ts";
import { governingOf } from "./governing-words.ts";

/** How texts write a kind of what a trade makes or runs. */
export interface KindPattern {
  /** The whole kind anywhere in a text. */
  anywhere: RegExp;
  /** The whole kind at the end of a text: "fish farms" are not fish. */
  atEnd: RegExp;
  /** Its last word as it is listed and in the singular, in lower case. */
  endings: readonly string[];
}

/** Returns how a kind is written in full, in the singular or as it is listed. */
export function kindPattern(kind: string): KindPattern {
  const words = kind.split(/[\s-]+/);
  const last = words.at(-1) ?? "";
  const endings = [...new Set([last, singular(last)])];
  const whole = `(?<![\\p{L}\\p{N}-])${[...words.slice(0, -1), `(?:${endings.join("|")})`].join("[\\s-]+")}`;
  return {
    anywhere: new RegExp(whole, "iu"),
    atEnd: new RegExp(`${whole}$`, "iu"),
    endings: endings.map((ending) => ending.toLowerCase()),
  };
}

/** Whether a word of a record ends the kind. "Books rides on rockets": the first word of such a sentence is a verb. */
export function endsKind({ atEnd, endings }: KindPattern, text: string, unit: TextUnit, word: UnitWord): boolean {
  const written = text.slice(word.start, word.end);
  // Most words are ruled out by their ending alone.
  const lower = written.toLowerCase();
  if (!endings.some((ending) => lower.endsWith(ending))) return false;
  if (word.start === unit.start && baseForm(written, "verb") !== null) return false;
  return atEnd.test(text.slice(unit.start, word.end));
}

/**
 * Returns the word with which a sentence names the kind as the company's own; null where it does not.
 * @param needed what the company must do with it; null where anything of its own counts
 */
export function saidKind(kind: KindPattern, text: string, unit: TextUnit, needed: Relation | null): UnitWord | null {
  const sentence = text.slice(unit.start, unit.end);
  const isOwn = (word: UnitWord) => {
    const next = nextWord(text, word.end, unit.end)?.toLowerCase();
    if (next !== undefined && !isStopWord(next) && baseForm(next, "noun") !== null) return false;
    const { isOthers, isAside, relations } = governingOf(sentence, word.start - unit.start, true);
    return !isOthers && !isAside && (needed === null || relations.includes(needed));
  };
  return unit.words.find((word) => endsKind(kind, text, unit, word) && isOwn(word)) ?? null;
}
