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
  const random = randomNumbers(SEED);
  const means = Float64Array.from({ length: values.length > 0 ? RESAMPLES : 0 }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).sort();
  const quantile = (share: number) => means[Math.floor(share * (means.length - 1))] ?? 0;
  return { mean: mean([...values]), low: quantile(0.025), high: quantile(0.975) };
}
