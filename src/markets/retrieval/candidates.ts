import type { Candidate, FusedCandidate, Fusion, IndexGenerator, RelevanceScale } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import { topDocuments } from "./scoring.ts";
import type { Signals } from "./signals.ts";

const BEST = 3;

/** For ten candidates within the conditions one is kept that fails them, so that "why not?" has an answer. */
const OUTSIDE_SHARE = 0.1;

/** A generator's best candidates: at most `limit` within the conditions, best first, then the closest outside. */
export function generateCandidates(
  index: DirectoryIndex,
  signals: Signals,
  generator: IndexGenerator,
  limit: number,
): Candidate[] {
  const scores = generatorScores(signals, generator);
  if (!scores) return [];
  const inside = topDocuments(scores, limit, signals.allowed);
  const others = signals.allowed.map((flag) => 1 - flag);
  const outside = topDocuments(scores, Math.ceil(limit * OUTSIDE_SHARE), others);
  return [...inside, ...outside].map((document, i) => ({
    companyId: index.parts.ids[document] ?? 0,
    domain: index.parts.domains[document] ?? "",
    generator,
    score: scores[document] ?? 0,
    rank: i + 1,
    inside: signals.allowed[document] === 1,
  }));
}

/** Full text is the words and what feedback adds to them; each of the others is its own signal. */
function generatorScores(signals: Signals, generator: IndexGenerator): Float32Array | null {
  if (generator === "companies like the seeds") return signals.seeds;
  if (generator === "vectors") return mean(signals.words, signals.sentences);
  return mean(signals.lexical, signals.feedback);
}

function mean(a: Float32Array | null, b: Float32Array | null): Float32Array | null {
  if (!a || !b) return a ?? b;
  return a.map((score, document) => (score + (b[document] as number)) / 2);
}

/** Joins the generators' lists: one entry a company, by falling relevance, ties by id. */
export function fuseCandidates(
  index: DirectoryIndex,
  plan: DiscoveryPlan,
  signals: Signals,
  lists: Candidate[][],
): Fusion {
  const fused = new Map<number, FusedCandidate>();
  const unknown: Candidate[] = [];
  for (const candidate of lists.flat()) {
    const known = fused.get(candidate.companyId);
    if (known) {
      if (!known.generators.includes(candidate.generator)) known.generators.push(candidate.generator);
      continue;
    }
    const document = index.documentOf(candidate.domain);
    if (document === undefined) {
      unknown.push(candidate);
      continue;
    }
    const at = (signal: Float32Array | null) => (signal ? Math.max(0, signal[document] ?? 0) : null);
    fused.set(candidate.companyId, {
      companyId: candidate.companyId,
      domain: candidate.domain,
      relevance: (signals.relevance[document] ?? 0) / signals.greatest,
      signals: {
        lexical: signals.lexical[document] ?? 0,
        words: at(signals.words),
        sentences: at(signals.sentences),
        feedback: at(signals.feedback),
        seeds: at(signals.seeds),
        classes: signals.classes[document] ?? 0,
        wordCosine: signals.words ? (signals.words[document] ?? 0) * signals.greatestCosine.words : null,
        sentenceCosine: signals.sentences
          ? (signals.sentences[document] ?? 0) * signals.greatestCosine.sentences
          : null,
      },
      generators: [candidate.generator],
      inside: candidate.inside,
    });
  }
  return {
    candidates: [...fused.values()].sort((a, b) => b.relevance - a.relevance || a.companyId - b.companyId),
    unknown,
    scale: scaleOf(index, plan, signals),
  };
}

function scaleOf(
  index: DirectoryIndex,
  plan: DiscoveryPlan,
  { relevance, greatest, words, sentences }: Signals,
): RelevanceScale {
  // The examples are like themselves beyond comparison.
  const others = new Uint8Array(index.size).fill(1);
  for (const domain of plan.seedDomains) {
    const document = index.documentOf(domain);
    if (document !== undefined) others[document] = 0;
  }
  const best = topDocuments(relevance, BEST, others);
  const sumOfBest = best.reduce((sum, document) => sum + (relevance[document] ?? 0), 0);
  const sumOfAll = relevance.reduce((sum, value) => sum + value, 0);
  return {
    best: sumOfBest / Math.max(1, best.length) / greatest,
    ordinary: sumOfAll / Math.max(1, relevance.length) / greatest,
    vectors: words !== null || sentences !== null,
  };
}
