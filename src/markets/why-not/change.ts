import type { DirectoryCompany } from "#companies/directory-company";
import { canonicalJson } from "#foundation/language/canonical-json";
import { completeCriteria } from "../criteria/complete-criteria.ts";
import { LIMITS } from "../criteria/criteria-schema.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { offerIn } from "../judging/index.ts";
import type { Retriever } from "../retrieval/index.ts";
import { type Condition, conditionsOf, constraintsOf, type Way } from "./conditions.ts";
import type { Outcome, Simulation } from "./simulation.ts";
import { smallestThatDoes } from "./smallest-change.ts";

/** The smallest change of criteria that lets a company in. */
export interface Change {
  /** One step for each changed condition. */
  steps: { condition: string; sentence: string }[];
  /** The changed criteria, by which a discovery lets the company in. */
  criteria: SearchCriteria;
}

/**
 * Maximum number of rounds: some conditions show only after others are changed, such as a second unwanted kind behind
 * the first.
 */
const MOST_ROUNDS = 6;
/** Maximum number of counts to try: a greater count brings further candidates, some of them better. */
const MOST_COUNTS = 8;

/**
 * Smallest probability to which a change lowers the cut. Of companies at a lower one, fewer than one in ten offers what
 * is asked, and the judge does not call them near it either.
 */
const LEAST_CUT = 0.1;

/** A change that would suffice, but whose cut would let in companies that hardly any analyst wants. */
export interface Unlikely {
  /** The cut that it needs. */
  probability: number;
  /** The criteria with this cut. */
  criteria: SearchCriteria;
}

interface Attempt {
  outcome: Outcome;
  change: Change;
  unlikely: Unlikely | null;
}

/** The result of a search for a change. */
export interface FoundChange {
  /** Null where no sensible change suffices. */
  change: Change | null;
  /** Why no change suffices: the outcome with all conditions changed. */
  last: Outcome;
  /** Null where it would take something else than too low a cut. */
  unlikely: Unlikely | null;
}

interface Asked {
  retriever: Retriever;
  simulation: Simulation;
  company: DirectoryCompany;
}

/**
 * Finds the smallest change of the criteria by which a discovery would let the company in. It has the fewest
 * conditions, because every smaller set was tried, and changes numbers as little as possible. It asks for another offer
 * only where nothing else suffices. For a company that only a cut below `LEAST_CUT` would let in, it never does: its
 * own words would let in its whole trade.
 * @param base the outcome by the present criteria, judged as a whole
 */
export async function smallestChange(asked: Asked, base: Outcome): Promise<FoundChange> {
  const found = await searchFor(asked, base, { otherQuestions: false });
  return found.change === null && found.unlikely === null ? searchFor(asked, base, { otherQuestions: true }) : found;
}

async function searchFor(
  { retriever, simulation, company }: Asked,
  base: Outcome,
  { otherQuestions }: { otherQuestions: boolean },
): Promise<FoundChange> {
  const allowed = async (outcome: Outcome): Promise<Condition[]> =>
    (await conditionsOf(retriever, company, outcome)).map((condition) => ({
      ...condition,
      ways: condition.ways.filter(({ isOtherQuestion }) => otherQuestions || isOtherQuestion !== true),
    }));
  let conditions = await allowed(base);
  let last = base;
  let unlikely: Unlikely | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    ({ outcome: last, unlikely } = await attempt(simulation, base, conditions));
    if (last.obstacle === null || unlikely !== null) break;
    const known = new Set(conditions.map(({ id }) => id));
    const further = (await allowed(last)).filter(({ id }) => !known.has(id));
    if (further.length === 0) return { change: null, last, unlikely };
    conditions = [...conditions, ...further];
  }
  // Every sufficient set contains all of these, so they need no trying.
  const facts = conditions.filter(({ isFact }) => isFact);
  const others = conditions.filter(({ isFact }) => !isFact);
  const change = await smallestThatDoes(others, async (some) => {
    const subset = [...facts, ...some];
    if (subset.length === 0) return null;
    const { outcome, change: tried, unlikely: isUnlikely } = await attempt(simulation, base, subset);
    return outcome.obstacle === null && isUnlikely === null ? tried : null;
  });
  return { change, last, unlikely };
}

/**
 * Changes the conditions, each in the first way that suffices; where none does, returns the last outcome. Ends where
 * only too low a cut suffices.
 */
async function attempt(simulation: Simulation, base: Outcome, conditions: Condition[]): Promise<Attempt> {
  const mayCount = conditions.some(({ id }) => id === "count");
  const changed = conditions.filter(({ ways }) => ways.length > 0);
  let best: Attempt | null = null;
  for (const ways of choices(changed.map((condition) => condition.ways))) {
    const steps = changed.map(({ id }, i) => ({ condition: id, sentence: ways[i]?.sentence ?? "" }));
    const tried = await settled(simulation, base, ways, steps, mayCount);
    if (tried.outcome.obstacle === null || tried.unlikely !== null) return tried;
    if (best === null || best.outcome.obstacle === "criteria") best = tried;
  }
  return best ?? { outcome: base, change: { steps: [], criteria: base.criteria }, unlikely: null };
}

/** Yields one way for each condition, in all combinations, the first ways first. */
function* choices(ways: Way[][]): Generator<Way[]> {
  const [first, ...others] = ways;
  if (first === undefined) yield [];
  else for (const way of first) for (const rest of choices(others)) yield [way, ...rest];
}

/** Applies the ways, with numbers that are just enough. */
async function settled(
  simulation: Simulation,
  base: Outcome,
  ways: Way[],
  steps: Change["steps"],
  mayCount: boolean,
): Promise<Attempt> {
  let criteria = standing(
    ways.reduce((now, way) => way.apply(now), base.criteria),
    base,
  );
  let outcome = await simulation.simulate(criteria);
  const told = [...steps];
  if (outcome.obstacle !== "criteria" && ways.some(({ kind }) => kind === "probability")) {
    for (const least of justEnough(outcome)) {
      const exact = { ...criteria, constraints: { ...constraintsOf(criteria), minProbability: least } };
      const tried = await simulation.simulate(exact);
      if (tried.obstacle === "criteria") continue;
      criteria = exact;
      outcome = tried;
      const { minProbability: present } = constraintsOf(base.criteria);
      if (least < Math.min(LEAST_CUT, typeof present === "number" ? present : LEAST_CUT))
        return { outcome, change: { steps: told, criteria }, unlikely: { probability: least, criteria } };
      const at = told.findIndex(({ condition }) => condition === "offer");
      const asked = ways.some(({ isOtherQuestion }) => isOtherQuestion) ? `${told[at]?.sentence} ` : "";
      const sentence = `${asked}Let in companies from a probability of ${least} on (constraints.minProbability: ${least}).`;
      told.splice(at, 1, { condition: "offer", sentence });
      break;
    }
  }
  if (mayCount) {
    for (let i = 0; i < MOST_COUNTS && outcome.neededCount !== null && outcome.neededCount <= LIMITS.count; i++) {
      criteria = { ...criteria, count: outcome.neededCount, countIsOpen: false };
      outcome = await simulation.simulate(criteria);
    }
    if (criteria.count !== base.criteria.count)
      told.push({ condition: "count", sentence: `Ask for ${criteria.count} companies (count: ${criteria.count}).` });
  }
  return { outcome, change: { steps: told, criteria }, unlikely: null };
}

/** Returns the greatest probabilities, in thousandths, that may let the company in; a verdict shows its own rounded. */
function justEnough({ judgement }: Outcome): number[] {
  const probability = offerIn(judgement.criteria)?.probability;
  if (probability === undefined) return [];
  const thousandths = Math.round(probability * 1_000);
  return [thousandths, thousandths - 1].filter((one) => one >= 0).map((one) => one / 1_000);
}

/** Keeps emptied lists empty: the prompt would fill them again, so the plan's topic replaces it. */
function standing(criteria: SearchCriteria, { plan }: Outcome): SearchCriteria {
  const fixed = { ...criteria, countIsOpen: false };
  const read = completeCriteria(fixed).criteria;
  const parts = ({ locations, seedDomains, keywords }: SearchCriteria) =>
    canonicalJson([locations, seedDomains, keywords.irrelevant]);
  return parts(read) === parts(fixed) ? fixed : { ...fixed, userPrompt: plan.topic };
}
