import { createHash } from "node:crypto";
import { GENERATORS } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { fuseCandidates, generateCandidates } from "./candidates.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import { planDiscovery } from "./plan-discovery.ts";
import type { QuestionVector, Retriever } from "./retriever.ts";
import { computeSignals, meanOf, questionTexts, type Signals } from "./signals.ts";

/** Plans whose scores are remembered between steps: one worker seldom runs more jobs at once. */
const REMEMBERED_PLANS = 4;

/**
 * Retrieval in this process's memory. The scores of a plan are computed once and cached. A worker that did not run the
 * earlier steps computes them again (tens of milliseconds for 28,000 companies), with the same result.
 */
export function embeddedRetriever(index: DirectoryIndex): Retriever {
  const remembered = new Map<string, Signals>();
  return {
    notes: index.parts.notes,
    plan: async (criteria) => planDiscovery(criteria, index),
    async generators(plan) {
      const hasSeeds = plan.seedDomains.some((domain) => index.documentOf(domain) !== undefined);
      const hasVectors = index.sif !== null || index.parts.sentences !== null;
      return GENERATORS.filter((name) =>
        name === "companies like the seeds" ? hasSeeds : name !== "vectors" || hasVectors,
      );
    },
    async questionVector(plan, embed) {
      const texts = questionTexts(index, plan);
      return texts.length === 0 ? null : meanOf(await embed(texts));
    },
    generate: async (plan, generator, limit, question) =>
      generateCandidates(index, signalsOf(plan, question), generator, limit),
    fuse: async (plan, lists, question) => fuseCandidates(index, plan, signalsOf(plan, question), lists),
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
