import { embeddingText } from "#companies/analysis/embedding-text";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { LIKENESS_LENGTH, type TokenQuestion } from "#providers/embeddings/token-comparison";
import type { FusedCandidate, Standing, TokenStanding } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { plansOfParts } from "../plan/plan-parts.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import type { SentenceSource } from "./growing-vectors.ts";
import { topDocuments } from "./scoring.ts";
import type { Signals } from "./signals.ts";

/** Candidates that are compared, the most relevant: a second of a core, and few right ones are beyond. */
const COMPARED = 150;
/**
 * The directory's likeliest companies anywhere, whose likeness is the scale of a question. It must not be the candidates themselves: a
 * market of twenty right companies has no wrong ones to stand out from.
 */
const REFERENCE = 50;
/** Questions whose comparisons are remembered: steps ask again, and so does who looks for the smallest change of criteria. */
const REMEMBERED_QUESTIONS = 8;
/** Where the likeliest companies are all alike, a small difference must not look like a great one. */
const LEAST_DEVIATION = 0.02;

/** What is looked for in one search: the plan's whole or a part of its group. */
export interface AskedSearch extends Pick<DiscoveryPlan, "topic" | "offers"> {
  /** Of every company of the index. */
  relevance: Float32Array;
}

/** What is looked for in each search, with what that comes to. @param signals of the plan's whole, then of its parts */
export function askedSearches(plan: DiscoveryPlan, [whole, ...parts]: [Signals, ...Signals[]]): AskedSearch[] {
  return [plan, ...plansOfParts(plan)].map(({ topic, offers }, i) => ({
    topic,
    offers,
    relevance: (i === 0 ? whole : (parts[i - 1] ?? whole)).relevance,
  }));
}

/** Of each company by its id, six numbers for each search. */
type Likenesses = Map<number, Float32Array>;

/** Compares what searches look for with companies token by token, as far as the sentence model can do that. */
export function tokenStandings({ compare, companies }: SentenceSource) {
  const remembered = new Map<string, Likenesses>();

  const likenessesOf = (key: string): Likenesses => {
    const known = remembered.get(key) ?? new Map<number, Float32Array>();
    const oldest = remembered.keys().next().value;
    if (!remembered.has(key) && remembered.size >= REMEMBERED_QUESTIONS && oldest !== undefined)
      remembered.delete(oldest);
    remembered.set(key, known);
    return known;
  };

  /**
   * The candidates with their standing in each search. As many of the most relevant within the conditions have one as
   * are compared; none where there is nothing to compare, or the model fails.
   * @param searches the whole plan's first, then those of its parts
   */
  return async (
    index: DirectoryIndex,
    searches: AskedSearch[],
    candidates: FusedCandidate[],
  ): Promise<FusedCandidate[]> => {
    const questions = searches.map(({ topic, offers }): TokenQuestion => ({ text: topic, heads: headsOf(offers) }));
    if (compare === null || questions.some(({ text }) => text === "")) return candidates;
    const compared = candidates
      .filter(({ inside }) => inside)
      .slice(0, COMPARED)
      .map(({ companyId }) => companyId);
    const everyone = new Uint8Array(index.size).fill(1);
    const { ids } = index.values;
    const references = searches.map(({ relevance }) =>
      topDocuments(index, relevance, REFERENCE, everyone).map((document) => ids[document] as number),
    );
    const known = likenessesOf(JSON.stringify(questions));
    const missing = new Set([...references.flat(), ...compared].filter((id) => !known.has(id)));
    try {
      const records = missing.size > 0 ? await companies([...missing]) : [];
      const likenesses = await compare(questions, records.map(embeddingText));
      for (const [i, { id }] of records.entries())
        known.set(id, likenesses[i] ?? new Float32Array(LIKENESS_LENGTH * questions.length));
    } catch (error) {
      // Judging does without, as where the model cannot compare.
      if (error instanceof EmbeddingsError) return candidates;
      throw error;
    }
    const scales = references.map((reference, search) =>
      scaleOf(reference.flatMap((id) => likenessIn(search, known.get(id)) ?? [])),
    );
    if (references.some(({ length }) => length === 0)) return candidates;
    const isCompared = new Set(compared);
    return candidates.map((candidate) => {
      const likeness = isCompared.has(candidate.companyId) ? known.get(candidate.companyId) : undefined;
      if (likeness === undefined) return candidate;
      const standings = scales.map((scale, search) => standingOf(likenessIn(search, likeness), scale));
      const within = <T extends Standing>(one: T, search: number): T => ({
        ...one,
        signals: { ...one.signals, tokens: standings[search] ?? null },
      });
      return { ...within(candidate, 0), ...(candidate.searches && { searches: candidate.searches.map(within) }) };
    });
  };
}

function likenessIn(search: number, likeness: Float32Array): Float32Array;
function likenessIn(search: number, likeness: Float32Array | undefined): Float32Array | undefined;
function likenessIn(search: number, likeness: Float32Array | undefined): Float32Array | undefined {
  return likeness?.subarray(search * LIKENESS_LENGTH, (search + 1) * LIKENESS_LENGTH);
}

/** The last words of what is offered: a phrase's head noun as the question writes it. */
const headsOf = (offers: DiscoveryPlan["offers"]): string[] =>
  offers.flatMap(({ phrase }) => phrase.split(/\s+/).filter(Boolean).slice(-1));

interface Scale {
  mean: number;
  deviation: number;
}

function scaleOf(likenesses: Float32Array[]): Scale[] {
  return Array.from({ length: LIKENESS_LENGTH }, (_, i) => {
    const values = likenesses.map((likeness) => likeness[i] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length)) + LEAST_DEVIATION };
  });
}

function standingOf(likeness: Float32Array, scale: Scale[]): TokenStanding {
  const at = (i: number) => ((likeness[i] ?? 0) - (scale[i]?.mean ?? 0)) / (scale[i]?.deviation ?? 1);
  return { mean: at(0), least: at(1), head: at(2), earlyMean: at(3), earlyLeast: at(4), earlyHead: at(5) };
}
