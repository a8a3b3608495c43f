/** Formats a value from −1 to 1 with its sign: "+0.25". */
export const signed = (value: number): string => {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? "0.00" : `${value < 0 ? "−" : "+"}${text}`;
};

/** Formats the day of a time, `YYYY-MM-DD`. */
export const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Absolute value from which a sentiment is positive or negative, as in the lists of ESG items. */
export const NEUTRAL_BELOW = 0.05;

/** Words by which questions ask for bad news of any kind. */
export const TROUBLE =
  "problem problems risk risks trouble wrong controversy scandal criticism weakness bad negative incident";
