import { isRole, type Role } from "#companies/analysis/roles";
import { tagWords } from "#foundation/language/wink";
import { isGenericCompany, isGenericRole, singular } from "./company-words.ts";
import { completeCriteria } from "./complete-criteria.ts";
import { excludedPlaces } from "./excluded-places.ts";
import { namedConditions, operatingPlaces, statedConditions } from "./named-conditions.ts";
import { offerGroup } from "./offer-group.ts";
import { readQuestion } from "./question-reading.ts";
import { unusedWishes } from "./reading-notes.ts";
import { roleOfNoun } from "./role.ts";
import type { Location, SearchCriteria } from "./search-criteria.ts";
import type { StatedConditions } from "./stated-conditions.ts";

/**
 * A thing that is offered. Any one of its modifiers is enough ("network": mobile phone or cable), and any one of its
 * purposes.
 */
export interface OfferForm {
  /** The noun that a company's record must have. */
  head: string;
  modifiers: string[];
  purposes: string[];
}

/** An exclusion: places, or a kind of business with the role that defines it. */
export interface ExclusionForm {
  phrase: string;
  /** ISO 3166-1 alpha-2; empty for a kind of business and for a part of a country. */
  countries: string[];
  /**
   * The subject of the business ("batteries" of "battery makers"); "" for a role alone ("no retailers") and for places.
   */
  about: string;
  role: Role | null;
}

/**
 * Criteria in their logical form: any of the offers with all their details, a role, users, places, and none of the
 * exclusions.
 */
export interface CriteriaForm {
  anyOf: OfferForm[];
  /** Set by "both X and Y": a company must offer each thing of `anyOf`. */
  asksForAll: boolean;
  allOf: string[];
  role: Role | null;
  madeFor: string[];
  /** Where the companies are based; any one is enough. */
  places: Location[];
  /** Names of the places where they have sites or are at work, wherever they are based; any one is enough. */
  operatesIn: string[];
  noneOf: ExclusionForm[];
  like: string[];
  count: number;
  /**
   * Conditions that the prompt states and the constraints do not. A company with an unknown value stays, and the answer
   * says that it is unknown.
   */
  conditions: StatedConditions;
  /**
   * Conditions in the question's words that no field expresses: ownership, listing, age, sizes without a bound, unknown
   * places and orders.
   */
  notUsed: string[];
}

/** Returns the logical form of criteria, completed from their prompt. The flat lists stay as the client sent them. */
export function criteriaForm(sent: SearchCriteria): CriteriaForm {
  const { criteria } = completeCriteria(sent);
  const { keywords, marketRole } = criteria;
  const reading = readQuestion(criteria.userPrompt);
  const own = new Set(reading.offers.map((offer) => offer.toLowerCase()));
  // A feature without its purpose can be an offer: "software" of "software for landlords".
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
    operatesIn: operatingPlaces(criteria),
    noneOf: keywords.irrelevant.map(exclusionForm),
    like: criteria.seedDomains,
    count: criteria.count,
    conditions: statedConditions(criteria),
    notUsed: [...namedConditions(criteria), ...unusedWishes(reading)],
  };
}

/** Joins offers with the same head noun into one offer with alternatives. */
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

/** Analyses an unwanted kind: places, or its subject and its role. */
export function exclusionForm(phrase: string): ExclusionForm {
  const places = excludedPlaces(phrase);
  if (places) {
    // "Companies in Bavaria" leaves out no country.
    const whole = places.filter(({ lines }) => lines.length === 0);
    return { phrase, countries: [...new Set(whole.map(({ country }) => country))], about: "", role: null };
  }
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
