/** A measured value and the variance of its error. */
export interface Measured {
  value: number;
  /** 0 means that it is known exactly. */
  variance: number;
}

/** How far a value truly lies from the mean, in standard deviations of the true values: mean and variance of that. */
export interface Standing {
  mean: number;
  /** 1 where nothing is known, 0 where everything is. */
  variance: number;
}

/** Number of grid points over the spread of the true values, and the grid's extent in scales of the prior. */
const GRID = 80;
const GRID_END = 4;

/**
 * Shrinks values of unequal precision towards their mean: the less is known about a value, the more it shrinks. This is
 * the normal hierarchical model (the empirical Bayes of Efron & Morris, JASA 70, 1975). It does not estimate the spread
 * τ of the true values, but averages over its posterior. Small samples need this (Gelman et al., Bayesian Data Analysis,
 * 3rd ed., section 5.4). For a given τ a value y of variance s² keeps B = τ² / (τ² + s²) of its distance to the mean.
 * @param scale scale of the half-normal prior of τ, in the unit of the values
 */
export function standings(values: readonly Measured[], scale: number): Standing[] {
  const points = Array.from({ length: GRID }, (_, k) => at(((k + 0.5) / GRID) * GRID_END * scale));
  const most = Math.max(...points.map(({ logDensity }) => logDensity));
  const weights = points.map(({ logDensity }) => Math.exp(logDensity - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.map(({ value, variance }) => {
    let [first, second, within] = [0, 0, 0];
    for (const [k, { tau, mean, meanVariance }] of points.entries()) {
      const share = (weights[k] as number) / total;
      const kept = tau ** 2 / (tau ** 2 + variance);
      const z = (kept * (value - mean)) / tau;
      first += share * z;
      second += share * z ** 2;
      within += share * (1 - kept + (kept ** 2 * meanVariance) / tau ** 2);
    }
    return { mean: first, variance: Math.min(1, within + second - first ** 2) };
  });

  /** Returns the mean of all values for one τ, and the logarithm of τ's density. */
  function at(tau: number) {
    const precisions = values.map(({ variance }) => 1 / (variance + tau ** 2));
    const precision = precisions.reduce((sum, one) => sum + one, 0);
    const mean = values.reduce((sum, { value }, i) => sum + value * (precisions[i] as number), 0) / precision;
    const fit = values.reduce(
      (sum, { value }, i) => sum + Math.log(precisions[i] as number) - (precisions[i] as number) * (value - mean) ** 2,
      0,
    );
    return { tau, mean, meanVariance: 1 / precision, logDensity: (fit - Math.log(precision) - (tau / scale) ** 2) / 2 };
  }
}

/**
 * The standard normal distribution function, by Zelen and Severo's polynomial (Abramowitz & Stegun 26.2.17, error below
 * 7.5e-8).
 */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) *
    t *
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
  return z >= 0 ? 1 - tail : tail;
}
