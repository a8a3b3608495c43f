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

/**
 * Number of candidates compared, the most relevant first. The comparison takes a second of one core, and few correct
 * candidates rank lower.
 */
const COMPARED = 150;
/**
 * Number of the directory's likeliest companies whose similarity is the scale of a question. Conditions do not apply to
 * them. The candidates themselves cannot be the scale: a market of twenty correct companies has no wrong ones for
 * comparison.
 */
const REFERENCE = 50;
/**
 * Number of questions whose comparisons are cached. Later steps repeat a question, and so does the search for the
 * smallest change of criteria.
 */
const REMEMBERED_QUESTIONS = 8;
/**
 * Added to the deviation. Where the likeliest companies are very similar, a small difference must not become a large
 * one.
 */
const LEAST_DEVIATION = 0.02;

/** The topic of one search: the whole plan's, or that of a part of its group. */
export interface AskedSearch extends Pick<DiscoveryPlan, "topic" | "offers"> {
  /** One entry for each company of the index. */
  relevance: Float32Array;
}

/** Returns the topic of each search with its relevance. @param signals of the whole plan, then of its parts */
export function askedSearches(plan: DiscoveryPlan, [whole, ...parts]: [Signals, ...Signals[]]): AskedSearch[] {
  return [plan, ...plansOfParts(plan)].map(({ topic, offers }, i) => ({
    topic,
    offers,
    relevance: (i === 0 ? whole : (parts[i - 1] ?? whole)).relevance,
  }));
}

/** Six numbers for each search, by company id. */
type Likenesses = Map<number, Float32Array>;

/** Compares the topics of searches with companies token by token, if the sentence model supports it. */
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
   * Returns the candidates with their token standing in each search. Only the compared candidates have one: the most
   * relevant within the conditions. None has one where there is no topic, or where the model fails.
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
      // Judging then works as with a model that cannot compare.
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

/** Returns the last word of each offer: the head noun as the question writes it. */
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
