import { digestOf } from "#foundation/language/canonical-json";

/** Returns the digest of a plan. */
export const planDigest = (plan: object): string => digestOf(plan);

/** The part of a verdict that the digest of a result covers. */
export interface DigestedVerdict {
  domain: string;
  verdict: string;
  rule: string | null;
  rank: number | null;
  /** 0–1; only six digits count, because further ones depend on the order of summation. */
  score: number;
}

export const roundScore = (score: number): number => Math.round(score * 1e6) / 1e6;

/** Returns the digest of a result: of the verdicts on all candidates, in the order of their domains. */
export function resultDigest(verdicts: readonly DigestedVerdict[]): string {
  const rows = verdicts
    .map(({ domain, verdict, rule, rank, score }) => ({ domain, verdict, rule, rank, score: roundScore(score) }))
    .sort((a, b) => (a.domain < b.domain ? -1 : 1));
  return digestOf(rows);
}
