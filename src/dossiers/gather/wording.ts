/** −1 to 1 with its sign: "+0.25". */
export const signed = (value: number): string => {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? "0.00" : `${value < 0 ? "−" : "+"}${text}`;
};

/** The day of a moment, `YYYY-MM-DD`. */
export const day = (at: Date): string => at.toISOString().slice(0, 10);

/** A sentiment of this much or more is positive, of minus this much or less negative: as in the lists of ESG items. */
export const NEUTRAL_BELOW = 0.05;

/** Words by which questions ask for what is bad, whatever it is. */
export const TROUBLE =
  "problem problems risk risks trouble wrong controversy scandal criticism weakness bad negative incident";
