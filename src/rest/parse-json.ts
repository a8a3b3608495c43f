import { InvalidInputError } from "../errors/index.ts";

/** Deeper JSON is no criteria that a person wrote; recursive readers further in run out of stack at some thousands. */
const MAX_DEPTH = 100;

/** U+0000, which PostgreSQL's text cannot hold, and halves of surrogate pairs, which UTF-8 cannot (RFC 7493 forbids them). */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * JSON text in UTF-8 as a value that can be worked with and stored: of bounded depth, with finite numbers and whole characters.
 * @throws InvalidInputError
 */
export function parseJson(bytes: Uint8Array): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new InvalidInputError("the body is not valid JSON");
  }
  let level: unknown[] = [parsed];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new InvalidInputError(`the body goes deeper than ${MAX_DEPTH} levels`);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string" && UNSTORABLE.test(value))
        throw new InvalidInputError("the body has a character that is none: U+0000 or half of a surrogate pair");
      if (typeof value === "number" && !Number.isFinite(value))
        throw new InvalidInputError("the body has a number that is too large");
      if (typeof value !== "object" || value === null) continue;
      if (Array.isArray(value)) for (const item of value) below.push(item);
      else for (const [key, item] of Object.entries(value)) below.push(key, item);
    }
    level = below;
  }
  return parsed;
}
