import type { DirectoryCompany } from "#companies/directory-company";
import { contentStems } from "#foundation/language/stem";
import type { RelevanceScale } from "./candidates.ts";
import type { DiscoveryPlan } from "./plan.ts";

/** How fast further occurrences of a word stop counting: BM25's k1; the first counts as one. */
const SATURATION = 1.2;

/**
 * How well a company that is not in the index fits a plan, on the scale of those that are: the share of the plan's words,
 * weighted by how telling they are, that its record uses: none makes it an ordinary company of the directory, all of them one of
 * the best. Words alone: no vectors were made of it.
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
    const count = counts.get(stem) ?? 0;
    sum += (weight * idf * count * (SATURATION + 1)) / (count + SATURATION);
    // Relatives and definitions only ever add: nobody uses all of them.
    if (core.has(stem)) most += weight * idf;
  }
  const share = most === 0 ? 0 : Math.min(1, sum / most);
  return scale.ordinary + share * Math.max(0, scale.best - scale.ordinary);
}
