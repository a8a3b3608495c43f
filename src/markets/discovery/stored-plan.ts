import type { DiscoveryPlan } from "../plan/plan.ts";

/** Fields that plans of earlier versions lack. */
type Later = "excludedPlaces" | "offers" | "qualifiers" | "minProbability" | "targetRecall";

/** Returns the plan that a job's plan step stored. Adds later fields to a plan of an earlier version. */
export function storedPlan(plan: object): DiscoveryPlan {
  const stored = plan as Omit<DiscoveryPlan, Later> & Partial<Pick<DiscoveryPlan, Later>>;
  return {
    ...stored,
    excludedPlaces: stored.excludedPlaces ?? [],
    offers: stored.offers ?? [],
    qualifiers: stored.qualifiers ?? [],
    minProbability: stored.minProbability ?? null,
    targetRecall: stored.targetRecall ?? null,
  };
}
