import { createHash } from "node:crypto";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
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
import { computeSignals, meanOf, type QuestionVector, questionTexts, type Signals } from "./signals.ts";

export type { BuildOptions } from "./build-index.ts";
export { buildIndex } from "./build-index.ts";
export type { Candidate, FusedCandidate, Fusion, GeneratorName, RelevanceScale } from "./candidates.ts";
export { GENERATORS } from "./candidates.ts";
export { DirectoryIndex, INDEX_VERSION } from "./directory-index.ts";
export { outsideRelevance } from "./outside-relevance.ts";
export type { DiscoveryPlan } from "./plan.ts";
export type { QuestionVector } from "./signals.ts";

/** Plans whose scores are remembered between steps: one worker seldom runs more jobs at once. */
const REMEMBERED_PLANS = 4;

/** One way of finding candidates, independent of the others. */
export interface CandidateGenerator {
  name: GeneratorName;
  /** At most `limit` companies that satisfy the plan's conditions, best first, then a few that only fail those. */
  generate(plan: DiscoveryPlan, limit: number, question: QuestionVector): Candidate[];
}

/**
 * Retrieval over one directory, step by step; every argument and result but the question's vector is plain JSON, so that each step
 * may be an activity of its own on any worker that has the index. The scores of a plan are computed once and remembered; a worker
 * that did not see the earlier steps computes them again (tens of milliseconds for 28,000 companies) and comes to the same.
 */
export interface Retriever {
  plan(criteria: SearchCriteria): DiscoveryPlan;
  /**
   * What the plan looks for as a vector of the sentence model that the index was built with; null, and nothing is embedded, where it
   * was built without one. Without the vector the embedded recipe (words, word vectors, feedback) is used.
   */
  questionVector(plan: DiscoveryPlan, embed: (texts: string[]) => Promise<Float32Array[]>): Promise<QuestionVector>;
  generators: CandidateGenerator[];
  fuse(plan: DiscoveryPlan, lists: Candidate[][], question: QuestionVector): Fusion;
}

export function createRetriever(index: DirectoryIndex): Retriever {
  const remembered = new Map<string, Signals>();
  return {
    plan: (criteria) => planDiscovery(criteria, index),
    async questionVector(plan, embed) {
      const texts = questionTexts(index, plan);
      return texts.length === 0 ? null : meanOf(await embed(texts));
    },
    generators: GENERATORS.map((name) => ({
      name,
      generate: (plan, limit, question) => generateCandidates(index, signalsOf(plan, question), name, limit),
    })),
    fuse: (plan, lists, question) => fuseCandidates(index, plan, signalsOf(plan, question), lists),
  };

  function signalsOf(plan: DiscoveryPlan, question: QuestionVector): Signals {
    const hash = createHash("sha256").update(JSON.stringify(plan));
    if (question !== null) hash.update(new Uint8Array(question.buffer, question.byteOffset, question.byteLength));
    const key = hash.digest("hex");
    const known = remembered.get(key);
    if (known) return known;
    const oldest = remembered.keys().next().value;
    if (remembered.size >= REMEMBERED_PLANS && oldest !== undefined) remembered.delete(oldest);
    const signals = computeSignals(index, plan, question);
    remembered.set(key, signals);
    return signals;
  }
}
