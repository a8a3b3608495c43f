import type { SparseMatrix } from "#foundation/language/matrix";
import { type Factors, factorize } from "./nmf.ts";
import type { Vocabulary, VocabularyPhrase } from "./phrases/vocabulary.ts";
import { round } from "./round.ts";

/** Minimum of companies: with fewer, a topic would be a single company. */
export const MIN_TOPIC_COMPANIES = 6;
const [MIN_TOPICS, MAX_TOPICS] = [2, 12];
const TERMS = 10;
/** Share of the market's companies from which a phrase describes the market and divides nothing. */
const COMMON = 2 / 3;
/** Share of a topic's strongest term below which a term does not describe the topic. */
const MIN_TERM = 0.1;

/** The topics of a market's texts. */
export interface TopicModel {
  /** Positions in `records` of the companies that share words with others. */
  rows: number[];
  /** For each of `rows`, the share of its text that each topic makes up, 0–1. */
  shares: number[][];
  /** The terms of each topic, strongest first. */
  terms: TopicTerm[][];
}

/** A term of a topic. */
export interface TopicTerm {
  term: string;
  /** 0–1, relative to the topic's strongest term. */
  weight: number;
  /** 0–1: the share of all topics' weights of the term that is this topic's. */
  exclusivity: number;
  /** Positions in `records` of the companies that use it. */
  users: number[];
}

/**
 * Returns a topic's name: its two strongest terms that are also weak in the other topics. The measure is a product form
 * of the relevance of Sievert and Shirley ("LDAvis", 2014).
 */
export const labelOf = (terms: readonly TopicTerm[]): string =>
  [...terms]
    .sort((a, b) => b.weight * b.exclusivity - a.weight * a.exclusivity)
    .slice(0, 2)
    .map(({ term }) => term)
    .join(", ");

/**
 * Finds topics by non-negative matrix factorization of the companies' weighted phrases. Their number is Mardia, Kent
 * and Bibby's rule of thumb for groups of n objects, √(n/2) ("Multivariate analysis", 1979, p. 365), between 2 and 12.
 * Returns no topics where too few companies share words.
 */
export async function modelTopics(vocabulary: Vocabulary, signal: AbortSignal): Promise<TopicModel> {
  const { matrix, rows } = weightedPhrases(vocabulary);
  if (rows.length < MIN_TOPIC_COMPANIES) return { rows, shares: rows.map(() => []), terms: [] };
  const rank = Math.min(MAX_TOPICS, Math.max(MIN_TOPICS, Math.round(Math.sqrt(rows.length / 2))));
  const factors = await factorize(matrix, rank, signal);
  const terms = Array.from({ length: rank }, (_, k) => describe(vocabulary.phrases, factors, k));
  return { rows, shares: topicShares(factors), terms };
}

/**
 * Returns a matrix of companies by phrases. Rare phrases of the market count more (ln n/df). Words that the whole
 * directory uses count less (ln N/DF, divided by ln N to be 0–1). Those of two thirds of the market do not count:
 * "software" divides no market of software. Rows have length 1, so that long descriptions count like short ones.
 */
function weightedPhrases({ records, directorySize, phrases }: Vocabulary) {
  const entries: { column: number; value: number }[][] = records.map(() => []);
  for (const [column, { users, inDirectory }] of phrases.entries()) {
    const inMarket = Math.log(records.length / users.length);
    const specific = Math.log(directorySize / inDirectory) / Math.log(Math.max(2, directorySize));
    const value = users.length >= COMMON * records.length ? 0 : inMarket * specific;
    if (value > 0) for (const user of users) entries[user]?.push({ column, value });
  }
  const rows = records.map((_, i) => i).filter((i) => (entries[i]?.length ?? 0) > 0);
  const offsets = new Uint32Array(rows.length + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (const [row, record] of rows.entries()) {
    const ofRow = entries[record] ?? [];
    const length = Math.sqrt(ofRow.reduce((sum, { value }) => sum + value * value, 0));
    for (const { column, value } of ofRow) {
      indices.push(column);
      values.push(value / length);
    }
    offsets[row + 1] = indices.length;
  }
  const matrix: SparseMatrix = {
    rows: rows.length,
    columns: phrases.length,
    offsets,
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
  };
  return { matrix, rows };
}

/** Returns for each company the share of its reconstructed text that each topic makes up, 0–1. */
function topicShares({ documents, terms, rank }: Factors): number[][] {
  const masses = new Float64Array(rank);
  for (const [i, weight] of terms.entries()) masses[i % rank] = (masses[i % rank] as number) + weight;
  return Array.from({ length: documents.length / rank }, (_, row) => {
    const parts = Array.from(masses, (mass, k) => (documents[row * rank + k] as number) * mass);
    const all = parts.reduce((sum, part) => sum + part, 0);
    return parts.map((part) => (all > 0 ? part / all : 0));
  });
}

/** Returns the strongest terms, without those that only repeat a stronger one ("turbines" beside "wind turbines"). */
function describe(phrases: readonly VocabularyPhrase[], { terms, rank }: Factors, topic: number): TopicTerm[] {
  const weightIn = (j: number, k: number) => terms[j * rank + k] ?? 0;
  const strongest = Math.max(...phrases.map((_, j) => weightIn(j, topic)));
  const ranked = phrases
    .map(({ key, text, users }, j) => {
      const all = Array.from({ length: rank }, (_, k) => weightIn(j, k)).reduce((sum, weight) => sum + weight, 0);
      const weight = weightIn(j, topic);
      return { key, text, users, weight: weight / strongest, exclusivity: all > 0 ? weight / all : 0 };
    })
    .filter(({ weight }) => weight >= MIN_TERM)
    // Of equally strong ones, the longer is more specific.
    .sort((a, b) => b.weight - a.weight || b.key.length - a.key.length || (a.key < b.key ? -1 : 1));
  const kept: typeof ranked = [];
  for (const term of ranked) {
    if (kept.length === TERMS) break;
    if (!kept.some(({ key }) => ` ${key} `.includes(` ${term.key} `) || ` ${term.key} `.includes(` ${key} `)))
      kept.push(term);
  }
  return kept.map(({ text, weight, ...term }) => ({ ...term, term: text, weight: round(weight, 4) }));
}
