import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { Candidate, Fusion, IndexGenerator } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";

/**
 * The direction of what a plan looks for, in the space of the retriever's sentence vectors. Those of the parts of its
 * group follow. Null: there is none to be had.
 */
export type QuestionVector = Float32Array | null;

/** How many companies can be compared by the sentence model. */
export interface VectorCoverage {
  withVectors: number;
  companies: number;
}

/**
 * Retrieval over one state of one directory, the whole of what others know of it. How companies are stored and scored
 * is hidden. Only the values below are shared, all plain JSON except the question's vector. So a retriever may be a
 * client of an engine on another machine. Each step may be asked of any retriever of the same state, in any order after
 * `plan`, and gives the same there.
 *
 * A method rejects with an error of its engine where that fails, and with a RangeError for a vector of another length than its own.
 */
export interface Retriever {
  /** What could not be prepared for the search and why, for people. */
  readonly notes: readonly string[];

  /** Turns criteria into what is looked for here: terms weighted by this directory's words, conditions, notes. */
  plan(criteria: SearchCriteria): Promise<DiscoveryPlan>;

  /** The ways of finding candidates that have anything to go by for a plan, to be asked one by one. */
  generators(plan: DiscoveryPlan): Promise<IndexGenerator[]>;

  /** How many companies the sentence model has vectors of so far; null where there is no such model. */
  coverage(): Promise<VectorCoverage | null>;

  /**
   * Gives the companies that are likeliest by words their vectors, while a discovery waits: a second or two. Nothing where all have
   * them, or where there is no sentence model.
   */
  prepare(plan: DiscoveryPlan): Promise<void>;

  /** Gives at most `count` further companies their vectors, the newest first; resolves with how many were tried, 0 when none is left. */
  makeVectors(count: number): Promise<number>;

  /**
   * The plan's topic as a vector of the sentence model that made the companies' vectors. Null, without any embedding,
   * where they have none. Without the vector the recipe of words, word vectors and feedback is used.
   * @param embed gives a unit vector for each text; may be called once, or not at all
   */
  questionVector(plan: DiscoveryPlan, embed: (texts: string[]) => Promise<Float32Array[]>): Promise<QuestionVector>;

  /**
   * What one generator finds: at most `limit` companies that satisfy the plan's conditions, best first, then a few that only fail those.
   * Empty for a generator that has nothing to go by.
   */
  generate(
    plan: DiscoveryPlan,
    generator: IndexGenerator,
    limit: number,
    question: QuestionVector,
  ): Promise<Candidate[]>;

  /** Joins lists of candidates, whoever found them, to one entry a company with its place among all, best first. */
  fuse(plan: DiscoveryPlan, lists: Candidate[][], question: QuestionVector): Promise<Fusion>;
}
