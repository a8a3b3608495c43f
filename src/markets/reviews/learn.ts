import { dot } from "#foundation/language/matrix";
import { chanceOf } from "#foundation/log-odds";
import { cholesky, type Rows, solveLower, solveUpper } from "./cholesky.ts";
import type { Likeness } from "./likeness.ts";

/** A review of the candidate at a position. */
export interface Answer {
  at: number;
  isAccepted: boolean;
}

/** What reviews say about all candidates, by position. */
export interface Learned {
  /** What they add to the log-odds that a candidate belongs. */
  gain: Float64Array;
  /** The covariance of two candidates' log-odds, given the reviews; for one candidate with itself, its variance. */
  covariance: Likeness;
}

/** Step size below which the search for the likeliest log-odds ends. */
const SMALLEST_STEP = 1e-6;
const MOST_STEPS = 30;
/** Keeps matrices from becoming singular where an outcome is nearly certain. */
const LEAST_VARIANCE = 1e-6;

/**
 * Fits a logistic regression with a Gaussian process: before any review the log-odds are `prior`, and reviews move
 * those of similar companies. Uses Laplace's approximation by Newton's method (Rasmussen & Williams 2006, "Gaussian
 * Processes for Machine Learning", algorithms 3.1 and 3.2). With words alone it comes near Rocchio's feedback.
 * Deterministic.
 */
export function learn(prior: readonly number[], likeness: Likeness, answers: readonly Answer[]): Learned {
  if (answers.length === 0) return { gain: new Float64Array(prior.length), covariance: likeness };
  const shared: Rows = answers.map(({ at }) => Float64Array.from(answers, (other) => likeness(at, other.at)));
  const before = answers.map(({ at }) => prior[at] ?? 0);
  let logOdds = Float64Array.from(before);
  let pull = new Float64Array(answers.length);
  let roots = new Float64Array(answers.length);
  let lower: Rows = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    const chances = logOdds.map(chanceOf);
    const variances = chances.map((chance) => Math.max(LEAST_VARIANCE, chance * (1 - chance)));
    roots = variances.map(Math.sqrt);
    lower = cholesky(
      shared.map((row, i) =>
        row.map((value, j) => (roots[i] as number) * value * (roots[j] as number) + (i === j ? 1 : 0)),
      ),
    );
    const target = answers.map(
      ({ isAccepted }, i) =>
        (variances[i] as number) * ((logOdds[i] as number) - (before[i] as number)) +
        Number(isAccepted) -
        (chances[i] as number),
    );
    const explained = solveUpper(
      lower,
      solveLower(
        lower,
        shared.map((row, i) => (roots[i] as number) * dot(row, target)),
      ),
    );
    pull = Float64Array.from(target, (value, i) => value - (roots[i] as number) * (explained[i] as number));
    const next = Float64Array.from(shared, (row, i) => (before[i] as number) + dot(row, pull));
    const moved = next.reduce((most, value, i) => Math.max(most, Math.abs(value - (logOdds[i] as number))), 0);
    logOdds = next;
    if (moved < SMALLEST_STEP) break;
  }
  const known = new Map<number, Float64Array>();
  /** Returns what the reviews explain about a candidate. */
  const explainedOf = (candidate: number): Float64Array => {
    const before = known.get(candidate);
    if (before !== undefined) return before;
    const explained = solveLower(
      lower,
      answers.map(({ at }, i) => (roots[i] as number) * likeness(at, candidate)),
    );
    known.set(candidate, explained);
    return explained;
  };
  return {
    gain: Float64Array.from(prior, (_, candidate) =>
      answers.reduce((sum, { at }, i) => sum + (pull[i] as number) * likeness(at, candidate), 0),
    ),
    covariance: (a, b) => likeness(a, b) - dot(explainedOf(a), explainedOf(b)),
  };
}
