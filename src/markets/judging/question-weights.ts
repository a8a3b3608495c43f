import type { DiscoveryPlan, PlanOffer, PlanTerm } from "../plan/plan.ts";
import type { TextUnit, UnitWord } from "./company-units.ts";

/** Upper limit of the share of the question's weight that a sentence shows. */
const MOST_COVERAGE = 1.5;

export const best = <Unit>(units: Unit[], measure: (unit: Unit) => number): number =>
  units.reduce((most, unit) => Math.max(most, measure(unit)), 0);

export function stemsOf(units: { words: UnitWord[] }[]): Set<string> {
  const stems = new Set<string>();
  for (const { words } of units) for (const { stem } of words) stems.add(stem);
  return stems;
}

/** Computes a value that is the same for all candidates of a plan, once per plan. */
export function oncePerPlan<T>(make: (plan: DiscoveryPlan) => T): (plan: DiscoveryPlan) => T {
  const made = new WeakMap<DiscoveryPlan, { value: T }>();
  return (plan) => {
    const known = made.get(plan) ?? { value: make(plan) };
    made.set(plan, known);
    return known.value;
  };
}

export const headsOf = oncePerPlan(({ offers }: DiscoveryPlan): Set<string> => new Set(offers.map(({ head }) => head)));

/** All stems of a plan. The features use no other words of a record. */
const stemsOfPlan = oncePerPlan(
  (plan) =>
    new Set([
      ...plan.coreStems,
      ...plan.terms.filter(({ source }) => source !== "user").map(({ stem }) => stem),
      ...plan.offers.flatMap(({ head, words }) => [head, ...words.map(({ stem }) => stem)]),
      ...plan.qualifiers.map(({ stem }) => stem),
      ...plan.exclusions.flatMap(({ stems }) => stems),
    ]),
);

/** A word of the plan in a record, with its position among the content words of its unit. */
export interface Hit extends UnitWord {
  at: number;
}

/** A unit reduced to the plan's words. */
export interface HitUnit extends Omit<TextUnit, "words"> {
  words: Hit[];
  /** Number of content words in the whole unit. */
  length: number;
}

/** Reduces each unit of a record to the plan's words. */
export function hitsIn(plan: DiscoveryPlan, units: TextUnit[]): HitUnit[] {
  const known = stemsOfPlan(plan);
  return units.map(({ field, kind, start, end, words }) => {
    const hits: Hit[] = [];
    words.forEach((word, at) => {
      if (known.has(word.stem)) hits.push({ ...word, at });
    });
    return { field, kind, start, end, words: hits, length: words.length };
  });
}

/** The weights of a plan's words: the question's own, those added to them, and all of them. */
export const weightOf = oncePerPlan(makeWeights);

function makeWeights(plan: DiscoveryPlan) {
  const isCore = new Set(plan.coreStems);
  const coreTerms = plan.terms.filter(({ stem }) => isCore.has(stem));
  const others = plan.terms.filter(({ stem, source }) => !isCore.has(stem) && source !== "user");
  const weights = (terms: PlanTerm[]) => new Map(terms.map(({ stem, weight, idf }) => [stem, weight * idf]));
  const core = weights(coreTerms);
  const added = weights(others);
  const all = new Map([...core, ...added]);
  const total = [...core.values()].reduce((sum, weight) => sum + weight, 0);
  const greatest = Math.max(0, ...core.values());
  const kinds = { core, added, all };
  return {
    coreTerms,
    core,
    all,
    /** The share of the question's own weight that words show, 0–1.5. */
    share(words: Iterable<UnitWord>, which: "core" | "added" | "all"): number {
      if (total === 0) return 0;
      const terms = kinds[which];
      const seen = new Set<string>();
      let sum = 0;
      for (const { stem } of words) {
        const weight = terms.get(stem);
        if (weight === undefined || seen.has(stem)) continue;
        seen.add(stem);
        sum += weight;
      }
      return Math.min(MOST_COVERAGE, sum / total);
    },
    /** The weight of the heaviest core word that is missing from the stems, relative to the heaviest of all. */
    greatestMissing(stems: Set<string>): number {
      let missing = 0;
      for (const [stem, weight] of core) if (!stems.has(stem)) missing = Math.max(missing, weight);
      return greatest === 0 ? 0 : missing / greatest;
    },
  };
}

/** The share of the words, weighted by idf, that are among the shown stems. */
export const shareOf = (words: PlanOffer["words"], shown: Set<string>): number => {
  const total = words.reduce((sum, { idf }) => sum + idf, 0);
  return total === 0 ? 0 : words.reduce((sum, { stem, idf }) => sum + (shown.has(stem) ? idf : 0), 0) / total;
};

/** The greatest share of any offer's words that the given words show. */
export function phraseShare({ offers }: DiscoveryPlan, words: UnitWord[]): number {
  if (words.length === 0) return 0;
  const shown = new Set(words.map(({ stem }) => stem));
  return best(offers, (offer) => shareOf(offer.words, shown));
}

/** The greatest share of an offer's words in a single unit. */
export function offerIn(plan: DiscoveryPlan, units: { words: UnitWord[] }[]): number {
  return best(units, (unit) => phraseShare(plan, unit.words));
}
