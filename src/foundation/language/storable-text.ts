import { InvalidInputError } from "../errors/index.ts";

/**
 * Deepest nesting accepted: no person writes deeper values, and recursive readers run out of stack at some thousand
 * levels.
 */
export const MAX_DEPTH = 100;

/** Whether PostgreSQL can store a text and UTF-8 can carry it: it has neither U+0000 nor half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Makes foreign text fit to be stored and shown. Removes halves of surrogate pairs, and control characters that
 * PostgreSQL (U+0000) or a terminal (escape sequences) would trip over. Keeps line ends and tabs.
 */
export function storableText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, " ").toWellFormed();
}

/**
 * Direction controls that affect the text after them (Unicode UAX #9: embeddings, overrides, isolates). Left open in a
 * name, they reverse the rest of the line that shows it.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Like `storableText`, but on one line, without such controls and with at most `longest` UTF-16 units. */
export function storableLine(text: string, longest: number): string {
  const line = text
    .replace(TURNING, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, longest);
  // The cut may have split a character.
  return line.replace(/[\ud800-\udbff]$/, "").toWellFormed();
}

/** Whether a JSON value has more levels below it than these. Looks no deeper. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  // A loop: `some` takes twice as long for a body of half a million values.
  for (const item of items) if (levels === 0 || isDeeperThan(levels - 1, item)) return true;
  return false;
}

/** Visits a value and everything in it, including names of fields, level by level; `depth` counts from 0. */
export function visitValues(root: unknown, look: (value: unknown, depth: number) => void): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const value of level) {
      look(value, depth);
      // A Date has no fields of its own.
      if (typeof value !== "object" || value === null || value instanceof Date) continue;
      if (Array.isArray(value)) for (const item of value) below.push(item);
      else for (const [key, item] of Object.entries(value)) below.push(key, item);
    }
    level = below;
  }
}

/**
 * Refuses what cannot be stored and read back: numbers beyond a double's range, invalid characters, and values nested
 * deeper than `MAX_DEPTH`. Pass only the values that an operation uses.
 * @throws InvalidInputError
 */
export function assertStorable(values: unknown): void {
  visitValues(values, (value, depth) => {
    if (depth > MAX_DEPTH) throw new InvalidInputError(`a value is nested deeper than ${MAX_DEPTH} levels`);
    if (typeof value === "string" && !isStorableText(value))
      throw new InvalidInputError("a value contains an invalid character: U+0000 or an unpaired surrogate");
    if (typeof value === "number" && !Number.isFinite(value))
      throw new InvalidInputError("a value is a number that is too large");
  });
}
