import { InvalidInputError } from "../errors/index.ts";

/** More is no cap but a slip of the keys. */
const MOST_USD = 1_000_000;

/** The cap that a request sets, in US dollars. @throws InvalidInputError */
export function costCapOf(maxCostUsd: number): number {
  if (!(maxCostUsd >= 0 && maxCostUsd <= MOST_USD))
    throw new InvalidInputError(`maxCostUsd must be 0–${MOST_USD.toLocaleString("en")} US dollars`);
  return maxCostUsd;
}
