import { createHash } from "node:crypto";
import { GENERATORS } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { fuseCandidates, generateCandidates } from "./candidates.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import type { GrowingVectors } from "./growing-vectors.ts";
import { planDiscovery } from "./plan-discovery.ts";
import { questionVectorOf, searchesOf } from "./question-vectors.ts";
import type { QuestionVector, Retriever } from "./retriever.ts";
import { topDocuments } from "./scoring.ts";
import { computeSignals, type Signals } from "./signals.ts";
import { countSpeaking } from "./speaking-companies.ts";
import { askedSearches, tokenStandings } from "./token-standings.ts";

/**
 * Number of cached scores between steps: two for a plan and two for each part of its group. One worker seldom runs more
 * jobs at once.
 */
const REMEMBERED_PLANS = 12;
/**
 * Number of companies, the likeliest by words, that get their vectors while a discovery waits. With no other vectors,
 * nDCG@10 of the development questions is 0.668 by words alone, 0.726 with 100, 0.743 with 200, 0.742 with 300. It is
 * 0.749 where all have one.
 */
export const LIKELIEST = 200;

/**
 * A retriever over an index in this process's memory. It computes the scores of a plan once and caches them. A worker
 * that did not run the earlier steps computes them again (tens of milliseconds for 28,000 companies). With the same
 * vectors, the result is the same.
 * @param growing sentence vectors made beside the index; null for an index with built-in vectors, or none
 */
export function embeddedRetriever(index: DirectoryIndex, growing: GrowingVectors | null): Retriever {
  const remembered = new Map<string, Signals>();
  const withStandings = growing && tokenStandings(growing.source);
  const hasSentences = index.sentences !== null || growing !== null;
  return {
    notes: index.base.notes,
    plan: async (criteria) => planDiscovery(criteria, index, (domain) => index.documentOf(domain) !== undefined),
    async generators(plan) {
      const hasSeeds = plan.seedDomains.some((domain) => index.documentOf(domain) !== undefined);
      const hasVectors = index.sif !== null || hasSentences;
      return GENERATORS.filter((name) =>
        name === "companies like the seeds" ? hasSeeds : name !== "vectors" || hasVectors,
      );
    },
    async prepare(plan) {
      if (growing === null || growing.isComplete) return;
      const searches = signalsIn(plan, null);
      const share = Math.ceil(LIKELIEST / searches.length);
      const likeliest = searches.flatMap(({ relevance, allowed }) => topDocuments(index, relevance, share, allowed));
      await growing.give([...new Set(likeliest)], "waited for");
    },
    async coverage() {
      if (growing !== null) return growing.coverage;
      return index.sentences === null ? null : { withVectors: index.companies, companies: index.companies };
    },
    async makeVectors(count) {
      const missing = growing?.nextMissing(count) ?? [];
      await growing?.give(missing, "idle");
      return missing.length;
    },
    questionVector: async (plan, embed) => (hasSentences ? questionVectorOf(plan, embed) : null),
    generate: async (plan, generator, limit, question) =>
      generateCandidates(index, signalsIn(plan, question), generator, limit),
    async fuse(plan, lists, question) {
      const [whole, ...parts] = signalsIn(plan, question);
      // The parts have the conditions of the whole.
      const speaking = countSpeaking(index, plan, whole.allowed);
      const fusion = fuseCandidates(index, plan, whole, lists, parts, speaking);
      if (withStandings === null || question === null) return fusion;
      const asked = askedSearches(plan, [whole, ...parts]);
      return { ...fusion, candidates: await withStandings(index, asked, fusion.candidates) };
    },
  };

  /** Returns the scores of the whole plan, then those of each part of its group. */
  function signalsIn(plan: DiscoveryPlan, question: QuestionVector): [Signals, ...Signals[]] {
    const [[whole, vector], ...parts] = searchesOf(plan, question);
    return [signalsOf(whole, vector), ...parts.map(([part, own]) => signalsOf(part, own))];
  }

  function signalsOf(plan: DiscoveryPlan, question: QuestionVector): Signals {
    const hash = createHash("sha256").update(JSON.stringify(plan));
    if (question !== null) hash.update(new Uint8Array(question.buffer, question.byteOffset, question.byteLength));
    // The scores of a question change with the number of vectors.
    hash.update(`${growing?.coverage.withVectors ?? 0}`);
    const key = hash.digest("hex");
    const known = remembered.get(key);
    if (known) return known;
    const oldest = remembered.keys().next().value;
    if (remembered.size >= REMEMBERED_PLANS && oldest !== undefined) remembered.delete(oldest);
    const signals = computeSignals(index, plan, question, growing);
    remembered.set(key, signals);
    return signals;
  }
}
