import { chanceOf, logOddsOf } from "#foundation/log-odds";
import model from "./estimates.json" with { type: "json" };

/** A share, 0–1, with an interval fitted to contain it in nine of ten questions. */
export interface EstimatedShare {
  value: number;
  low: number;
  high: number;
}

/** Estimated precision and recall of a market. The intervals include the judge's errors. */
export interface MarketEstimate {
  /**
   * The fraction of questions for which the intervals are fitted to hold, 0–1. docs/quality.md has the fraction for
   * held-out questions.
   */
  nominal: number;
  /**
   * Share of the market that satisfies every condition, and the share that satisfies the conditions at least in part.
   */
  precision: EstimatedShare;
  partly: EstimatedShare;
  /** Share of the companies in the directory that satisfy every condition and that the market has. */
  recall: EstimatedShare;
}

/** The judgements of one question: the probability of the offer for each candidate. */
export interface JudgedOffers {
  /** Probabilities of the companies in the market, and of the other candidates that fail only the offer. */
  inside: number[];
  outside: number[];
  /** Whether the sentence model compared the candidates with the question. */
  hasSentences: boolean;
}

/** Minimum probability for a company outside the market to be a near miss. */
const NEAR = 0.1;
/** Number of likeliest candidates. Their mean probability shows how well the question was understood. */
const SUREST = 5;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * Estimates the precision and recall of an answer with 90 % intervals, by beta-binomial regression on the judge's
 * probabilities. The model was fitted by bench/quality/fit-estimates.py on judged questions. Each question was judged
 * by trees that had not seen it. docs/quality.md says how often the intervals hold. Null for an empty answer.
 */
export function estimateMarket(judged: JudgedOffers): MarketEstimate | null {
  const size = judged.inside.length;
  if (size === 0) return null;
  const right = sum(judged.inside);
  const wanted = right + sum(judged.outside);
  const surest = [...judged.inside, ...judged.outside].sort((a, b) => b - a).slice(0, SUREST);
  const best = Math.min(0.99, Math.max(0.01, sum(surest) / surest.length));
  const shared = [
    Math.log1p(right),
    logOddsOf(best),
    Math.log1p(judged.outside.filter((probability) => probability >= NEAR).length),
    judged.hasSentences ? 1 : 0,
  ];
  const ofAnswer = [logOddsOf((right + 0.5) / (size + 1)), ...shared];
  const ofWanted = [logOddsOf((right + 0.5) / (wanted + 1)), ...shared];
  return {
    nominal: model.nominal,
    precision: estimated("precision", ofAnswer, size),
    partly: estimated("partly", ofAnswer, size),
    recall: estimated("recall", ofWanted, Math.max(1, Math.round(wanted))),
  };
}

/**
 * Returns the mean share, and the shortest range of counts out of `n` that contains enough of the beta-binomial
 * distribution.
 */
function estimated(target: keyof typeof model.targets, features: number[], n: number): EstimatedShare {
  const { level, intercept, slopes, concentration } = model.targets[target];
  const value = chanceOf(intercept + sum(slopes.map((slope, i) => slope * (features[i] ?? 0))));
  const [base = 0, withSentences = 0] = concentration;
  const strength = Math.exp(base + withSentences * (features.at(-1) ?? 0));
  const [low, high] = shortestRange(betaBinomial(n, value * strength, (1 - value) * strength), level);
  return { value, low: low / n, high: high / n };
}

/** The probabilities of 0 to `n` successes. Each is computed from the one before it. */
function betaBinomial(n: number, alpha: number, beta: number): number[] {
  const logs = [0];
  for (let k = 0; k < n; k++)
    logs.push((logs[k] ?? 0) + Math.log(((n - k) * (k + alpha)) / ((k + 1) * (n - k - 1 + beta))));
  const greatest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - greatest));
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

function shortestRange(probabilities: number[], level: number): [low: number, high: number] {
  let best: [number, number] = [0, probabilities.length - 1];
  let high = 0;
  let held = 0;
  for (let low = 0; low < probabilities.length; low++) {
    while (high < probabilities.length && held < level) held += probabilities[high++] ?? 0;
    if (held < level) break;
    if (high - 1 - low < best[1] - best[0]) best = [low, high - 1];
    held -= probabilities[low] ?? 0;
  }
  return best;
}
