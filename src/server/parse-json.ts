import { InvalidInputError } from "#foundation/errors/index";
import { MAX_DEPTH, visitValues } from "#foundation/language/storable-text";

/** JSON text in UTF-8 as a value of bounded depth; `what` names it to the client. @throws InvalidInputError */
export function parseJson(bytes: Uint8Array, what = "the body"): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new InvalidInputError(`${what} is not valid JSON`);
  }
  visitValues(parsed, (_value, depth) => {
    if (depth > MAX_DEPTH) throw new InvalidInputError(`${what} goes deeper than ${MAX_DEPTH} levels`);
  });
  return parsed;
}
