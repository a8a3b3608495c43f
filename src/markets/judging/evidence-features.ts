import { ROLE_PATTERNS } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { isStopWord } from "#foundation/language/stop-words";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { fieldText } from "./company-units.ts";
import { best, type Hit, type HitUnit, headsOf, oncePerPlan, phraseShare, weightOf } from "./question-weights.ts";

/** Verbs whose object is something that the company itself makes, offers or runs. */
const OWN_VERB =
  /\b(?:manufactur(?:es?|ing)|produc(?:es?|ing)|mak(?:es|ing)|build(?:s|ing)|develops?|developing|designs?|designing|assembl(?:es|ing)|offers?|offering|provides?|providing|provision of|suppl(?:y|ies|ying)|sells?|selling|sales? of|markets?|marketing|distribut(?:es?|ing|ion)|trad(?:es|ing)|operat(?:es?|ing|ion of)|owns?|owning|runs?|running|publish(?:es|ing)|engages? in|engaged in|specializ(?:es|ing) in|focus(?:es|ing)? on|mines?|mining|explor(?:es|ing)|products? (?:include|comprise)s?|portfolio (?:include|comprise)s?|such as|including|comprising)\b/gi;
/** Words whose object is a customer, a purpose, a means or a partner. */
const OTHERS =
  /\b(?:for|to|used in|use in|uses? of|used by|serv(?:es|ing)|customers?|clients?|using|via|against|competitors?|suppliers? (?:of|to)|companies (?:in|from) the|with)\b/gi;
/** Words of a sentence about the past, or about something that the company does not do. */
const PAST =
  /\b(?:formerly|previously|until (?:19|20)\d\d|used to|no longer|discontinued|divest(?:ed|iture)|sold (?:its|the)|disposed of|ceased|does not (?:have|manufacture|produce|offer|own))\b/i;
const DORMANT =
  /\b(?:does not have (?:any )?significant operations|is a shell company|no (?:significant )?operations)\b/i;
/** Words of a sentence about a secondary activity. */
const BESIDES = /\b(?:also|in addition|additionally|further(?:more)?)\b/i;
const SEGMENTS = /\bsegments?\b/i;
const NEXT_WORD = /^[ -]([A-Za-z]{3,})/;
/** Maximum number of characters between a hit and the next word. */
const NEXT_REACH = 32;
/** Number of content words within which the head noun closely follows the verb of the role. */
const NEAR_ROLE = 6;

/** A hit of an offer's head noun, with the words that govern it in its sentence. */
interface GovernedHead {
  unit: HitUnit;
  /**
   * Whether the nearest governing word before it names a customer or a purpose, rather than an activity of the company.
   */
  isOthers: boolean;
  /** Whether it only modifies the next noun: "semiconductor" in "semiconductor industry". */
  modifies: boolean;
}

/**
 * Features of the offer's head noun in the record. The noun may belong to the company's own business or a customer's,
 * to the present or the past. It may be main or minor, a thing or only the kind of another thing. All are finite, most
 * are 0–1.
 */
export function evidenceFeatures(plan: DiscoveryPlan, company: DirectoryCompany, units: HitUnit[]) {
  const text = company.description;
  const sentences = units.filter(({ kind }) => kind === "main" || kind === "other");
  const main = units.find(({ kind }) => kind === "main");
  const [, second] = sentences;
  const heads = sentences.flatMap((unit) => governedHeads(plan, company, unit));
  const ownMain = heads.filter(({ unit }) => unit === main);
  const weights = weightOf(plan);
  const named = sentences.findIndex((unit) => phraseShare(plan, unit.words) >= 1);
  const inSentence = (unit: HitUnit) => text.slice(unit.start, unit.end);
  const telling = [...new Set(heads.map(({ unit }) => unit))];
  const besides = telling.filter((unit) => unit !== main && BESIDES.test(inSentence(unit)));
  const segments = sentences.filter((unit) => SEGMENTS.test(inSentence(unit)));
  const mainText = main === undefined ? "" : fieldText(company, main.field).slice(main.start, main.end);
  return {
    headOwnMain: ownMain.some(({ isOthers }) => !isOthers) ? 1 : 0,
    headEndsMain: ownMain.some(({ isOthers, modifies }) => !isOthers && !modifies) ? 1 : 0,
    headOthers: shareOf(heads, ({ isOthers }) => isOthers),
    headModifies: shareOf(heads, ({ modifies }) => modifies),
    headBesides: telling.length === 0 ? 0 : besides.length / telling.length,
    headPast: shareOf(telling, (unit) => PAST.test(inSentence(unit))),
    headNearRole: headNearRole(plan, main, mainText),
    isDormant: DORMANT.test(text) ? 1 : 0,
    firstNaming: named < 0 ? 0 : 1 / (1 + named),
    secondOffer: second === undefined ? 0 : phraseShare(plan, second.words),
    secondCore: second === undefined ? 0 : weights.share(second.words, "core"),
    hasSegments: segments.length > 0 ? 1 : 0,
    segmentOffer: best(segments, (unit) => phraseShare(plan, unit.words)),
    mainItems: Math.min(1, (mainText.split(",").length - 1) / 10),
    unwantedMain: unwantedIn(plan, main),
    ...offerWords(plan),
  };
}

function shareOf<T>(all: T[], test: (one: T) => boolean): number {
  return all.length === 0 ? 0 : all.filter(test).length / all.length;
}

function governedHeads(plan: DiscoveryPlan, company: DirectoryCompany, unit: HitUnit): GovernedHead[] {
  const heads = headsOf(plan);
  const hits = unit.words.filter(({ stem }) => heads.has(stem));
  if (hits.length === 0) return [];
  const text = company.description.slice(unit.start, unit.end);
  const own = [...text.matchAll(OWN_VERB)].map(({ index }) => index);
  const others = [...text.matchAll(OTHERS)].map(({ index }) => index);
  return hits.map((hit) => {
    const at = hit.start - unit.start;
    const last = (places: number[]) => places.findLast((place) => place < at) ?? -1;
    return { unit, isOthers: last(others) > last(own), modifies: modifiesNext(company.description, hit) };
  });
}

function modifiesNext(text: string, { end }: Hit): boolean {
  const next = NEXT_WORD.exec(text.slice(end, end + NEXT_REACH))?.[1];
  // "The supermarkets Biedronka and Pingo Doce": a name is not described.
  return next !== undefined && !isStopWord(next.toLowerCase()) && !/ly$/.test(next) && !/^\p{Lu}/u.test(next);
}

/** 1 where the head noun closely follows the verb of the role asked for, falling with the distance. */
function headNearRole(plan: DiscoveryPlan, main: HitUnit | undefined, text: string): number {
  if (plan.role === null || main === undefined) return 0;
  const verb = ROLE_PATTERNS[plan.role].exec(text);
  if (verb === null) return 0;
  const heads = headsOf(plan);
  const from = main.start + verb.index;
  const head = main.words.find(({ stem, start }) => heads.has(stem) && start >= from);
  if (head === undefined) return 0;
  const between = text.slice(verb.index, head.start - main.start).split(" ").length - 1;
  return 1 / (1 + Math.max(0, between - 1) / NEAR_ROLE);
}

/** The greatest share of an unwanted kind's words in the main business. */
function unwantedIn({ exclusions }: DiscoveryPlan, main: HitUnit | undefined): number {
  if (main === undefined || exclusions.length === 0) return 0;
  const shown = new Set(main.words.map(({ stem }) => stem));
  return best(exclusions, ({ stems }) => shareOf(stems, (stem) => shown.has(stem)));
}

/**
 * Features of the offers: the rarity of their head nouns relative to the question's rarest word, and the longest
 * offer's length in words.
 */
const offerWords = oncePerPlan((plan: DiscoveryPlan) => {
  const rarest = best(weightOf(plan).coreTerms, ({ idf }) => idf);
  const head = best(plan.offers, (offer) => offer.words.find(({ stem }) => stem === offer.head)?.idf ?? 0);
  return {
    headRarity: rarest === 0 ? 0 : Math.min(1, head / rarest),
    offerLength: Math.min(1, best(plan.offers, ({ words }) => words.length) / 5),
  };
});
