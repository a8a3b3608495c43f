import { dot } from "#foundation/language/matrix";

/** The features of a candidate that are compared. */
export interface Described {
  /** Occurrences of each stem in the texts of its record. */
  words: ReadonlyMap<string, number>;
  /** Its classification labels. */
  classes: readonly string[];
  /** What the judge of the offer saw, in the same order for all. */
  features: readonly number[];
}

/**
 * How much one review says about another company: the variance, in log-odds, that the two share. They share it as
 * companies of one market, by words, by classes, and by what the judge saw. Chosen on the development questions
 * (docs/reviews.md).
 */
const SHARED = { market: 0.25, words: 4, classes: 2, features: 2 };

/** Returns how similar two candidates are, by position: a positive definite kernel, in squared log-odds. */
export type Likeness = (a: number, b: number) => number;

/** Compares candidates of one market: words weigh by how few of the candidates have them. */
export function likenessOf(candidates: readonly Described[]): Likeness {
  const words = wordVectors(candidates);
  const classes = candidates.map((one) => new Set(one.classes));
  const features = standardised(candidates);
  return (a, b) =>
    SHARED.market +
    SHARED.words * sparseDot(words[a], words[b]) +
    SHARED.classes * overlap(classes[a], classes[b]) +
    SHARED.features * dot(features[a] ?? [], features[b] ?? []);
}

type Sparse = ReadonlyMap<string, number>;

/** Returns TF–IDF vectors of length 1; (1 + ln tf)·ln((n + 1)/(df + ½)). */
function wordVectors(candidates: readonly Described[]): Sparse[] {
  const having = new Map<string, number>();
  for (const { words } of candidates) for (const stem of words.keys()) having.set(stem, (having.get(stem) ?? 0) + 1);
  return candidates.map(({ words }) => {
    const weights = [...words].map(([stem, count]): [string, number] => [
      stem,
      (1 + Math.log(count)) * Math.log((candidates.length + 1) / ((having.get(stem) ?? 0) + 0.5)),
    ]);
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([stem, weight]) => [stem, weight / length]));
  });
}

function sparseDot(a: Sparse | undefined, b: Sparse | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [stem, weight] of few) sum += weight * (many.get(stem) ?? 0);
  return sum;
}

/** Returns the cosine of two sets. */
function overlap(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): number {
  if (a === undefined || b === undefined || a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const label of a) if (b.has(label)) shared++;
  return shared / Math.sqrt(a.size * b.size);
}

/**
 * Standardises each feature to mean 0 and variance 1 over the candidates, scaled so that a typical vector has length 1.
 */
function standardised(candidates: readonly Described[]): number[][] {
  const count = candidates[0]?.features.length ?? 0;
  const scale = Array.from({ length: count }, (_, at) => {
    const values = candidates.map(({ features }) => features[at] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    return { mean, unit: (deviation || 1) * Math.sqrt(count) };
  });
  return candidates.map(({ features }) => scale.map(({ mean, unit }, at) => ((features[at] ?? 0) - mean) / unit));
}
