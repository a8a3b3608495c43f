/** Candidates of each generator for each company wanted: most candidates fail a criterion. */
const CANDIDATES_PER_WANTED = 6;
const MIN_CANDIDATES = 200;
/** The same where a recall is wanted: less likely companies are looked at too. */
const MIN_FOR_RECALL = 600;
/** The most candidates of one generator. */
export const MAX_CANDIDATES = 3_000;

/** How many candidates each generator is asked for, by the number of companies wanted and the recall wanted. */
export function candidateLimit(wanted: number, targetRecall: number | null = null): number {
  const least = targetRecall === null ? MIN_CANDIDATES : MIN_FOR_RECALL;
  return Math.min(MAX_CANDIDATES, Math.max(least, wanted * CANDIDATES_PER_WANTED));
}
