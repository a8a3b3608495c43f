import { ROLE_BITS, ROLE_PATTERNS, type Role } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { type FusedCandidate, type RelevanceScale, standingOf, type TokenStanding } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { closerFeatures } from "./closer-features.ts";
import { fieldText, type TextUnit } from "./company-units.ts";
import { evidenceFeatures } from "./evidence-features.ts";
import { type HeadEvidence, recordEvidence } from "./head-evidence.ts";
import {
  best,
  type HitUnit,
  headsOf,
  hitsIn,
  offerIn,
  oncePerPlan,
  shareOf,
  stemsOf,
  weightOf,
} from "./question-weights.ts";

/** The facts about a candidate that judging uses beside its record. */
export type CandidateFacts = Pick<FusedCandidate, "relevance"> & Partial<Pick<FusedCandidate, "signals" | "searches">>;

/** Number of extra words within which an offer's words still count as one phrase. */
const PHRASE_SLACK = 2;

/** Returns the input of the offer's judge, by name. All features are finite, most are 0–1. */
export function candidateFeatures(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  textUnits: TextUnit[],
  candidate: CandidateFacts,
  scale: RelevanceScale,
  head: HeadEvidence = recordEvidence(plan, company, textUnits).head,
) {
  const units = hitsIn(plan, textUnits);
  const main = units.filter(({ kind }) => kind === "main");
  const labels = units.filter(({ kind }) => kind === "label");
  const others = units.filter(({ kind }) => kind === "other");
  const names = units.filter(({ kind }) => kind === "name");
  const keywords = labels.filter(({ field }) => field === "keywords");
  const { signals } = candidate;
  const coverage = coverageOf(plan);
  return {
    standing: standingOf(candidate.relevance, scale),
    relevance: candidate.relevance,
    lexical: signals?.lexical ?? 0,
    words: signals?.words ?? 0,
    sentences: signals?.sentences ?? 0,
    feedback: signals?.feedback ?? 0,
    seeds: signals?.seeds ?? 0,
    classes: signals?.classes ?? 0,
    wordCosine: signals?.wordCosine ?? 0,
    sentenceCosine: signals?.sentenceCosine ?? 0,
    hasSentences: signals?.sentences == null ? 0 : 1,
    hasSeeds: signals?.seeds == null ? 0 : 1,
    coreMain: coverage(main, "core"),
    coreBest: best(units, (unit) => coverage([unit], "core")),
    coreRecord: coverage(units, "core"),
    coreLabels: coverage(labels, "core"),
    allMain: coverage(main, "all"),
    allBest: best(units, (unit) => coverage([unit], "all")),
    allRecord: coverage(units, "all"),
    offerMain: offerIn(plan, main),
    offerLabels: offerIn(plan, labels),
    offerOthers: offerIn(plan, others),
    offerName: offerIn(plan, names),
    phraseMain: phraseIn(plan, main),
    phraseAny: phraseIn(plan, units),
    headMain: headIn(plan, main),
    headLabels: headIn(plan, labels),
    headAny: headIn(plan, units),
    qualifiersMain: qualifiersIn(plan, main),
    qualifiersAny: qualifiersIn(plan, units),
    earliness: earliness(plan, main),
    density: density(plan, main),
    ...roleFeatures(plan, company, main[0] ?? keywords[0]),
    coreWords: Math.min(1, plan.coreStems.length / 12),
    places: plan.places.length > 0 ? 1 : 0,
    ...tokenFeatures(signals?.tokens ?? null),
    ...closerFeatures(plan, company, units, scale),
    ...evidenceFeatures(plan, company, units),
    ...recordFeatures(company, units),
    headNamed: head === "named" || head === "stated" ? 1 : 0,
    headOther: head === "other" ? 1 : 0,
    speaking: scale.speaking === undefined ? -1 : Math.log1p(scale.speaking),
  };
}

/** Maximum number of words of a short description: one sentence, as in the shipped sample. */
const SHORT = 20;

/** The kind of record: a text of many sentences, one short sentence, or labels alone. */
function recordFeatures({ description }: DirectoryCompany, units: HitUnit[]) {
  const labels = units.filter(({ kind }) => kind === "label");
  return {
    isShort: description.split(/\s+/).length <= SHORT ? 1 : 0,
    hasMain: units.some(({ kind }) => kind === "main") ? 1 : 0,
    labelCount: Math.log1p(labels.length),
    recordLength: Math.log1p(units.reduce((sum, { length }) => sum + length, 0)),
  };
}

export type Features = ReturnType<typeof candidateFeatures>;
export type FeatureName = keyof Features;

/**
 * Similarity of the question's tokens to the text's, in standard deviations from the directory's likeliest companies; 0
 * where they were not compared.
 */
const tokenFeatures = (tokens: TokenStanding | null) => ({
  hasTokens: tokens === null ? 0 : 1,
  tokenMean: tokens?.mean ?? 0,
  tokenLeast: tokens?.least ?? 0,
  tokenHead: tokens?.head ?? 0,
  tokenEarlyMean: tokens?.earlyMean ?? 0,
  tokenEarlyLeast: tokens?.earlyLeast ?? 0,
  tokenEarlyHead: tokens?.earlyHead ?? 0,
});

type Coverage = (units: HitUnit[], which: "core" | "all") => number;

/**
 * The share of the question's weight that units show: "core" counts only the question's own words, "all" also the words
 * added to them.
 */
function coverageOf(plan: DiscoveryPlan): Coverage {
  const weights = weightOf(plan);
  return (units, which) =>
    weights.share(
      units.flatMap(({ words }) => words),
      which,
    );
}

/** 1 where a unit has all words of an offer close together. */
function phraseIn({ offers }: DiscoveryPlan, units: HitUnit[]): number {
  return best(units, ({ words }) => {
    const shown = new Set(words.map(({ stem }) => stem));
    for (const offer of offers) {
      // Most units lack a word of the offer. Only the others need the word-by-word search.
      if (offer.words.length === 0 || !offer.words.every(({ stem }) => shown.has(stem))) continue;
      const window = offer.words.length + PHRASE_SLACK;
      for (const { at: from } of words) {
        const near = words.filter(({ at }) => at >= from && at < from + window).map(({ stem }) => stem);
        if (offer.words.every(({ stem }) => near.includes(stem))) return 1;
      }
    }
    return 0;
  });
}

function headIn(plan: DiscoveryPlan, units: HitUnit[]): number {
  const shown = stemsOf(units);
  return [...headsOf(plan)].some((head) => shown.has(head)) ? 1 : 0;
}

function qualifiersIn({ qualifiers }: DiscoveryPlan, units: HitUnit[]): number {
  return qualifiers.length === 0 ? 1 : shareOf(qualifiers, stemsOf(units));
}

const coreOf = oncePerPlan(({ coreStems }: DiscoveryPlan) => new Set(coreStems));

/** 1 where the main business begins with a word of the question, falling to 0 at its end. 0 without such a word. */
function earliness(plan: DiscoveryPlan, [main]: HitUnit[]): number {
  if (main === undefined) return 0;
  const core = coreOf(plan);
  const first = main.words.find(({ stem }) => core.has(stem));
  return first === undefined ? 0 : 1 - first.at / main.length;
}

const termsOf = oncePerPlan(
  ({ terms }: DiscoveryPlan) => new Set(terms.filter(({ source }) => source !== "user").map(({ stem }) => stem)),
);

/** The share of the words in the main business sentence that the plan's terms have. */
function density(plan: DiscoveryPlan, [main]: HitUnit[]): number {
  if (main === undefined || main.length === 0) return 0;
  const terms = termsOf(plan);
  return main.words.filter(({ stem }) => terms.has(stem)).length / main.length;
}

/** Whether the main business shows the role asked for, and whether it shows that role first. */
function roleFeatures({ role }: DiscoveryPlan, company: DirectoryCompany, unit: HitUnit | undefined) {
  const none = { hasRole: 0, roleMain: 0, roleFirst: 0 };
  if (role === null) return none;
  if (unit === undefined) return { ...none, hasRole: 1 };
  const text = fieldText(company, unit.field).slice(unit.start, unit.end);
  const at = (one: Role) => {
    const found = ROLE_PATTERNS[one].exec(text)?.index;
    return found === undefined ? Number.POSITIVE_INFINITY : found;
  };
  const own = at(role);
  const first = Math.min(...(Object.keys(ROLE_BITS) as Role[]).map(at));
  return {
    hasRole: 1,
    roleMain: Number.isFinite(own) ? 1 : 0,
    roleFirst: Number.isFinite(own) && own <= first ? 1 : 0,
  };
}
