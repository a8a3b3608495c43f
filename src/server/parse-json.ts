import { InvalidInputError } from "#foundation/errors/index";
import { isDeeperThan, MAX_DEPTH } from "#foundation/language/storable-text";

const utf8 = new TextDecoder("utf-8", { fatal: true });

const [QUOTE, BACKSLASH, BRACKET, BRACE, END_OF_BRACKET, END_OF_BRACE] = Buffer.from('"\\[{]}');

/**
 * Whether JSON text nests deeper than a value may. The parser would take 50 ms for a megabyte of brackets, this stops
 * at the first that is too many.
 */
function nestsTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isText) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === BRACKET || byte === BRACE) {
      depth += 1;
      if (depth > MAX_DEPTH + 1) return true;
    } else if (byte === END_OF_BRACKET || byte === END_OF_BRACE) depth -= 1;
  }
  return false;
}

/** Parses JSON text in UTF-8 into a value of bounded depth; `what` names it to the client. @throws InvalidInputError */
export function parseJson(bytes: Uint8Array, what = "the body"): unknown {
  const tooDeep = () => new InvalidInputError(`${what} is nested deeper than ${MAX_DEPTH} levels`);
  if (nestsTooDeep(bytes)) throw tooDeep();
  let parsed: unknown;
  try {
    parsed = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new InvalidInputError(`${what} is not valid JSON`);
  }
  if (isDeeperThan(MAX_DEPTH, parsed)) throw tooDeep();
  return parsed;
}
