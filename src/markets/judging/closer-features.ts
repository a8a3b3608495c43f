import { ROLE_BITS, ROLE_PATTERNS, type Role } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import type { RelevanceScale } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { fieldText, type UnitWord } from "./company-units.ts";
import { best, type Hit, type HitUnit, headsOf, offerIn, phraseShare, stemsOf, weightOf } from "./question-weights.ts";

/** Words after which a sentence names the purpose or the customers of the offer, not the offer. */
const PURPOSE = /\b(?:for|to|used in|use in|serving|serves|used by|of which|using|via)\b/i;
const INVESTMENT = /\binvest(?:s|ing|ments?)\b/i;
/** Number of content words at the beginning of the main business, where the offer usually is. */
const OPENING = 8;
/** Number of words after which a head noun counts half. */
const HEAD_REACH = 4;
/** Minimum share of the question's weight for a sentence to count as being about it. */
const SPEAKS_OF_IT = 0.5;

/**
 * Features of the offer by sentence. They show whether the company or only its customers make it, and how early and how
 * much the text is about it. They also show whether class and role agree. All are finite, most are 0–1.
 */
export function closerFeatures(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: HitUnit[],
  scale: RelevanceScale,
) {
  const main = units.find(({ kind }) => kind === "main");
  const sentences = units.filter(({ kind }) => kind === "main" || kind === "other");
  const classes = units.filter(({ field }) => field === "industries");
  const words = sentences.flatMap((unit) => unit.words);
  const length = sentences.reduce((sum, unit) => sum + unit.length, 0);
  const record = stemsOf(units.filter(({ kind }) => kind !== "name"));
  const weights = weightOf(plan);
  const heads = headsOf(plan);
  const text = main === undefined ? "" : fieldText(company, main.field).slice(main.start, main.end);
  const purpose = PURPOSE.exec(text)?.index;
  const mainWords = main?.words ?? [];
  const direct = directWords(main, purpose);
  const opening = mainWords.filter(({ at }) => at < OPENING);
  const firstHead = mainWords.find(({ stem }) => heads.has(stem));
  const shown = sentences.map((unit) => weights.share(unit.words, "all"));
  const named = sentences.map((unit) => phraseShare(plan, unit.words));
  return {
    directCore: weights.share(direct, "core"),
    directAll: weights.share(direct, "all"),
    directOffer: phraseShare(plan, direct),
    directHead: direct.some(({ stem }) => heads.has(stem)) ? 1 : 0,
    openingCore: weights.share(opening, "core"),
    openingAll: weights.share(opening, "all"),
    openingOffer: phraseShare(plan, opening),
    headEarly: firstHead === undefined ? 0 : 1 / (1 + firstHead.at / HEAD_REACH),
    headBehindPurpose: firstHead !== undefined && !direct.includes(firstHead) ? 1 : 0,
    mainLength: Math.log1p(main?.length ?? 0) / 4,
    sentenceCount: Math.log1p(sentences.length) / 3,
    sentencesNaming: mean(named.map((share) => (share >= 1 ? 1 : 0))),
    sentencesSpeaking: mean(shown.map((share) => (share >= SPEAKS_OF_IT ? 1 : 0))),
    meanShown: mean(shown),
    termDensity: shareOf(words, length, ({ stem }) => weights.all.has(stem)),
    headDensity: shareOf(words, length, ({ stem }) => heads.has(stem)),
    headCount: Math.log1p(words.filter(({ stem }) => heads.has(stem)).length),
    coreCount: Math.log1p(words.filter(({ stem }) => weights.core.has(stem)).length),
    classAll: weights.share(
      classes.flatMap((unit) => unit.words),
      "all",
    ),
    lastClassAll: weights.share(classes.at(-1)?.words ?? [], "all"),
    classOffer: best(classes, (unit) => offerIn(plan, [unit])),
    nameAll: weights.share(
      units.filter(({ kind }) => kind === "name").flatMap((unit) => unit.words),
      "all",
    ),
    missingRecord: weights.greatestMissing(record),
    missingMain: weights.greatestMissing(new Set(mainWords.map(({ stem }) => stem))),
    addedMain: weights.share(mainWords, "added"),
    addedRecord: weights.share(
      units.filter(({ kind }) => kind !== "name").flatMap((unit) => unit.words),
      "added",
    ),
    invests: INVESTMENT.test(text) ? 1 : 0,
    ...roleAgreement(plan, text),
    tellingWord: Math.max(0, ...weights.coreTerms.map(({ idf }) => idf)) / 10,
    offerCount: Math.min(1, plan.offers.length / 5),
    coreTermCount: Math.min(1, weights.coreTerms.length / 8),
    scaleBest: scale.best,
    scaleOrdinary: scale.ordinary,
  };
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The share of all words that are hits and pass the test. */
function shareOf(hits: Hit[], length: number, test: (word: UnitWord) => boolean): number {
  return length === 0 ? 0 : hits.filter(test).length / length;
}

/** The words of the main business before the first word that introduces a purpose. */
function directWords(main: HitUnit | undefined, purpose: number | undefined): Hit[] {
  if (main === undefined) return [];
  return purpose === undefined ? main.words : main.words.filter(({ start }) => start < main.start + purpose);
}

/**
 * Compares the roles that the main business shows with the role asked for. A maker of medicines that also sells them is
 * not a wholesaler.
 */
function roleAgreement({ role }: DiscoveryPlan, text: string) {
  const at = new Map(
    (Object.keys(ROLE_BITS) as Role[]).map((one) => [
      one,
      ROLE_PATTERNS[one].exec(text)?.index ?? Number.POSITIVE_INFINITY,
    ]),
  );
  const place = (one: Role) => at.get(one) ?? Number.POSITIVE_INFINITY;
  const shows = (one: Role) => Number.isFinite(place(one));
  const others = role === null ? [] : (Object.keys(ROLE_BITS) as Role[]).filter((one) => one !== role);
  const is = (one: Role) => (role === one ? 1 : 0);
  return {
    leadsWithRole: role !== null && shows(role) && others.every((one) => place(role) <= place(one)) ? 1 : 0,
    showsOtherOnly: role !== null && !shows(role) && others.some(shows) ? 1 : 0,
    makesBeforeSelling: role === "distributor" && place("manufacturer") < place("distributor") ? 1 : 0,
    makesInsteadOfServing: (role === "serviceProvider" || role === "softwareProvider") && shows("manufacturer") ? 1 : 0,
    makesNothing: role === "manufacturer" && !shows("manufacturer") ? 1 : 0,
    isMoreThanSoftware: role !== "softwareProvider" && role !== null && shows("softwareProvider") ? 1 : 0,
    asksMaker: is("manufacturer"),
    asksSeller: is("distributor"),
    asksService: is("serviceProvider"),
    asksSoftware: is("softwareProvider"),
  };
}
