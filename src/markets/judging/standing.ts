import type { RelevanceScale } from "../plan/candidates.ts";

/** 0 for the directory's ordinary company, 1 for the mean of the plan's best three. */
export function standingOf(relevance: number, scale: RelevanceScale): number {
  return scale.best > scale.ordinary ? (relevance - scale.ordinary) / (scale.best - scale.ordinary) : 0;
}
