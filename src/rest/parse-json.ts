import { InvalidInputError } from "../errors/index.ts";
import { isStorableText } from "../language/storable-text.ts";

/** Deeper JSON is no criteria that a person wrote; recursive readers further in run out of stack at some thousands. */
const MAX_DEPTH = 100;

/** Visits a value and everything in it, names of fields included, level by level. */
function visit(root: unknown, look: (value: unknown, depth: number) => void): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const value of level) {
      look(value, depth);
      // A moment has no fields of its own.
      if (typeof value !== "object" || value === null || value instanceof Date) continue;
      if (Array.isArray(value)) for (const item of value) below.push(item);
      else for (const [key, item] of Object.entries(value)) below.push(key, item);
    }
    level = below;
  }
}

/** JSON text in UTF-8 as a value of bounded depth; `what` names it to the client. @throws InvalidInputError */
export function parseJson(bytes: Uint8Array, what = "the body"): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new InvalidInputError(`${what} is not valid JSON`);
  }
  visit(parsed, (_value, depth) => {
    if (depth > MAX_DEPTH) throw new InvalidInputError(`${what} goes deeper than ${MAX_DEPTH} levels`);
  });
  return parsed;
}

/**
 * Refuses what cannot be stored and read back: numbers beyond a double's range, and characters that are none. For values that
 * an operation is about to use; fields that are ignored may hold anything. @throws InvalidInputError
 */
export function assertStorable(values: unknown): void {
  visit(values, (value) => {
    if (typeof value === "string" && !isStorableText(value))
      throw new InvalidInputError("a value has a character that is none: U+0000 or half of a surrogate pair");
    if (typeof value === "number" && !Number.isFinite(value))
      throw new InvalidInputError("a value is a number that is too large");
  });
}
