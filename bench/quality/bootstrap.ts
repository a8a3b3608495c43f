import { randomNumbers } from "../company-search/generate.ts";
import { mean } from "./measures.ts";

/** A mean over questions with its 95 % interval. */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

const RESAMPLES = 5_000;
/** The same intervals for the same values. */
const SEED = 20_261_122;

/** The mean of one value a question; the interval is that of the percentile bootstrap, questions drawn with replacement. */
export function estimate(values: readonly number[]): Estimate {
  return estimateOfGroups(values.map((value) => [value]));
}

/**
 * The mean of all values; the interval is that of the percentile bootstrap, whole groups drawn with replacement. Values of
 * one group are alike, such as those of headlines about one story, so drawing each on its own would narrow the interval.
 */
export function estimateOfGroups(groups: readonly (readonly number[])[]): Estimate {
  const filled = groups.filter(({ length }) => length > 0);
  const sums = filled.map((values) => values.reduce((a, b) => a + b, 0));
  const random = randomNumbers(SEED);
  const means = Float64Array.from({ length: filled.length > 0 ? RESAMPLES : 0 }, () => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < filled.length; i++) {
      const drawn = Math.floor(random() * filled.length);
      sum += sums[drawn] ?? 0;
      count += filled[drawn]?.length ?? 0;
    }
    return sum / count;
  }).sort();
  const quantile = (share: number) => means[Math.floor(share * (means.length - 1))] ?? 0;
  return { mean: mean(filled.flat()), low: quantile(0.025), high: quantile(0.975) };
}

/** An estimate as "0.90 [0.84, 0.95]". */
export const intervalText = ({ mean, low, high }: Estimate, digits = 2): string =>
  `${mean.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;

/** The share of values that hold, as "0.90 [0.84, 0.95] of 50". Numbers from 0 to 1 hold in part. */
export const shareText = (values: readonly (number | boolean)[], digits = 2): string =>
  `${intervalText(estimate(values.map(Number)), digits)} of ${values.length}`;
