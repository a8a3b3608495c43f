import { ROLE_BITS, type Role } from "#companies/analysis/roles";
import { normalize } from "#providers/embeddings/embeddings-provider";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { allowedDocuments } from "./conditions.ts";
import type { DirectoryIndex } from "./directory-index.ts";
import type { QuestionVector } from "./retriever.ts";
import { bm25, divergentTerms, type QueryTerm, topDocuments } from "./scoring.ts";

/** Weights of the ways in which a company can look right. */
interface SignalWeights {
  lexical: number;
  words: number;
  sentences: number;
  feedback: number;
  seeds: number;
}

/** First results are found by these; what they have in common is the feedback. */
const FIRST_PASS: SignalWeights = { lexical: 1, words: 1, sentences: 2, feedback: 0, seeds: 1 };
/** Without a sentence model words, word vectors and feedback count alike; with one it leads, and words still must count. */
const WITHOUT_MODEL: SignalWeights = { lexical: 1, words: 1, sentences: 0, feedback: 1, seeds: 1 };
const WITH_MODEL: SignalWeights = { lexical: 0.5, words: 0, sentences: 2, feedback: 1, seeds: 1 };

/** Companies taken for feedback: few first, when the best are not yet found, more the second time. */
const FEEDBACK_COMPANIES = [5, 10];
/** Words learned from them. */
const FEEDBACK_TERMS = 20;
/** How much a company gains by having the classes that the best companies have. */
const CLASS_GAIN = 0.3;
const CLASS_COMPANIES = 10;
const SEED_TERMS = 30;
/** What a company without a vector counts for, as a part of the greatest cosine. Chosen on the development questions, where 0 is as good. */
const ORDINARY_COSINE = 0.25;
/**
 * How much a company gains by showing the wanted role. Software and trading are told by few words that others seldom use; nearly
 * everybody "provides" or "produces" something.
 */
const ROLE_GAINS: Record<Role, number> = {
  manufacturer: 0.25,
  distributor: 0.75,
  serviceProvider: 0.25,
  softwareProvider: 1,
};

/** The vectors of a sentence model that some companies of an index have. */
export interface CompanyVectors {
  /** Names the model. */
  model: string;
  /** 0 where no company has one. */
  dimensions: number;
  /** Whether every company of the directory has a vector that can have one. */
  isComplete: boolean;
  /** The direction of the sum of the vectors that these have; null where none has one. */
  meanOf(documents: number[]): QuestionVector;
  /** Cosines of a unit vector with all companies; `NaN` for one without a vector. */
  cosines(unit: Float32Array): Float32Array;
}

/** Every company's scores for a plan. Arrays have one entry a company; a null signal could not be had. */
export interface Signals {
  /** 1 where no condition on place, size or domain rules the company out. */
  allowed: Uint8Array;
  /** BM25 of the plan's terms, divided by the greatest among the allowed; so are the other signals. */
  lexical: Float32Array;
  words: Float32Array | null;
  sentences: Float32Array | null;
  feedback: Float32Array | null;
  seeds: Float32Array | null;
  /** How many of the best companies have a company's classes, 0–1. */
  classes: Float32Array;
  /** What words and sentences were divided by. */
  greatestCosine: { words: number; sentences: number };
  /** All signals together, weighted; above 1 only outside the conditions. */
  relevance: Float32Array;
  /** The greatest relevance of all companies, 1 when none has any. */
  greatest: number;
  /** What full text and feedback together are the scores of. */
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

/** The plan's terms, as far as the directory has them. */
export function queryOf(index: Pick<DirectoryIndex, "termNumber">, plan: Pick<DiscoveryPlan, "terms">): QueryTerm[] {
  return plan.terms.flatMap(({ stem, weight }): QueryTerm[] => {
    const term = index.termNumber(stem);
    return term === undefined ? [] : [[term, weight]];
  });
}

/** Several queries as one, each divided by its greatest score; one that finds nothing adds nothing. */
function joinedTerms(queries: [query: QueryTerm[], greatest: number][]): QueryTerm[] {
  const weights = new Map<number, number>();
  for (const [query, greatest] of queries)
    if (greatest > 0)
      for (const [term, weight] of query) weights.set(term, (weights.get(term) ?? 0) + weight / greatest);
  return [...weights];
}

/** The weighted mean of the signals that there are; what is negative counts as nothing. */
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

/** The greatest score of an allowed company, 0 when none is above it. */
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
  // Others may be above 1: a company elsewhere can fit the topic better than all that are allowed.
  return scores.map((score) => score / greatest);
}

/** Likeness to what is looked for by the sentence model; a company without a vector is like the average one. */
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
 * The texts whose mean vector represents the topic: the topic alone, the topic with the nouns that it seems to
 * describe, and the question itself. So a wrong noun or a topic that was misread does only a part of the harm. None
 * where nothing is looked for.
 */
export function questionTexts({ topic, prompt = "", terms, exclusions }: DiscoveryPlan): string[] {
  if (topic === "") return [];
  const defined = terms.filter((term) => term.source === "definition").map((term) => term.text);
  const texts = defined.length > 0 ? [topic, `${topic}: ${defined.join(", ")}`] : [topic];
  // A sentence model does not see that what is named is not wanted.
  return prompt === "" || prompt === topic || exclusions.length > 0 ? texts : [...texts, prompt];
}

/** Likeness to the example companies: half by their telling words, half by vectors where there are any. */
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

/** What tells the example companies from others. */
export const seedTerms = (index: DirectoryIndex, seeds: number[]): QueryTerm[] =>
  divergentTerms(index, seeds, SEED_TERMS);

/** By the sentence model where every company has its vector: the examples are compared with all of the directory. */
function seedCosines(index: DirectoryIndex, seeds: number[], growing: CompanyVectors | null): Float32Array | null {
  const mean = growing?.isComplete ? growing.meanOf(seeds) : null;
  if (growing && mean)
    return index.withoutGone(growing.cosines(mean).map((cosine) => (Number.isNaN(cosine) ? 0 : cosine)));
  const rows = index.sentences ?? index.sif?.documents;
  return rows ? index.withoutGone(rows.cosines(rows.mean(seeds))) : null;
}

/** The direction of the sum of unit vectors; null for none. */
export function meanOf(vectors: Float32Array[]): QuestionVector {
  const [first, ...others] = vectors;
  if (first === undefined) return null;
  return normalize(first.map((value, i) => value + others.reduce((sum, other) => sum + (other[i] ?? 0), 0)));
}

/** For each company, how many of the given ones have its classes: the mean over its classes, 0–1 (Rocchio's idea on labels). */
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
