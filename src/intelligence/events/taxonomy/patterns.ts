import { stem } from "#foundation/language/stem";
import { foldCase } from "#foundation/language/tokenize";
import type { ReadWord } from "../content/read-sentence.ts";

/** Words that a gap ("...") may stand for at most. */
const MAX_GAP = 4;

/** One place of a pattern: any of these stems or exact forms, a number, or a gap. */
type Element = { kind: "word"; stems: Set<string>; forms: Set<string>; number: boolean } | { kind: "gap" };

/** A pattern of words as the taxonomy writes it; see docs/event-taxonomy.md. */
export interface Pattern {
  text: string;
  elements: readonly Element[];
}

/** Where a pattern was found: words `from` (inclusive) to `to` (exclusive) of a sentence. */
export interface Match<T> {
  value: T;
  pattern: string;
  from: number;
  to: number;
}

/** Says what is wrong with a pattern; null when it can be used. */
export function patternMistake(text: string): string | null {
  const parts = text.trim().split(/\s+/);
  if (text.trim() === "") return "is empty";
  for (const part of parts) {
    if (part === "...") continue;
    for (const alternative of part.split("/"))
      if (alternative !== "#" && !/^=?[\p{L}\p{M}\p{N}']+$/u.test(alternative))
        return `has "${part}": write words, =words, alternatives with "/", "#" for a number or "..." for a gap`;
  }
  if (parts[0] === "..." || parts.at(-1) === "...") return "begins or ends with a gap";
  if (parts.some((part, i) => part === "..." && parts[i + 1] === "...")) return "has two gaps in a row";
  if (parts.every((part) => part === "#" || part === "...")) return "has no word";
  return null;
}

/**
 * Reads a pattern: `word` in any inflection (by its stem), `=word` in exactly this form, `a/b` either, `#` a number, `...` up to
 * four words. @throws Error where `patternMistake` finds one.
 */
export function parsePattern(text: string): Pattern {
  const mistake = patternMistake(text);
  if (mistake !== null) throw new Error(`the pattern "${text}" ${mistake}`);
  const elements = text
    .trim()
    .split(/\s+/)
    .map((part): Element => {
      if (part === "...") return { kind: "gap" };
      const alternatives = part.split("/").filter((word) => word !== "#");
      const exact = alternatives.filter((word) => word.startsWith("="));
      return {
        kind: "word",
        stems: new Set(alternatives.filter((word) => !word.startsWith("=")).map(stem)),
        forms: new Set(exact.map((word) => foldCase(word.slice(1)))),
        number: part.split("/").includes("#"),
      };
    });
  return { text, elements };
}

/** Many patterns, found in one pass over the words of a sentence. */
export class PatternIndex<T> {
  private readonly byFirst = new Map<string, { pattern: Pattern; value: T }[]>();

  constructor(entries: Iterable<readonly [pattern: string, value: T]>) {
    for (const [text, value] of entries) {
      const pattern = parsePattern(text);
      for (const key of keysOf(pattern.elements[0])) {
        const list = this.byFirst.get(key) ?? [];
        list.push({ pattern, value });
        this.byFirst.set(key, list);
      }
    }
  }

  /** All matches, by their first word; of one pattern at one place only the shortest. */
  find(words: readonly ReadWord[]): Match<T>[] {
    const found: Match<T>[] = [];
    for (let from = 0; from < words.length; from++) {
      const word = words[from] as ReadWord;
      const keys = [`~${word.stem}`, `=${word.lower}`];
      if (word.number !== null) keys.push("#");
      for (const key of keys) {
        for (const { pattern, value } of this.byFirst.get(key) ?? []) {
          const to = matchFrom(pattern.elements, words, from);
          if (to !== null) found.push({ value, pattern: pattern.text, from, to });
        }
      }
    }
    return found;
  }
}

function keysOf(element: Element | undefined): string[] {
  if (element === undefined || element.kind === "gap") return [];
  const words = [...[...element.stems].map((word) => `~${word}`), ...[...element.forms].map((word) => `=${word}`)];
  return element.number ? [...words, "#"] : words;
}

const fits = (element: Element, word: ReadWord): boolean => {
  if (element.kind === "gap") return false;
  return element.stems.has(word.stem) || element.forms.has(word.lower) || (element.number && word.number !== null);
};

/** The end of the match that begins at a word, or null. A match stays within its clause: no full stop, colon or dash inside. */
function matchFrom(elements: readonly Element[], words: readonly ReadWord[], from: number): number | null {
  let at = from;
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as Element;
    if (element.kind !== "gap") {
      const word = words[at];
      if (word === undefined || !fits(element, word) || (at > from && word.afterBreak)) return null;
      at++;
      continue;
    }
    const next = elements[i + 1] as Element;
    let skipped = 0;
    while (true) {
      const word = words[at];
      if (word === undefined || word.afterBreak || skipped > MAX_GAP) return null;
      if (fits(next, word)) {
        // What follows the gap may fit here and fail further on, so each place is tried.
        const rest = matchFrom(elements.slice(i + 1), words, at);
        if (rest !== null) return rest;
      }
      at++;
      skipped++;
    }
  }
  return at;
}
