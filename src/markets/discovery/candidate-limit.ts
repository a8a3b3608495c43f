/** Candidates of each generator for each company wanted: most candidates fail a criterion. */
const CANDIDATES_PER_WANTED = 6;
const MIN_CANDIDATES = 200;
/** The most candidates of one generator. */
export const MAX_CANDIDATES = 3_000;

/** How many candidates each generator is asked for, by the number of companies wanted. */
export function candidateLimit(wanted: number): number {
  return Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, wanted * CANDIDATES_PER_WANTED));
}
