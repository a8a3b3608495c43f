import type { DiscoveryPlan } from "../plan/plan.ts";

/** What plans of earlier versions lack. */
type Later = "excludedPlaces" | "offers" | "qualifiers" | "minProbability";

/** The plan that a job stored: written by its own plan step; one of an earlier version lacks what came later. */
export function storedPlan(plan: object): DiscoveryPlan {
  const stored = plan as Omit<DiscoveryPlan, Later> & Partial<Pick<DiscoveryPlan, Later>>;
  return {
    ...stored,
    excludedPlaces: stored.excludedPlaces ?? [],
    offers: stored.offers ?? [],
    qualifiers: stored.qualifiers ?? [],
    minProbability: stored.minProbability ?? null,
  };
}
