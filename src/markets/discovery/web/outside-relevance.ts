import type { DirectoryCompany } from "#companies/directory-company";
import { BM25, termScore } from "#foundation/language/bm25";
import { contentStems } from "#foundation/language/stem";
import type { RelevanceScale } from "../../plan/candidates.ts";
import type { DiscoveryPlan } from "../../plan/plan.ts";

/**
 * Returns how well a company outside the index fits a plan, on the index's scale. It is the share of the plan's words
 * that its record uses, weighted by their specificity. Without any it equals an average company of the directory, with
 * all of them one of the best. Only words count, because it has no vectors.
 */
export function outsideRelevance(
  plan: DiscoveryPlan,
  {
    name,
    description,
    keywords,
    industries,
  }: Pick<DirectoryCompany, "name" | "description" | "keywords" | "industries">,
  scale: RelevanceScale,
): number {
  const counts = new Map<string, number>();
  for (const stem of contentStems([name, description, ...keywords, ...industries].join(" . ")))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  let sum = 0;
  let most = 0;
  const core = new Set(plan.coreStems);
  for (const { stem, weight, idf } of plan.terms) {
    // Assumes average length: the first occurrence counts as one.
    sum += termScore(weight * idf, counts.get(stem) ?? 0, BM25.k1);
    // Relatives and definitions only add, because no company uses all of them.
    if (core.has(stem)) most += weight * idf;
  }
  const share = most === 0 ? 0 : Math.min(1, sum / most);
  return scale.ordinary + share * Math.max(0, scale.best - scale.ordinary);
}
