/** Measures of one question's result, each 0–1. */
export interface Measures {
  precisionAt10: number;
  ndcgAt10: number;
  recallAt50: number;
  /** Share of the first ten that somebody judged: where it is low, the others are too low. */
  judgedAt10: number;
}

/** Grade from which a company counts as relevant for precision and recall. */
export const RELEVANT = 2;

/**
 * P@10, nDCG@10 (gain 2^grade − 1, discount log2 of the rank + 1, against the ideal order of all judged) and recall@50. A
 * domain without a grade counts as 0; seeds and repetitions are taken out first.
 */
export function measure(domains: string[], grades: Map<string, number>, seeds: string[]): Measures {
  const named = [...new Set(domains)].filter((domain) => !seeds.includes(domain));
  const ranked = named.map((domain) => grades.get(domain) ?? 0);
  const relevant = [...grades.values()].filter((grade) => grade >= RELEVANT).length;
  const best = idealGain(grades);
  return {
    precisionAt10: count(ranked.slice(0, 10)) / 10,
    ndcgAt10: best > 0 ? gain(ranked.slice(0, 10)) / best : 0,
    recallAt50: relevant > 0 ? count(ranked.slice(0, 50)) / relevant : 0,
    judgedAt10: named.slice(0, 10).filter((domain) => grades.has(domain)).length / 10,
  };
}

/** The discounted gain of the ten best of all judged companies, which nDCG@10 divides by. */
export function idealGain(grades: Map<string, number>): number {
  return gain([...grades.values()].sort((a, b) => b - a).slice(0, 10));
}

function count(grades: number[]): number {
  return grades.filter((grade) => grade >= RELEVANT).length;
}

function gain(grades: number[]): number {
  return grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}

/** The answer that a person gets: those that are in, cut at the count. */
export interface AnswerMeasures {
  size: number;
  /** Share of the answer with grade 1 or 2, and with grade 2; null for an empty answer. */
  partly: number | null;
  fully: number | null;
  /** Share of all relevant companies that the answer has, of as many as it may have. */
  found: number;
}

export function measureAnswer(domains: string[], grades: Map<string, number>, wanted: number): AnswerMeasures {
  const found = domains.map((domain) => grades.get(domain) ?? 0);
  const relevant = [...grades.values()].filter((grade) => grade >= RELEVANT).length;
  const share = (least: number) =>
    found.length > 0 ? found.filter((grade) => grade >= least).length / found.length : null;
  return {
    size: found.length,
    partly: share(1),
    fully: share(RELEVANT),
    found: relevant > 0 ? count(found) / Math.min(relevant, wanted) : 0,
  };
}

export function mean(values: number[]): number {
  return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : 0;
}
