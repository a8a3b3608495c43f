import { isRole, type Role } from "#companies/analysis/roles";
import { tagWords } from "#foundation/language/wink";
import { isGenericCompany, isGenericRole, singular } from "./company-words.ts";
import { completeCriteria } from "./complete-criteria.ts";
import { excludedPlaces } from "./excluded-places.ts";
import { namedConditions, statedConditions } from "./named-conditions.ts";
import { offerGroup } from "./offer-group.ts";
import { readQuestion } from "./question-reading.ts";
import { roleOfNoun } from "./role.ts";
import type { Location, SearchCriteria } from "./search-criteria.ts";
import type { StatedConditions } from "./stated-conditions.ts";

/** A thing that is offered. Of its modifiers any one is enough ("network": mobile phone or cable), and of its purposes too. */
export interface OfferForm {
  /** The noun that a company must speak of. */
  head: string;
  modifiers: string[];
  purposes: string[];
}

/** What is not wanted: places, or a kind of business with the role that makes it one. */
export interface ExclusionForm {
  phrase: string;
  /** ISO 3166-1 alpha-2; empty for a kind of business. */
  countries: string[];
  /** What the business is about ("batteries" of "battery makers"); "" for a role alone ("no retailers") and for places. */
  about: string;
  role: Role | null;
}

/**
 * Criteria in their logical form: any of the offers with all their details, a role, users, places, and none of the
 * exclusions.
 */
export interface CriteriaForm {
  anyOf: OfferForm[];
  /** "Both X and Y": a company has to offer each thing of `anyOf`. */
  asksForAll: boolean;
  allOf: string[];
  role: Role | null;
  madeFor: string[];
  places: Location[];
  noneOf: ExclusionForm[];
  like: string[];
  count: number;
  /** What the prompt states and the constraints leave open. A company of which it is not known stays, and is said to be unknown. */
  conditions: StatedConditions;
  /** Conditions in the question's words that nothing here says: ownership, listing, age, sizes without a bound. */
  notUsed: string[];
}

/** The logical form of criteria, completed by what their prompt says. The flat lists stay as they were sent. */
export function criteriaForm(sent: SearchCriteria): CriteriaForm {
  const { criteria } = completeCriteria(sent);
  const { keywords, marketRole } = criteria;
  const reading = readQuestion(criteria.userPrompt);
  const own = new Set(reading.offers.map((offer) => offer.toLowerCase()));
  // A purpose that the offers do not say: "software" of "software for landlords".
  const isOffer = (feature: string) =>
    own.size === 0 || own.has(feature.toLowerCase()) || own.has(partsOf(feature).core.toLowerCase());
  const offers = keywords.features.filter(isOffer);
  return {
    anyOf: offerForms(offers.length > 0 ? offers : keywords.features),
    asksForAll: offerGroup(reading)?.of === "all",
    allOf: offers.length > 0 ? keywords.features.filter((feature) => !isOffer(feature)) : [],
    role: isRole(marketRole) ? marketRole : null,
    madeFor: keywords.user,
    places: criteria.locations,
    noneOf: keywords.irrelevant.map(exclusionForm),
    like: criteria.seedDomains,
    count: criteria.count,
    conditions: statedConditions(criteria),
    notUsed: namedConditions(criteria),
  };
}

/** Offers with one head noun are one offer with alternatives. */
function offerForms(offers: string[]): OfferForm[] {
  const byHead = new Map<string, OfferForm>();
  for (const offer of offers) {
    const { core, purpose } = partsOf(offer);
    const words = core.split(/\s+/);
    const head = words.at(-1) ?? core;
    const key = singular(head);
    const form = byHead.get(key) ?? { head, modifiers: [], purposes: [] };
    const modifier = words.slice(0, -1).join(" ");
    if (modifier !== "" && !form.modifiers.includes(modifier)) form.modifiers.push(modifier);
    if (purpose !== "" && !form.purposes.includes(purpose)) form.purposes.push(purpose);
    byHead.set(key, form);
  }
  return [...byHead.values()];
}

function partsOf(phrase: string): { core: string; purpose: string } {
  const [core = phrase, ...purpose] = phrase.split(/\s+for\s+/i);
  return { core, purpose: purpose.join(" for ") };
}

/** An unwanted kind taken apart: places, or what it is about and its role. */
export function exclusionForm(phrase: string): ExclusionForm {
  const places = excludedPlaces(phrase);
  if (places) return { phrase, countries: [...new Set(places.map(({ country }) => country))], about: "", role: null };
  const words = tagWords(phrase);
  const of = words.findIndex(({ lower }) => lower === "of");
  const head = words[(of > 0 ? of : words.length) - 1];
  const names = head !== undefined && (isGenericRole(head.lower) || isGenericCompany(head.lower));
  const role = head === undefined ? null : roleOfNoun(head.lower);
  const rest = names ? words.filter((word) => word !== head && word !== words[of]) : words;
  return {
    phrase,
    countries: [],
    about: rest.map(({ text }) => text).join(" "),
    role: names && role !== null && role !== "" ? role : null,
  };
}
