import { InvalidInputError, NotFoundError } from "#foundation/errors/index";

/** A market, with the time from which its companies are known at each moment. */
export interface MarketWithHistory {
  id: number;
  historySince: Date;
}

/**
 * Checks that a market's companies are known at a moment: not before its history, and not in the future. Such a moment
 * gives the same answer whenever it is asked.
 * @throws NotFoundError for an earlier one
 * @throws InvalidInputError for a future one
 */
export function knownMoment({ id, historySince }: MarketWithHistory, at: Date, name: string): Date {
  if (at < historySince)
    throw new NotFoundError(`market ${id} at ${at.toISOString()}: its history begins at ${historySince.toISOString()}`);
  if (at.getTime() > Date.now()) throw new InvalidInputError(`${name}: ${at.toISOString()} is in the future`);
  return at;
}

/** Two moments of a market. */
export interface Period {
  from: Date;
  to: Date;
}

/** Checks two such moments, the earlier first; `to` is now by default. @throws as `knownMoment` */
export function knownPeriod(market: MarketWithHistory, from: Date, to: Date | null | undefined): Period {
  const period = {
    from: knownMoment(market, from, "from"),
    to: to == null ? new Date() : knownMoment(market, to, "to"),
  };
  if (period.from > period.to) throw new InvalidInputError("from must not be after to");
  return period;
}
