import { confirm } from "@inquirer/prompts";
import { InvalidInputError } from "#foundation/errors/index";
import { formatMicroUsd, toMicroUsd } from "#foundation/micro-usd";
import type { ReadingEstimate } from "#intelligence/events/reading/estimate-reading";
import { count } from "./import-report.ts";

export interface ConsentOptions {
  json: boolean;
  /** Consent given in advance, whatever the cost. */
  yes: boolean;
  /** Consent given in advance, up to this many US dollars. */
  maxCost?: number;
}

/**
 * States the maximum cost of a model's reading of events, and asks on a terminal whether to continue. Free reading
 * needs no consent.
 * @returns whether to continue
 * @throws InvalidInputError where it would cost more than the consent, or there is no terminal to ask on
 */
export async function agreesToReading(
  { events, unread, atMostMicroUsd, expected }: ReadingEstimate,
  model: string,
  { json, yes, maxCost }: ConsentOptions,
): Promise<boolean> {
  if (atMostMicroUsd === 0) return true;
  const known = events === unread ? "" : `, and remembers its answers about the other ${count(events - unread)}`;
  const about = `about ${formatMicroUsd(Math.ceil(expected.p50))} (${expected.basis}), ${formatMicroUsd(atMostMicroUsd)} at most`;
  const cost = `${model} would read ${count(unread)} events for ${about}, paid by the platform${known}`;
  if (maxCost !== undefined) {
    if (atMostMicroUsd > toMicroUsd(maxCost))
      throw new InvalidInputError(`${cost}, which is more than --max-cost ${maxCost}. Nothing was rewritten.`);
  } else if (!yes) {
    if (json || !process.stdin.isTTY)
      throw new InvalidInputError(
        `${cost}: accept with --yes, or up to an amount with --max-cost. Nothing was rewritten.`,
      );
    process.stderr.write(`${cost}.\n`);
    return confirm({ message: "Rewrite all events?" }).catch(() => false);
  }
  if (!json) process.stderr.write(`${cost}.\n`);
  return true;
}
