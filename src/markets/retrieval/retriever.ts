import type { SearchCriteria } from "../criteria/search-criteria.ts";
import type { Candidate, Fusion, IndexGenerator } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";

/**
 * The direction of a plan's topic in the space of the retriever's sentence vectors, followed by those of the parts of
 * its group. Null where there is none.
 */
export type QuestionVector = Float32Array | null;

/** The number of companies that have a sentence vector. */
export interface VectorCoverage {
  withVectors: number;
  companies: number;
}

/**
 * Retrieval over one state of one directory, and the only access that other modules have to it. It hides how companies
 * are stored and scored. It shares only the values below, all plain JSON except the question's vector. A retriever can
 * therefore be a client of an engine on another machine. After `plan`, any retriever of the same state can run each
 * step, in any order and with the same result.
 *
 * A method rejects with its engine's error where that fails. It rejects with a RangeError for a vector of another
 * length than its own.
 */
export interface Retriever {
  /** Parts of the search that could not be prepared, with the reason. Shown to people. */
  readonly notes: readonly string[];

  /** Turns criteria into a plan for this directory: terms weighted by its words, conditions, notes. */
  plan(criteria: SearchCriteria): Promise<DiscoveryPlan>;

  /** Returns the generators that have input for a plan. */
  generators(plan: DiscoveryPlan): Promise<IndexGenerator[]>;

  /** Returns the number of companies that have sentence vectors so far; null where there is no sentence model. */
  coverage(): Promise<VectorCoverage | null>;

  /**
   * Makes vectors for the companies that are likeliest by words, while a discovery waits a second or two. Does nothing
   * where all have vectors, or where there is no sentence model.
   */
  prepare(plan: DiscoveryPlan): Promise<void>;

  /**
   * Makes vectors for at most `count` further companies, newest first. Resolves with the number tried, 0 when none is
   * left.
   */
  makeVectors(count: number): Promise<number>;

  /**
   * Returns the plan's topic as a vector of the sentence model that made the companies' vectors. Null, without any
   * embedding, where they have none. Without this vector, scoring uses words, word vectors and feedback.
   * @param embed returns a unit vector for each text; called once at most
   */
  questionVector(plan: DiscoveryPlan, embed: (texts: string[]) => Promise<Float32Array[]>): Promise<QuestionVector>;

  /**
   * Returns a generator's candidates: at most `limit` companies within the plan's conditions, best first, then a few
   * that fail only those. Empty for a generator without input.
   */
  generate(
    plan: DiscoveryPlan,
    generator: IndexGenerator,
    limit: number,
    question: QuestionVector,
  ): Promise<Candidate[]>;

  /** Joins lists of candidates from any source into one entry per company, best first. */
  fuse(plan: DiscoveryPlan, lists: Candidate[][], question: QuestionVector): Promise<Fusion>;
}
