import { nameKey } from "#foundation/geography/normalise";
import { brandLabels, siteLabel } from "../linking/brand-labels.ts";
import { companyNames, legalFormsOf, withoutLegalForms } from "../linking/company-names.ts";
import { groupWord, isGroupWord, isLegalForm, legalForm } from "../linking/legal-forms.ts";
import { joinedKey, type NameWord, nameWords } from "../linking/name-words.ts";
import { nameContinues, namesAgree } from "../linking/names-agree.ts";
import { isPropertyFund, stemsOfTrade, tradeOverlap } from "../linking/trade.ts";
import { openingName } from "../records/shared-domain.ts";

/** The fields by which two companies are compared. */
export interface ComparedCompany {
  name: string;
  /** "" where a register does not know it. */
  domain: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  city: string | null;
  isin: string | null;
  lei: string | null;
  description: string;
}

/** Evidence that two companies are one, or are not. */
export interface Ground {
  ground: GroundName;
  points: number;
}

/** The relation between two companies. */
export type IdentityOutcome = "same" | "related" | "unsure" | "different";

export interface Comparison {
  outcome: IdentityOutcome;
  /** Sum of the points. */
  score: number;
  grounds: Ground[];
}

/**
 * Points for and against one company (docs/identity.md), set on the development half of the labelled pairs. An ISIN
 * counts only together with a matching name, because directories give many to the wrong company.
 */
const POINTS = {
  sameLei: 8,
  otherLei: -8,
  sameIsin: 2,
  sameName: 3,
  formerName: 3,
  siteName: 0.5,
  otherName: -6,
  otherNameAtSite: -1,
  sameDomain: 5,
  sameLabel: 2,
  otherLabel: -1,
  sameCity: 1.5,
  sameCountry: 0.5,
  otherCountry: -4,
  sameTrade: 0.5,
  otherTrade: -2,
  otherForm: -2,
  otherPart: -3,
  otherText: -3,
  otherStructure: -5,
} as const;
type GroundName = keyof typeof POINTS;

/** The grounds in words, as docs/identity.md has them. */
export const GROUND_WORDS: Readonly<Record<GroundName, string>> = {
  sameLei: "one LEI",
  otherLei: "two LEIs",
  sameIsin: "one ISIN",
  sameName: "names that agree",
  formerName: "a text that opens with the other's name",
  siteName: "a site with the other's name",
  otherName: "another name",
  otherNameAtSite: "another name at the domain",
  sameDomain: "one domain",
  sameLabel: "one label at two suffixes",
  otherLabel: "labels that have nothing in common",
  sameCity: "one city",
  sameCountry: "one country",
  otherCountry: "another country",
  sameTrade: "texts about one trade",
  otherTrade: "texts about two trades",
  otherForm: "other legal forms",
  otherPart: "other parts in brackets",
  otherText: "a text about a third company",
  otherStructure: "a holding or a fund and another company of its group",
};

/** Longest beginning of a text that is a name, in characters; a longer one is a sentence. */
const LONGEST_NAME = 60;
/** Number of characters of a description that are compared. */
export const COMPARED_DESCRIPTION = 1_000;
/**
 * Shares of common words of trade. From `one` on, two texts are about one trade, and below `two` about two. Set on the
 * development half, where most namesakes of two trades share less than 0.25.
 */
const TRADE_SHARES = { one: 0.3, two: 0.2 } as const;
/** Numbers of words of trade in the shorter text from which it can be of one trade, or of another. */
const TRADE_WORDS = { one: 2, two: 8 } as const;
/** Score from which two companies are one. */
const SAME = 4;
/** Score from which a person is asked. */
const UNSURE = 2.5;

/** Compares two companies by identifiers, names, sites and places. Symmetric. */
export function compareCompanies(one: ComparedCompany, other: ComparedCompany): Comparison {
  const grounds = groundsOf(one, other).map((ground) => ({ ground, points: POINTS[ground] }));
  const score = grounds.reduce((sum, { points }) => sum + points, 0);
  return { score, grounds, outcome: outcomeOf(score, grounds, one, other) };
}

function outcomeOf(
  score: number,
  grounds: readonly Ground[],
  one: ComparedCompany,
  other: ComparedCompany,
): IdentityOutcome {
  if (score >= SAME) return "same";
  const has = (name: GroundName) => grounds.some(({ ground }) => ground === name);
  // One share under one name is one company, or a record with another's data. A person sees which.
  if (score >= UNSURE || (has("sameIsin") && !has("otherLei"))) return "unsure";
  return areOfOneHouse(one, other) ? "related" : "different";
}

function groundsOf(one: ComparedCompany, other: ComparedCompany): GroundName[] {
  const grounds: GroundName[] = [];
  const agree = namesAgree(one.name, other.name);
  const former = !agree && (isFormer(one, other) || isFormer(other, one));
  const sited = !agree && !former && (isNamedAtSite(one, other) || isNamedAtSite(other, one));
  if (one.lei !== null && other.lei !== null) grounds.push(one.lei === other.lei ? "sameLei" : "otherLei");
  if (one.isin !== null && one.isin === other.isin && (agree || former)) grounds.push("sameIsin");
  const site = siteGround(one, other);
  const unlike = site === "sameDomain" ? "otherNameAtSite" : "otherName";
  grounds.push(agree ? "sameName" : former ? "formerName" : sited ? "siteName" : unlike);
  if (site !== null) grounds.push(site);
  if (isSameCity(one, other)) grounds.push("sameCity");
  else if (speaksOfAnother(one, other) || speaksOfAnother(other, one)) grounds.push("otherText");
  if (one.country !== null && other.country !== null) {
    if (one.country === other.country) grounds.push("sameCountry");
    // Lists of shares give the stock exchange's country with the head office's city.
    else if (!isSameCity(one, other)) grounds.push("otherCountry");
  }
  const trade = agree || former || sited ? tradeGround(one, other) : null;
  if (trade !== null) grounds.push(trade);
  if (haveOtherForms(one.name, other.name)) grounds.push("otherForm");
  if (arePartsOfOne(one.name, other.name)) grounds.push("otherPart");
  if (site !== "sameDomain" && haveOtherStructures(one, other)) grounds.push("otherStructure");
  return grounds;
}

/** Whether one's description opens with the other's name: a renamed company, or a former name above a new text. */
const isFormer = ({ description }: ComparedCompany, { name }: ComparedCompany): boolean => {
  const opening = openingName(description);
  return opening !== "" && namesAgree(opening, name);
};

/** Whether a record's text is about a company with a third name, so that its own name is wrong. */
function speaksOfAnother({ name, description }: ComparedCompany, other: ComparedCompany): boolean {
  const opening = openingName(description);
  const isOf = (known: string) => namesAgree(opening, known) || nameContinues(opening, known);
  return opening !== "" && opening.length <= LONGEST_NAME && !isOf(name) && !isOf(other.name);
}

function siteGround(one: ComparedCompany, other: ComparedCompany): "sameDomain" | "sameLabel" | "otherLabel" | null {
  if (one.domain === "" || other.domain === "") return null;
  if (one.domain === other.domain) return "sameDomain";
  const [a, b] = [[...brandLabels(one.domain)], [...brandLabels(other.domain)]];
  if (a.some((label) => b.includes(label))) return "sameLabel";
  return a.some((label) => b.some((another) => label.includes(another) || another.includes(label)))
    ? null
    : "otherLabel";
}

/**
 * Whether one name continues the other, and the first company's site spells the other's name. "Toppan Printing" at
 * toppan.co.jp is Toppan, and "ALD" at aldautomotive.com is ALD Automotive.
 */
function isNamedAtSite(one: ComparedCompany, other: ComparedCompany): boolean {
  const isSite = siteLabel(one.domain) === joinedKey(withoutLegalForms(nameWords(other.name)));
  return isSite && nameContinues(one.name, other.name);
}

/** Whether the texts are about one trade, or about two; null where they do not tell. */
function tradeGround(one: ComparedCompany, other: ComparedCompany): "sameTrade" | "otherTrade" | null {
  const stemsOf = ({ name, description }: ComparedCompany) =>
    stemsOfTrade({ name, labels: [], description: description.slice(0, COMPARED_DESCRIPTION) });
  const [a, b] = [stemsOf(one), stemsOf(other)];
  const share = tradeOverlap(a, b, TRADE_WORDS.one);
  if (share === null) return null;
  if (share >= TRADE_SHARES.one) return "sameTrade";
  return share < TRADE_SHARES.two && Math.min(a.size, b.size) >= TRADE_WORDS.two ? "otherTrade" : null;
}

/** Whether the names have different texts in brackets: "Asian Hotels (North)" and "Asian Hotels (West)". */
function arePartsOfOne(one: string, other: string): boolean {
  const partOf = (name: string) =>
    joinedKey(nameWords(/\(([^)]*)\)/.exec(name)?.[1] ?? "").filter(({ key }) => !isLegalForm(key)));
  const [a, b] = [partOf(one), partOf(other)];
  return a !== "" && b !== "" && a !== b;
}

/**
 * Whether the names are those of two companies of one group. One may be a property fund, or a holding with a text of
 * its own ("Acme Holdings", "Acme Co., Ltd."). A name without any form ("Acme") is a brand of either.
 */
function haveOtherStructures(one: ComparedCompany, other: ComparedCompany): boolean {
  if (isPropertyFund(one.name) !== isPropertyFund(other.name)) return true;
  if (one.description === "" || other.description === "") return false;
  const [a, b] = [structureOf(one.name), structureOf(other.name)];
  const isBrand = (name: string, structure: string) => structure === "" && hasNoForm(nameWords(name));
  return a !== b && !isBrand(one.name, a) && !isBrand(other.name, b);
}

const hasNoForm = (words: NameWord[]): boolean => withoutLegalForms(words).length === words.length;

/** Returns the words of a name for a group's structure, in one spelling: "group holding". */
const structureOf = (name: string): string =>
  nameWords(name)
    .filter(({ key }) => isGroupWord(key) && key !== "the")
    .map(({ key }) => groupWord(key))
    .sort()
    .join(" ");

const isSameCity = (one: ComparedCompany, other: ComparedCompany): boolean =>
  one.city !== null && other.city !== null && nameKey(one.city) === nameKey(other.city);

/** Whether both names have legal forms, but none in common: "Daiken Corporation" and "Daiken Co., Ltd.". */
function haveOtherForms(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => new Set(legalFormsOf(name).map(legalForm)));
  return a !== undefined && b !== undefined && a.size > 0 && b.size > 0 && ![...a].some((form) => b.has(form));
}

/**
 * Whether both names begin with one name ("Tata Steel", "Tata Steel Long Products"), or the domains have one label at
 * two suffixes.
 */
function areOfOneHouse(one: ComparedCompany, other: ComparedCompany): boolean {
  const keys = (company: ComparedCompany) => companyNames(company).map(({ key }) => key);
  const [a, b] = [keys(one), keys(other)];
  return a.some((key) => b.some((another) => key.length >= 4 && (another.startsWith(key) || key.startsWith(another))));
}
