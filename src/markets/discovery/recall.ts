/**
 * How far two ways of searching find the same companies. It measures how similar the two are: it misses what both miss,
 * and counts a company that is wrongly in as found. No interval is given, since it held for 5 of 24 judged questions.
 */
export interface RecallEstimate {
  /** Companies that satisfy every criterion, cut off or not. */
  found: number;
  /** The extrapolated number: more likely a lower bound for the searched sources. */
  estimated: number;
  /** Null: not calibrated. */
  low: null;
  high: null;
  /** `found` / `estimated`, 0–1: more likely an upper bound. */
  recall: number;
  /** Companies that both ways found. */
  shared: number;
  /** The two ways: found by the first, and found by any of the others. */
  generators: [first: string, others: string];
  /** The assumption of the estimate, for people. */
  assumption: string;
}

/** With fewer shared companies the estimator is biased (Robson & Regier 1964, "Sample size in Petersen mark–recapture experiments"). */
const LEAST_SHARED = 7;

/**
 * Chapman's estimator of a population from two samples of `n1` and `n2` that share `m`. (Chapman 1951, "Some properties
 * of the hypergeometric distribution with applications to zoological sample censuses")
 */
export function chapman(n1: number, n2: number, m: number): number {
  return ((n1 + 1) * (n2 + 1)) / (m + 1) - 1;
}

/**
 * The recall of a search, from which generators found each company that satisfies. The search by full text is one
 * sample, all others together are the second. Null where they share fewer than seven companies, which is too few.
 *
 * It assumes that the two are independent. Both read the same records, so they tend to find the same companies: the
 * true number is probably higher, the true recall lower.
 */
export function estimateRecall(
  satisfying: readonly { generators: readonly string[] }[],
  first: string,
): RecallEstimate | null {
  const byFirst = satisfying.filter(({ generators }) => generators.includes(first)).length;
  const byOthers = satisfying.filter(({ generators }) => generators.some((name) => name !== first));
  const byBoth = byOthers.filter(({ generators }) => generators.includes(first)).length;
  if (byBoth < LEAST_SHARED) return null;
  const found = satisfying.length;
  const estimated = chapman(byFirst, byOthers.length, byBoth);
  const others = [...new Set(byOthers.flatMap(({ generators }) => generators.filter((name) => name !== first)))].sort();
  return {
    found,
    estimated: Math.max(found, estimated),
    low: null,
    high: null,
    recall: found / Math.max(found, estimated),
    shared: byBoth,
    generators: [first, others.join(", ")],
    assumption:
      "The ways of searching find companies independently of each other, and every company that is in is right. Both read the same records, so more companies are missing than this says.",
  };
}
