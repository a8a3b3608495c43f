/** How many companies of a market there may be, found or not, by the overlap of two ways of looking. */
export interface RecallEstimate {
  /** Companies that satisfy every criterion, cut off or not. */
  found: number;
  /** Estimated number of all of them in what was searched. */
  estimated: number;
  /** The 95 % interval of `estimated`; never below `found`. */
  low: number;
  high: number;
  /** `found` / `estimated`, 0–1. */
  recall: number;
  /** The two ways: found by the first, and found by any of the others. */
  generators: [first: string, others: string];
  /** What the estimate rests on, for people. */
  assumption: string;
}

/** With fewer shared companies the estimator is biased (Robson & Regier 1964, "Sample size in Petersen mark–recapture experiments"). */
const LEAST_SHARED = 7;

/** The two-sided 95 % point of the normal distribution. */
const Z = 1.96;

/**
 * Chapman's estimator of a population from two samples of `n1` and `n2` that share `m` (Chapman 1951, "Some properties of the
 * hypergeometric distribution with applications to zoological sample censuses"), with Seber's variance (Seber 1982, "The
 * estimation of animal abundance", §3.1).
 */
export function chapman(n1: number, n2: number, m: number): { estimated: number; standardError: number } {
  const estimated = ((n1 + 1) * (n2 + 1)) / (m + 1) - 1;
  const variance = ((n1 + 1) * (n2 + 1) * (n1 - m) * (n2 - m)) / ((m + 1) ** 2 * (m + 2));
  return { estimated, standardError: Math.sqrt(variance) };
}

/**
 * The recall of a search, from which generators found each company that satisfies. The search by full text is one sample, all
 * others together are the second. Null where they share fewer than seven companies: nothing can be told from so few.
 *
 * It assumes that being found by one does not make being found by the other likelier. Both read the same records, so what one
 * finds easily the other does too: the true number is rather higher, the true recall rather lower.
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
  const { estimated, standardError } = chapman(byFirst, byOthers.length, byBoth);
  const others = [...new Set(byOthers.flatMap(({ generators }) => generators.filter((name) => name !== first)))].sort();
  return {
    found,
    estimated: Math.max(found, estimated),
    low: Math.max(found, estimated - Z * standardError),
    high: Math.max(found, estimated + Z * standardError),
    recall: found / Math.max(found, estimated),
    generators: [first, others.join(", ")],
    assumption:
      "The ways of searching find companies independently of each other; as far as they do not, there are more companies than estimated.",
  };
}
