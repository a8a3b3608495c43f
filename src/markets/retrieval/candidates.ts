import type {
  Candidate,
  FusedCandidate,
  Fusion,
  IndexGenerator,
  RelevanceScale,
  Standing,
} from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import { topDocuments } from "./scoring.ts";
import type { Signals } from "./signals.ts";
import type { Speaking } from "./speaking-companies.ts";

const BEST = 3;
/**
 * Weight of the whole relative to a company's best part. The whole counts because it has the words that the parts
 * share.
 */
const OF_WHOLE = 0.5;

/** Share of candidates that fail the conditions, relative to those within them. They are kept to answer "why not?". */
export const OUTSIDE_SHARE = 0.1;

/**
 * Returns a generator's candidates: at most `limit` within the conditions, best first, then the closest outside.
 * @param searches the signals of the whole plan and of each part of its group; their lists are interleaved
 */
export function generateCandidates(
  index: DirectoryIndex,
  searches: Signals[],
  generator: IndexGenerator,
  limit: number,
): Candidate[] {
  const lists = searches.flatMap((signals) => {
    const scores = generatorScores(signals, generator);
    return scores ? [listOf(index, signals, scores, limit)] : [];
  });
  const inside = inTurn(lists.map((list) => list.inside)).slice(0, limit);
  const outside = inTurn(lists.map((list) => list.outside)).slice(0, Math.ceil(limit * OUTSIDE_SHARE));
  return [...inside, ...outside].map(({ document, score, isAllowed }, i) => ({
    companyId: index.values.ids[document] ?? 0,
    domain: index.values.domains[document] ?? "",
    generator,
    score,
    rank: i + 1,
    inside: isAllowed,
  }));
}

interface Hit {
  document: number;
  score: number;
  isAllowed: boolean;
}

function listOf(
  index: DirectoryIndex,
  { allowed }: Signals,
  scores: Float32Array,
  limit: number,
): Record<"inside" | "outside", Hit[]> {
  const hits = (documents: number[]): Hit[] =>
    documents.map((document) => ({ document, score: scores[document] ?? 0, isAllowed: allowed[document] === 1 }));
  const others = allowed.map((flag) => 1 - flag);
  return {
    inside: hits(topDocuments(index, scores, limit, allowed)),
    outside: hits(topDocuments(index, scores, Math.ceil(limit * OUTSIDE_SHARE), others)),
  };
}

/**
 * Interleaves lists: the first of each, then the second of each. Each company appears once, with its greatest score.
 */
function inTurn(lists: Hit[][]): Hit[] {
  const [only] = lists;
  if (only === undefined || lists.length === 1) return only ?? [];
  const taken = new Map<number, Hit>();
  for (let at = 0; at < Math.max(...lists.map(({ length }) => length)); at++)
    for (const list of lists) {
      const hit = list[at];
      if (hit === undefined) continue;
      const known = taken.get(hit.document);
      if (known === undefined) taken.set(hit.document, { ...hit });
      else known.score = Math.max(known.score, hit.score);
    }
  return [...taken.values()];
}

/** Full text is the mean of the words and the feedback. Vectors are the mean of word and sentence vectors. */
function generatorScores(signals: Signals, generator: IndexGenerator): Float32Array | null {
  if (generator === "companies like the seeds") return signals.seeds;
  if (generator === "vectors") return mean(signals.words, signals.sentences);
  return mean(signals.lexical, signals.feedback);
}

function mean(a: Float32Array | null, b: Float32Array | null): Float32Array | null {
  if (!a || !b) return a ?? b;
  return a.map((score, document) => (score + (b[document] as number)) / 2);
}

/**
 * Joins the generators' lists into one entry per company, by descending relevance, ties by id. If any part of a group
 * is enough, a company's relevance is half that of the whole and half that of its best part.
 * @param parts the signals of the parts of the plan's group
 * @param speaking number of companies that mention the offer
 */
export function fuseCandidates(
  index: DirectoryIndex,
  plan: DiscoveryPlan,
  signals: Signals,
  lists: Candidate[][],
  parts: Signals[],
  speaking: Speaking,
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
    const whole = standingIn(signals, document);
    const searches = [whole, ...parts.map((part) => standingIn(part, document))];
    fused.set(candidate.companyId, {
      companyId: candidate.companyId,
      domain: candidate.domain,
      ...whole,
      relevance: plan.group?.of === "any" ? ofBestPart(searches) : whole.relevance,
      generators: [candidate.generator],
      inside: candidate.inside,
      ...(parts.length > 0 && { searches }),
    });
  }
  const scaleIn = (one: Signals): RelevanceScale => ({
    ...scaleOf(index, plan, one),
    speaking: speaking.inside,
    speakingAnywhere: speaking.anywhere,
  });
  const whole = scaleIn(signals);
  return {
    candidates: [...fused.values()].sort((a, b) => b.relevance - a.relevance || a.companyId - b.companyId),
    unknown,
    scale: { ...whole, ...(parts.length > 0 && { searches: [whole, ...parts.map(scaleIn)] }) },
  };
}

function ofBestPart([whole, ...parts]: Standing[]): number {
  const own = Math.max(0, ...parts.map(({ relevance }) => relevance));
  return OF_WHOLE * (whole?.relevance ?? 0) + (1 - OF_WHOLE) * own;
}

function standingIn(signals: Signals, document: number): Standing {
  const at = (signal: Float32Array | null) => (signal ? Math.max(0, signal[document] ?? 0) : null);
  return {
    relevance: (signals.relevance[document] ?? 0) / signals.greatest,
    signals: {
      lexical: signals.lexical[document] ?? 0,
      words: at(signals.words),
      sentences: at(signals.sentences),
      feedback: at(signals.feedback),
      seeds: at(signals.seeds),
      classes: signals.classes[document] ?? 0,
      wordCosine: signals.words ? (signals.words[document] ?? 0) * signals.greatestCosine.words : null,
      sentenceCosine: signals.sentences ? (signals.sentences[document] ?? 0) * signals.greatestCosine.sentences : null,
    },
  };
}

function scaleOf(
  index: DirectoryIndex,
  plan: DiscoveryPlan,
  { relevance, greatest, words, sentences }: Signals,
): RelevanceScale {
  // The examples are excluded, because each is most similar to itself.
  const others = new Uint8Array(index.size).fill(1);
  for (const domain of plan.seedDomains) {
    const document = index.documentOf(domain);
    if (document !== undefined) others[document] = 0;
  }
  const best = topDocuments(index, relevance, BEST, others);
  const sumOfBest = best.reduce((sum, document) => sum + (relevance[document] ?? 0), 0);
  const sumOfAll = relevance.reduce((sum, value, document) => sum + value * index.standsFor(document), 0);
  return {
    best: sumOfBest / Math.max(1, best.length) / greatest,
    ordinary: sumOfAll / Math.max(1, index.companies) / greatest,
    vectors: words !== null || sentences !== null,
  };
}
