import { InvalidInputError } from "#foundation/errors/index";
import { isDeeperThan, MAX_DEPTH } from "#foundation/language/storable-text";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses JSON text in UTF-8 into a value of bounded depth; `what` names it to the client. @throws InvalidInputError */
export function parseJson(bytes: Uint8Array, what = "the body"): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new InvalidInputError(`${what} is not valid JSON`);
  }
  if (isDeeperThan(MAX_DEPTH, parsed)) throw new InvalidInputError(`${what} is nested deeper than ${MAX_DEPTH} levels`);
  return parsed;
}
