import { InvalidInputError, NotFoundError } from "#foundation/errors/index";

/** A market, and from when on its companies are known at each moment. */
export interface MarketWithHistory {
  id: number;
  historySince: Date;
}

/**
 * A moment at which a market's companies are known: not before its history, and not in the future, so that it gives the same
 * whenever it is asked.
 * @throws NotFoundError for an earlier one
 * @throws InvalidInputError for one that has not come yet
 */
export function knownMoment({ id, historySince }: MarketWithHistory, at: Date, name: string): Date {
  if (at < historySince)
    throw new NotFoundError(
      `market ${id} at ${at.toISOString()}: it is not known before ${historySince.toISOString()}`,
    );
  if (at.getTime() > Date.now()) throw new InvalidInputError(`${name}: ${at.toISOString()} has not come yet`);
  return at;
}

/** Two moments of a market. */
export interface Period {
  from: Date;
  to: Date;
}

/** Two such moments, the earlier first; `to` is now where it is not given. @throws as `knownMoment` */
export function knownPeriod(market: MarketWithHistory, from: Date, to: Date | null | undefined): Period {
  const period = {
    from: knownMoment(market, from, "from"),
    to: to == null ? new Date() : knownMoment(market, to, "to"),
  };
  if (period.from > period.to) throw new InvalidInputError("from must not be after to");
  return period;
}
