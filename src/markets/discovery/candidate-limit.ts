/** Candidates of each generator per wanted company: most candidates fail a criterion. */
const CANDIDATES_PER_WANTED = 6;
const MIN_CANDIDATES = 200;
/** The same where a recall is wanted, which also needs less likely companies. */
const MIN_FOR_RECALL = 600;
/** Maximum number of candidates of one generator. */
export const MAX_CANDIDATES = 3_000;

/** Returns how many candidates each generator should find, by the number of companies and the recall wanted. */
export function candidateLimit(wanted: number, targetRecall: number | null = null): number {
  const least = targetRecall === null ? MIN_CANDIDATES : MIN_FOR_RECALL;
  return Math.min(MAX_CANDIDATES, Math.max(least, wanted * CANDIDATES_PER_WANTED));
}
