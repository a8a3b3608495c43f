import { createHash } from "node:crypto";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { EmbeddingsProvider } from "../providers/embeddings/embeddings-provider.ts";
import {
  type Candidate,
  type Fusion,
  fuseCandidates,
  GENERATORS,
  type GeneratorName,
  generateCandidates,
} from "./candidates.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import type { DiscoveryPlan } from "./plan.ts";
import { planDiscovery } from "./plan-discovery.ts";
import { computeSignals, type Signals } from "./signals.ts";

export type { BuildOptions } from "./build-index.ts";
export { buildIndex } from "./build-index.ts";
export type { Candidate, FusedCandidate, Fusion, GeneratorName, RelevanceScale } from "./candidates.ts";
export { GENERATORS } from "./candidates.ts";
export { DirectoryIndex, INDEX_VERSION } from "./directory-index.ts";
export { outsideRelevance } from "./outside-relevance.ts";
export type { DiscoveryPlan } from "./plan.ts";

/** Plans whose scores are remembered between steps: one worker seldom runs more jobs at once. */
const REMEMBERED_PLANS = 4;

/** One way of finding candidates, independent of the others. */
export interface CandidateGenerator {
  name: GeneratorName;
  /** At most `limit` companies that satisfy the plan's conditions, best first, then a few that only fail those. */
  generate(plan: DiscoveryPlan, limit: number): Promise<Candidate[]>;
}

/**
 * Retrieval over one directory, step by step; every argument and result is plain JSON, so that each step may be an activity of
 * its own on any worker that has the index. The scores of a plan are computed once and remembered; a worker that did not see
 * the earlier steps computes them again (tens of milliseconds for 28,000 companies) and comes to the same.
 */
export interface Retriever {
  plan(criteria: SearchCriteria): DiscoveryPlan;
  generators: CandidateGenerator[];
  fuse(plan: DiscoveryPlan, lists: Candidate[][]): Promise<Fusion>;
}

/**
 * @param sentenceModel the provider that the index was built with; without it the embedded recipe (words, word vectors,
 *   feedback) is used.
 */
export function createRetriever(index: DirectoryIndex, sentenceModel: EmbeddingsProvider | null = null): Retriever {
  const remembered = new Map<string, Promise<Signals>>();
  return {
    plan: (criteria) => planDiscovery(criteria, index),
    generators: GENERATORS.map((name) => ({
      name,
      generate: async (plan, limit) => generateCandidates(index, await signalsOf(plan), name, limit),
    })),
    fuse: async (plan, lists) => fuseCandidates(index, plan, await signalsOf(plan), lists),
  };

  function signalsOf(plan: DiscoveryPlan): Promise<Signals> {
    const key = createHash("sha256").update(JSON.stringify(plan)).digest("hex");
    const known = remembered.get(key);
    if (known) return known;
    const oldest = remembered.keys().next().value;
    if (remembered.size >= REMEMBERED_PLANS && oldest !== undefined) remembered.delete(oldest);
    const signals = computeSignals(index, plan, sentenceModel);
    remembered.set(key, signals);
    // A failed call of the model must not be remembered: the step is tried again.
    signals.catch(() => remembered.delete(key));
    return signals;
  }
}
