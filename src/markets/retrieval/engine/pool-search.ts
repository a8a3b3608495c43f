import type { DiscoveryPlan } from "../../plan/plan.ts";
import type { DirectoryIndex } from "../directory-index.ts";
import type { SearchedPlan } from "../question-vectors.ts";
import type { QueryTerm } from "../scoring.ts";
import { type CompanyVectors, computeSignals, queryOf, type Signals, seedTerms } from "../signals.ts";
import {
  type Asked,
  type CompanyEngine,
  cosines,
  documents,
  type FoundId,
  nearest,
  top,
  type WeightedStems,
} from "./company-engine.ts";
import { conditionFilter, outside, type Query } from "./condition-filter.ts";
import { poolIndex, type StoredCompany } from "./pool.ts";
import type { StoredLexicon } from "./stored-lexicon.ts";

/**
 * Number of companies per list that decide the scales of the signals. Feedback and classes use the best ten, and
 * companies further down outrank few others.
 */
const DEPTH = 200;
/** The same outside the conditions. There, the scales of relevance and of token comparison use the best fifty. */
const DEPTH_OUTSIDE = 60;
/** Number of ids per search, which is the engine's maximum number of hits. */
const MOST_IDS = 10_000;

/** The input of a search. */
export interface PoolFacts {
  engine: CompanyEngine;
  lexicon: StoredLexicon;
  /** Companies that represent the ordinary companies of the directory. */
  sample: readonly StoredCompany[];
  /** The whole plan and the parts of its group, with their vectors. */
  searches: readonly SearchedPlan[];
  /** The example companies that the engine has. */
  seeds: readonly StoredCompany[];
  /** Their mean direction by the sentence model; null where there is no comparison. */
  seedVector: Float32Array | null;
  /** The sentence model that questions are compared by; null where there is none. */
  model: { name: string; isComplete: boolean } | null;
}

/** Some companies of the directory, with their signals in every search. */
export interface Pool {
  index: DirectoryIndex;
  signals: [Signals, ...Signals[]];
}

/**
 * One question to an external engine. It requests the best companies by each signal and scores all of them here, as an
 * index in memory scores the whole directory. The same question to the same state has the same result.
 */
export class PoolSearch {
  readonly filter: Query;
  private readonly companies = new Map<number, StoredCompany>();
  private readonly likeness = new Map<Float32Array, Map<number, number>>();
  private readonly members = new Set<number>();
  private readonly profile: WeightedStems;
  private readonly seedWords: Float32Array | null;
  private gathering: Promise<void> | undefined;

  constructor(private readonly facts: PoolFacts) {
    const { lexicon, sample, seeds, searches, seedVector } = facts;
    this.filter = conditionFilter(this.plan);
    for (const company of [...sample, ...seeds]) this.companies.set(company.id, company);
    for (const { id } of seeds) this.members.add(id);
    for (const [, vector] of searches) if (vector !== null) this.likeness.set(vector, new Map());
    if (seedVector !== null) this.likeness.set(seedVector, new Map());
    const ofSeeds = poolIndex(lexicon, seeds, new Set());
    const all = seeds.map((_, document) => document);
    this.profile = seeds.length === 0 ? [] : stemsOf(ofSeeds, seedTerms(ofSeeds, all));
    this.seedWords = seeds.length === 0 ? null : (ofSeeds.sif?.documents.mean(all) ?? null);
  }

  private get plan(): DiscoveryPlan {
    const [[plan] = []] = this.facts.searches;
    if (plan === undefined) throw new Error("a question has a plan");
    return plan;
  }

  /**
   * Returns at least the companies that decide the scales of the signals. @param ids further companies to score, if the
   * engine has them
   */
  async pool(ids: readonly number[]): Promise<Pool> {
    this.gathering ??= this.gather();
    await this.gathering;
    await this.read(ids);
    return this.scored([...this.members, ...ids]);
  }

  /** Returns the ids of the best companies by words and by feedback, within the conditions and outside. */
  async fullText({ index, signals }: Pool, limit: number, limitOutside: number): Promise<number[]> {
    return this.ids(signals.flatMap(({ fullText }) => this.both(stemsOf(index, fullText), limit, limitOutside)));
  }

  /** Returns the ids of the nearest companies. */
  async nearest(limit: number, limitOutside: number): Promise<number[]> {
    return this.ids(
      this.facts.searches.flatMap(([plan, vector]) => this.bothNearest(plan, vector, limit, limitOutside)),
    );
  }

  /** Returns the ids of the companies that are most similar to the examples. */
  async likeSeeds(limit: number, limitOutside: number): Promise<number[]> {
    return this.ids(this.bothLikeSeeds(limit, limitOutside));
  }

  /**
   * Collects first the companies that words, vectors and examples find, then those that feedback on the best of them
   * finds.
   */
  private async gather(): Promise<void> {
    const { searches, lexicon } = this.facts;
    const first = await this.ids([
      ...searches.flatMap(([plan, vector]) => [
        ...this.both(stemsOf({ terms: lexicon.terms }, queryOf(lexicon, plan)), DEPTH, DEPTH_OUTSIDE),
        ...this.bothNearest(plan, vector, DEPTH, DEPTH_OUTSIDE),
      ]),
      ...this.bothLikeSeeds(DEPTH, DEPTH_OUTSIDE),
    ]);
    await this.join(first);
    const { index, signals } = this.scored([...this.members]);
    const learned = signals.flatMap((one) => this.both(stemsOf(index, one.learned), DEPTH, DEPTH_OUTSIDE));
    await this.join(await this.ids(learned));
  }

  private async join(ids: readonly number[]): Promise<void> {
    await this.read(ids);
    for (const id of ids) if (this.companies.has(id)) this.members.add(id);
  }

  /** Reads the stored documents of companies and their cosines with the question. */
  private async read(ids: readonly number[]): Promise<void> {
    const { engine, sample } = this.facts;
    const isFirst = this.members.size <= this.facts.seeds.length;
    const missing = [...new Set(ids)].filter((id) => !this.companies.has(id));
    // The sample's documents are known, but not their cosines with this question.
    const compared = isFirst ? [...missing, ...[...sample, ...this.facts.seeds].map(({ id }) => id)] : missing;
    for (let from = 0; from < compared.length; from += MOST_IDS) {
      const some = compared.slice(from, from + MOST_IDS);
      const unknown = some.filter((id) => !this.companies.has(id));
      const [found, ...near] = await engine.ask([
        documents(unknown),
        ...[...this.likeness.keys()].map((unit) => cosines("sentences", unit, some)),
      ]);
      for (const company of found as StoredCompany[]) this.companies.set(company.id, company);
      for (const [i, known] of [...this.likeness.values()].entries())
        for (const [id, cosine] of near[i] as Map<number, number>) known.set(id, cosine);
    }
  }

  private scored(ids: readonly number[]): Pool {
    const { lexicon, sample, searches, model } = this.facts;
    const members = new Set(ids);
    const sampled = new Set(sample.map(({ id }) => id).filter((id) => !members.has(id)));
    const companies = [...members, ...sampled].sort((a, b) => a - b).flatMap((id) => this.companies.get(id) ?? []);
    const index = poolIndex(lexicon, companies, sampled);
    const vectors = model && this.vectorsOf(companies, model);
    const [whole, ...parts] = searches.map(([plan, vector]) => computeSignals(index, plan, vector, vectors));
    if (whole === undefined) throw new Error("a question has a plan");
    return { index, signals: [whole, ...parts] };
  }

  /** Returns the cosines that the engine computed for these companies. */
  private vectorsOf(
    companies: StoredCompany[],
    { name, isComplete }: { name: string; isComplete: boolean },
  ): CompanyVectors {
    const { searches, seedVector } = this.facts;
    const [known] = searches.flatMap(([, vector]) => vector ?? []);
    return {
      model: name,
      dimensions: (seedVector ?? known)?.length ?? 0,
      isComplete: isComplete && seedVector !== null,
      // Only the mean of the examples is requested.
      meanOf: () => seedVector,
      cosines: (unit) => {
        const known = this.likeness.get(unit);
        return Float32Array.from(companies, ({ id }) => known?.get(id) ?? Number.NaN);
      },
    };
  }

  private both(stems: WeightedStems, limit: number, limitOutside: number): Asked<FoundId[]>[] {
    if (stems.length === 0) return [];
    return [top(stems, this.filter, limit), top(stems, outside(this.filter), limitOutside)];
  }

  private bothNearest(
    plan: DiscoveryPlan,
    question: Float32Array | null,
    limit: number,
    limitOutside: number,
  ): Asked<FoundId[]>[] {
    const { engine, lexicon } = this.facts;
    const query = queryOf(lexicon, plan);
    const words = engine.vectors.words && query.length > 0 ? lexicon.sif?.vectorOf(query) : undefined;
    return [
      ...(words ? this.near("words", words, limit, limitOutside) : []),
      ...(question ? this.near("sentences", question, limit, limitOutside) : []),
    ];
  }

  private bothLikeSeeds(limit: number, limitOutside: number): Asked<FoundId[]>[] {
    const { engine, seedVector, model } = this.facts;
    const { seedWords } = this;
    return [
      ...this.both(this.profile, limit, limitOutside),
      ...(model?.isComplete && seedVector
        ? this.near("sentences", seedVector, limit, limitOutside)
        : seedWords && engine.vectors.words
          ? this.near("words", seedWords, limit, limitOutside)
          : []),
    ];
  }

  private near(
    kind: "words" | "sentences",
    unit: Float32Array,
    limit: number,
    limitOutside: number,
  ): Asked<FoundId[]>[] {
    // A zero vector has no neighbours.
    if (unit.every((value) => value === 0)) return [];
    return [nearest(kind, unit, this.filter, limit), nearest(kind, unit, outside(this.filter), limitOutside)];
  }

  private async ids(asked: Asked<FoundId[]>[]): Promise<number[]> {
    if (asked.length === 0) return [];
    const lists = await this.facts.engine.ask(asked);
    return [...new Set(lists.flat().map(({ id }) => id))];
  }
}

/** Converts terms of an index to stems. */
function stemsOf(
  { terms }: { terms: { at(term: number): string | undefined } },
  query: readonly QueryTerm[],
): WeightedStems {
  return query.flatMap(([term, weight]) => {
    const stem = terms.at(term);
    return stem === undefined ? [] : [[stem, weight] as const];
  });
}
