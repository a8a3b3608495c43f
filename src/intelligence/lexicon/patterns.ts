import { stem } from "#foundation/language/stem";
import { foldCase } from "#foundation/language/tokenize";

/** Maximum number of words that a gap ("...") matches. */
const MAX_GAP = 4;
/** Maximum distance, in words, between the two sides of "+". */
const MAX_DISTANCE = 12;

/** A word of a sentence, with the fields that patterns read. */
export interface PatternWord {
  stem: string;
  /** Lower case without accents. */
  lower: string;
  /** The value of digits; null for words. */
  number: number | null;
  /** True if punctuation before it ends a clause. No side of a pattern continues across it. */
  afterBreak: boolean;
}

/** One element of a pattern: any of these stems or exact forms, a number, or a gap. */
type Element = { kind: "word"; stems: Set<string>; forms: Set<string>; number: boolean } | { kind: "gap" };

/** A pattern of words: one side, or several sides that must be near each other; see docs/event-taxonomy.md. */
export interface Pattern {
  text: string;
  sides: readonly (readonly Element[])[];
}

/** A match of a pattern: words `from` (inclusive) to `to` (exclusive) of a sentence. */
export interface Match<T> {
  value: T;
  pattern: string;
  from: number;
  to: number;
  /** Positions of the words that it names, without those of gaps; ascending within each side. */
  places: readonly number[];
}

/** Returns what is wrong with a pattern; null if it is valid. */
export function patternMistake(text: string): string | null {
  const parts = text.trim().split(/\s+/);
  if (text.trim() === "") return "is empty";
  for (const part of parts) {
    if (part === "..." || part === "+") continue;
    for (const alternative of part.split("/"))
      if (alternative !== "#" && !/^=?[\p{L}\p{M}\p{N}']+$/u.test(alternative))
        return `has "${part}": write words, =words, alternatives with "/", "#" for a number, "..." for a gap or "+" for words near by`;
  }
  for (const side of sidesOf(parts)) {
    if (side.length === 0) return 'has nothing on a side of "+"';
    if (side[0] === "..." || side.at(-1) === "...") return "begins or ends with a gap";
    if (side.some((part, i) => part === "..." && side[i + 1] === "...")) return "has two gaps in a row";
    if (side.every((part) => part === "#" || part === "...")) return "has no word";
  }
  return null;
}

/** Returns the words of each side of "+". */
function sidesOf(parts: readonly string[]): string[][] {
  const sides: string[][] = [[]];
  for (const part of parts) {
    if (part === "+") sides.push([]);
    else sides.at(-1)?.push(part);
  }
  return sides;
}

/**
 * Reads a pattern. `word` matches any inflection (by its stem), `=word` exactly this form, `a/b` either word. `#`
 * matches a number, `...` up to four words, and `a + b` both within twelve words in any order.
 * @throws Error if `patternMistake` finds a mistake
 */
export function parsePattern(text: string): Pattern {
  const mistake = patternMistake(text);
  if (mistake !== null) throw new Error(`the pattern "${text}" ${mistake}`);
  return { text, sides: sidesOf(text.trim().split(/\s+/)).map((side) => side.map(parseElement)) };
}

function parseElement(part: string): Element {
  if (part === "...") return { kind: "gap" };
  const alternatives = part.split("/").filter((word) => word !== "#");
  const exact = alternatives.filter((word) => word.startsWith("="));
  return {
    kind: "word",
    stems: new Set(alternatives.filter((word) => !word.startsWith("=")).map(stem)),
    forms: new Set(exact.map((word) => foldCase(word.slice(1)))),
    number: part.split("/").includes("#"),
  };
}

/** Finds many patterns in one pass over the words of a sentence. */
export class PatternIndex<T> {
  private readonly byFirst = new Map<string, { pattern: Pattern; value: T }[]>();

  constructor(entries: Iterable<readonly [pattern: string, value: T]>) {
    for (const [text, value] of entries) {
      const pattern = parsePattern(text);
      for (const key of keysOf(pattern.sides[0]?.[0])) {
        const list = this.byFirst.get(key) ?? [];
        list.push({ pattern, value });
        this.byFirst.set(key, list);
      }
    }
  }

  /**
   * Returns all matches, by the first word of their first side. Of one side at one place, it returns only the shortest
   * match.
   */
  find(words: readonly PatternWord[]): Match<T>[] {
    const found: Match<T>[] = [];
    for (let from = 0; from < words.length; from++) {
      const word = words[from] as PatternWord;
      const keys = [`~${word.stem}`, `=${word.lower}`];
      if (word.number !== null) keys.push("#");
      for (const key of keys) {
        for (const { pattern, value } of this.byFirst.get(key) ?? []) {
          for (const places of placesFrom(pattern, words, from)) {
            const isOneSided = pattern.sides.length === 1;
            const first = isOneSided ? from : Math.min(...places);
            const last = isOneSided ? (places.at(-1) as number) : Math.max(...places);
            found.push({ value, pattern: pattern.text, from: first, to: last + 1, places });
          }
        }
      }
    }
    return found;
  }
}

/** Returns each way in which a pattern's first side matches at a word, with its other sides near it. */
function placesFrom({ sides }: Pattern, words: readonly PatternWord[], from: number): number[][] {
  const [first, ...others] = sides;
  const places = first === undefined ? null : matchFrom(first, words, from);
  if (places === null) return [];
  let found = [places];
  for (const side of others) {
    if (found.length === 0) return found;
    const elsewhere = words.map((_word, at) => matchFrom(side, words, at)).filter((match) => match !== null);
    found = found.flatMap((left) => elsewhere.filter((right) => near(left, right)).map((right) => [...left, ...right]));
  }
  return found;
}

/** Returns whether both are within the distance and have no word in common. */
export function near(left: readonly number[], right: readonly number[]): boolean {
  if (left.some((place) => right.includes(place))) return false;
  const distance = Math.max(Math.min(...right) - Math.max(...left), Math.min(...left) - Math.max(...right));
  return distance <= MAX_DISTANCE;
}

function keysOf(element: Element | undefined): string[] {
  if (element === undefined || element.kind === "gap") return [];
  const words = [...[...element.stems].map((word) => `~${word}`), ...[...element.forms].map((word) => `=${word}`)];
  return element.number ? [...words, "#"] : words;
}

const fits = (element: Element, word: PatternWord): boolean => {
  if (element.kind === "gap") return false;
  return element.stems.has(word.stem) || element.forms.has(word.lower) || (element.number && word.number !== null);
};

/**
 * Returns the words of the match that begins at a word, or null. A match stays within its clause, without a full stop,
 * colon or dash inside.
 */
function matchFrom(elements: readonly Element[], words: readonly PatternWord[], from: number): number[] | null {
  const places: number[] = [];
  let at = from;
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as Element;
    if (element.kind !== "gap") {
      const word = words[at];
      if (word === undefined || !fits(element, word) || (at > from && word.afterBreak)) return null;
      places.push(at);
      at++;
      continue;
    }
    const next = elements[i + 1] as Element;
    let skipped = 0;
    while (true) {
      const word = words[at];
      if (word === undefined || word.afterBreak || skipped > MAX_GAP) return null;
      if (fits(next, word)) {
        // The element after the gap may match here and fail later, so each place is tried.
        const rest = matchFrom(elements.slice(i + 1), words, at);
        if (rest !== null) return [...places, ...rest];
      }
      at++;
      skipped++;
    }
  }
  return places;
}
