import { ROLE_BITS, type Role } from "#companies/analysis/roles";
import { normalize } from "#providers/embeddings/embeddings-provider";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { allowedDocuments } from "./conditions.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import type { QuestionVector } from "./retriever.ts";
import { bm25, divergentTerms, type QueryTerm, topDocuments } from "./scoring.ts";

/** Weights of the signals. */
interface SignalWeights {
  lexical: number;
  words: number;
  sentences: number;
  feedback: number;
  seeds: number;
}

/** Weights of the first pass. Feedback is learned from its results. */
const FIRST_PASS: SignalWeights = { lexical: 1, words: 1, sentences: 2, feedback: 0, seeds: 1 };
/**
 * Without a sentence model, words, word vectors and feedback have equal weights. With one, its signal has the greatest
 * weight, and words still count.
 */
const WITHOUT_MODEL: SignalWeights = { lexical: 1, words: 1, sentences: 0, feedback: 1, seeds: 1 };
const WITH_MODEL: SignalWeights = { lexical: 0.5, words: 0, sentences: 2, feedback: 1, seeds: 1 };

/** Number of companies used for feedback in each pass: few at first, because the best are not yet found, then more. */
const FEEDBACK_COMPANIES = [5, 10];
/** Number of words learned from them. */
const FEEDBACK_TERMS = 20;
/** Greatest gain of a company from classes that the best companies share. */
const CLASS_GAIN = 0.3;
const CLASS_COMPANIES = 10;
const SEED_TERMS = 30;
/**
 * Score of a company without a vector, relative to the greatest cosine. Chosen on the development questions, where 0
 * gives an equal result.
 */
const ORDINARY_COSINE = 0.25;
/**
 * Gain of a company that shows the wanted role. Software and trading are stated by few words, which other companies
 * seldom use. Nearly all companies "provide" or "produce" something.
 */
const ROLE_GAINS: Record<Role, number> = {
  manufacturer: 0.25,
  distributor: 0.75,
  serviceProvider: 0.25,
  softwareProvider: 1,
};

/** The vectors of a sentence model for some of an index's companies. */
export interface CompanyVectors {
  /** The name of the model. */
  model: string;
  /** 0 where no company has a vector. */
  dimensions: number;
  /** Whether every company of the directory that can have a vector has one. */
  isComplete: boolean;
  /** Returns the direction of the sum of these companies' vectors; null where none has one. */
  meanOf(documents: number[]): QuestionVector;
  /** Returns the cosines of a unit vector with all companies; `NaN` for a company without a vector. */
  cosines(unit: Float32Array): Float32Array;
}

/**
 * Every company's scores for a plan. Arrays have one entry per company. A signal is null where it could not be
 * computed.
 */
export interface Signals {
  /** 1 where no condition on place, size or domain rules the company out. */
  allowed: Uint8Array;
  /**
   * BM25 of the plan's terms, divided by the greatest score among the allowed companies. The other signals are scaled
   * likewise.
   */
  lexical: Float32Array;
  words: Float32Array | null;
  sentences: Float32Array | null;
  feedback: Float32Array | null;
  seeds: Float32Array | null;
  /** The share of the best companies that have a company's classes, 0–1. */
  classes: Float32Array;
  /** The greatest cosines, by which `words` and `sentences` were divided. */
  greatestCosine: { words: number; sentences: number };
  /** The weighted combination of all signals; above 1 only outside the conditions. */
  relevance: Float32Array;
  /** The greatest relevance of all companies; 1 when it is 0 for all. */
  greatest: number;
  /** The terms whose scores are the sum of full text and feedback. */
  fullText: QueryTerm[];
  /** The words that feedback learned. */
  learned: QueryTerm[];
}

/** Computes all signals for a plan. @throws RangeError for a vector of another length than the index's */
export function computeSignals(
  index: DirectoryIndex,
  plan: DiscoveryPlan,
  question: QuestionVector,
  growing: CompanyVectors | null = null,
): Signals {
  const allowed = allowedDocuments(index, plan);
  const query = queryOf(index, plan);
  const ofWords = bm25(index, query);
  const lexical = scaled(ofWords, allowed) ?? new Float32Array(index.size);
  const wordCosines =
    query.length > 0 && index.sif ? index.withoutGone(index.sif.documents.cosines(index.sif.vectorOf(query))) : null;
  const words = wordCosines && scaled(wordCosines, allowed);
  const sentenceCosines = sentenceScores(index, question, growing);
  const sentences = sentenceCosines && scaled(sentenceCosines, allowed);
  const seeds = seedScores(index, plan.seedDomains, allowed, growing);
  const found = { lexical, words, sentences, feedback: null, seeds };
  let relevance = combined(index, found, FIRST_PASS);
  let feedback: Float32Array | null = null;
  let ofLearned = ofWords;
  let learned: QueryTerm[] = [];
  for (const companies of FEEDBACK_COMPANIES) {
    const best = topDocuments(index, relevance, companies, allowed);
    learned = divergentTerms(index, best, FEEDBACK_TERMS);
    ofLearned = bm25(index, learned);
    feedback = scaled(ofLearned, allowed);
    relevance = combined(index, { ...found, feedback }, sentences ? WITH_MODEL : WITHOUT_MODEL);
  }
  const classes = classShares(index, topDocuments(index, relevance, CLASS_COMPANIES, allowed));
  const bit = plan.role ? ROLE_BITS[plan.role] : 0;
  const gain = plan.role ? ROLE_GAINS[plan.role] : 0;
  for (let document = 0; document < index.size; document++) {
    const role = ((index.values.roles[document] ?? 0) & bit) !== 0 ? 1 + gain : 1;
    const ofClass = 1 + CLASS_GAIN * (classes[document] as number);
    relevance[document] = ((relevance[document] as number) * role * ofClass) / ((1 + gain) * (1 + CLASS_GAIN));
  }
  return {
    allowed,
    lexical,
    words,
    sentences,
    feedback,
    seeds,
    classes,
    greatestCosine: { words: greatestOf(wordCosines, allowed), sentences: greatestOf(sentenceCosines, allowed) },
    relevance,
    greatest: relevance.reduce((a, b) => Math.max(a, b), 0) || 1,
    learned,
    fullText: joinedTerms([
      [query, greatestOf(ofWords, allowed)],
      [learned, greatestOf(ofLearned, allowed)],
    ]),
  };
}

/** Returns the plan's terms that the directory has. */
export function queryOf(index: Pick<DirectoryIndex, "termNumber">, plan: Pick<DiscoveryPlan, "terms">): QueryTerm[] {
  return plan.terms.flatMap(({ stem, weight }): QueryTerm[] => {
    const term = index.termNumber(stem);
    return term === undefined ? [] : [[term, weight]];
  });
}

/** Joins several queries, each divided by its greatest score. A query without results adds nothing. */
function joinedTerms(queries: [query: QueryTerm[], greatest: number][]): QueryTerm[] {
  const weights = new Map<number, number>();
  for (const [query, greatest] of queries)
    if (greatest > 0)
      for (const [term, weight] of query) weights.set(term, (weights.get(term) ?? 0) + weight / greatest);
  return [...weights];
}

/** The weighted mean of the available signals. Negative values count as 0. */
function combined(
  index: DirectoryIndex,
  signals: Record<keyof SignalWeights, Float32Array | null>,
  weights: SignalWeights,
): Float32Array {
  const sum = new Float32Array(index.size);
  let total = 0;
  for (const name of Object.keys(weights) as (keyof SignalWeights)[]) {
    const signal = signals[name];
    const weight = weights[name];
    if (!signal || weight === 0) continue;
    total += weight;
    for (let document = 0; document < sum.length; document++)
      sum[document] = (sum[document] as number) + weight * Math.max(0, signal[document] as number);
  }
  if (total > 0)
    for (let document = 0; document < sum.length; document++) sum[document] = (sum[document] as number) / total;
  return sum;
}

/** Returns the greatest score of an allowed company; 0 when none is positive. */
function greatestOf(scores: Float32Array | null, allowed: Uint8Array): number {
  let greatest = 0;
  if (scores === null) return greatest;
  for (let document = 0; document < scores.length; document++)
    if (allowed[document] && (scores[document] as number) > greatest) greatest = scores[document] as number;
  return greatest;
}

/** Divides by the greatest score of an allowed company; null when none is above 0. */
function scaled(scores: Float32Array, allowed: Uint8Array): Float32Array | null {
  const greatest = greatestOf(scores, allowed);
  if (greatest === 0) return null;
  // Other companies may exceed 1: a company elsewhere can fit the topic better than all allowed ones.
  return scores.map((score) => score / greatest);
}

/** Similarity to the question by the sentence model. A company without a vector gets an ordinary score. */
function sentenceScores(
  index: DirectoryIndex,
  question: QuestionVector,
  growing: CompanyVectors | null,
): Float32Array | null {
  const space = index.sentences;
  if (question === null) return null;
  const known = space ?? (growing?.dimensions ? { name: growing.model, dimensions: growing.dimensions } : null);
  if (known === null) return null;
  if (question.length !== known.dimensions)
    throw new RangeError(
      `${known.name} gives vectors of ${question.length} numbers now; the index was built with ${known.dimensions}: remove its file`,
    );
  if (space) return index.withoutGone(space.cosines(question));
  const scores = growing?.cosines(question) ?? new Float32Array(index.size).fill(Number.NaN);
  let greatest = 0;
  for (const score of scores) if (score > greatest) greatest = score;
  const ordinary = ORDINARY_COSINE * greatest;
  return index.withoutGone(scores.map((score) => (Number.isNaN(score) ? ordinary : score)));
}

/**
 * Returns the texts whose mean vector represents the topic. They are the topic alone, the topic with the nouns that it
 * seems to describe, and the question itself. The mean limits the harm of a wrong noun or a misread topic. Empty where
 * there is no topic.
 */
export function questionTexts({ topic, prompt = "", terms, exclusions }: DiscoveryPlan): string[] {
  if (topic === "") return [];
  const defined = terms.filter((term) => term.source === "definition").map((term) => term.text);
  const texts = defined.length > 0 ? [topic, `${topic}: ${defined.join(", ")}`] : [topic];
  // A sentence model does not recognise that an excluded thing is unwanted.
  return prompt === "" || prompt === topic || exclusions.length > 0 ? texts : [...texts, prompt];
}

/** Similarity to the example companies: half by their distinctive words, half by vectors where they exist. */
function seedScores(
  index: DirectoryIndex,
  seedDomains: string[],
  allowed: Uint8Array,
  growing: CompanyVectors | null,
): Float32Array | null {
  const seeds = seedDomains.flatMap((domain) => index.documentOf(domain) ?? []);
  if (seeds.length === 0) return null;
  const profile = scaled(bm25(index, seedTerms(index, seeds)), allowed);
  const likeness = seedCosines(index, seeds, growing);
  const vectors = likeness && scaled(likeness, allowed);
  if (!profile || !vectors) return profile ?? vectors;
  return profile.map((score, document) => (score + Math.max(0, vectors[document] as number)) / 2);
}

/** Returns the words that distinguish the example companies from others. */
export const seedTerms = (index: DirectoryIndex, seeds: number[]): QueryTerm[] =>
  divergentTerms(index, seeds, SEED_TERMS);

/** Compares the examples with all companies. It uses the sentence model only where every company has its vector. */
function seedCosines(index: DirectoryIndex, seeds: number[], growing: CompanyVectors | null): Float32Array | null {
  const mean = growing?.isComplete ? growing.meanOf(seeds) : null;
  if (growing && mean)
    return index.withoutGone(growing.cosines(mean).map((cosine) => (Number.isNaN(cosine) ? 0 : cosine)));
  const rows = index.sentences ?? index.sif?.documents;
  return rows ? index.withoutGone(rows.cosines(rows.mean(seeds))) : null;
}

/** The direction of the sum of unit vectors; null for an empty list. */
export function meanOf(vectors: Float32Array[]): QuestionVector {
  const [first, ...others] = vectors;
  if (first === undefined) return null;
  return normalize(first.map((value, i) => value + others.reduce((sum, other) => sum + (other[i] ?? 0), 0)));
}

/**
 * For each company, the mean over its classes of the share of the given companies that have the class, 0–1 (Rocchio's
 * idea applied to labels).
 */
function classShares(index: DirectoryIndex, documents: number[]): Float32Array {
  const shares = new Map<number, number>();
  for (const document of documents)
    for (const label of index.labelsOf(document)) shares.set(label, (shares.get(label) ?? 0) + 1 / documents.length);
  const mean = new Float32Array(index.size);
  for (const { parts, first, size } of index.blocks) {
    const { offsets, columns } = parts.documentLabels;
    for (let row = 0; row < size; row++) {
      const from = offsets[row] ?? 0;
      const to = offsets[row + 1] ?? 0;
      let sum = 0;
      for (let at = from; at < to; at++) sum += shares.get(columns[at] as number) ?? 0;
      mean[first + row] = to > from ? sum / (to - from) : 0;
    }
  }
  return index.withoutGone(mean);
}
