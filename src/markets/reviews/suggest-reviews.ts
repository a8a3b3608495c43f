import { chanceAt, type ReviewedCandidates } from "./rank-by-reviews.ts";

/** A company whose review would help most. */
export interface Suggestion {
  companyId: number;
  /** Probability that it belongs, by the judge and the reviews so far, 0–1. */
  chance: number;
}

/** Number of best candidates considered: the work grows with its square. */
const CHOICE = 150;
/** Log-odds by which candidates that fail a criterion stand behind those that satisfy all. */
const BEHIND = 1;
/** Variance below which no review is expected to teach anything. */
const LEAST_VARIANCE = 1e-3;

/**
 * Returns the most informative reviews, best first. Each is chosen for how much it would reduce the uncertainty about
 * the best candidates. A candidate weighs by its uncertainty and its rank. The next one is chosen as if this one were
 * known, so that they differ from each other. This is expected variance reduction (Cohn, Ghahramani & Jordan 1996,
 * "Active learning with statistical models"). Deterministic.
 */
export function suggestReviews(
  reviewed: ReviewedCandidates,
  reviews: ReadonlyMap<number, boolean>,
  count: number,
): Suggestion[] {
  const { candidates, keys, learned } = reviewed;
  const open = candidates
    .flatMap(({ companyId, satisfies }, at) =>
      reviews.has(companyId) ? [] : [{ companyId, at, key: (keys[at] as number) - (satisfies ? 0 : BEHIND) }],
    )
    .sort((a, b) => b.key - a.key || a.companyId - b.companyId)
    .slice(0, CHOICE)
    .map(({ companyId, at }) => ({ companyId, at, chance: chanceAt(reviewed, at) }));
  const shared = open.map((a) => Float64Array.from(open, (b) => learned.covariance(a.at, b.at)));
  const variances = open.map(({ chance }) => Math.max(LEAST_VARIANCE, chance * (1 - chance)));
  const weights = variances.map((variance, i) => variance / Math.log2(i + 2));
  const chosen: number[] = [];
  while (chosen.length < Math.min(count, open.length)) {
    let best = -1;
    let most = -1;
    for (const [i, row] of shared.entries()) {
      if (chosen.includes(i)) continue;
      const effect = row.reduce((sum, value, j) => sum + (weights[j] as number) * value * value, 0);
      const told = effect / ((row[i] as number) + 1 / (variances[i] as number));
      if (told > most) [best, most] = [i, told];
    }
    chosen.push(best);
    const known = Float64Array.from(shared[best] as Float64Array);
    const total = (known[best] as number) + 1 / (variances[best] as number);
    for (const [i, row] of shared.entries())
      for (let j = 0; j < row.length; j++)
        row[j] = (row[j] as number) - ((known[i] as number) * (known[j] as number)) / total;
  }
  return chosen.flatMap((i) => {
    const { companyId = 0, chance = 0 } = open[i] ?? {};
    return [{ companyId, chance }];
  });
}
