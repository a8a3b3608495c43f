import { citiesByName } from "#foundation/geography/cities";
import { nameKey } from "#foundation/geography/normalise";
import { baseForm } from "#foundation/language/wordnet";
import { isOwnDomain } from "../linking/brand-labels.ts";
import { companyNames } from "../linking/company-names.ts";
import { nameContinues, namesAgree } from "../linking/names-agree.ts";

/** The fields by which two records with one domain are compared. */
export interface SharedDomainRecord {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  city: string | null;
  isin: string | null;
  /** The beginning of its description. */
  opening: string;
}

/**
 * Whether a record is another company than the known one at its domain: both its country and its name differ. One ISIN
 * or one city makes them one company whatever the country says. So does a description that opens with the other's name,
 * as a renamed company's does. A longer name is another company's ("Oracle Financial Services", Mumbai), unless its
 * country cannot be right ("Toyota Motor", a US company in Toyota). An ISIN of a third country outweighs the country:
 * "Aurubis AG, Paris" with a German ISIN is not Rubis of Paris.
 */
export function isOtherCompany(row: SharedDomainRecord, known: SharedDomainRecord): boolean {
  const country = namesIsinOfElsewhere(row) ? row.isin.slice(0, 2) : row.country;
  if (country === null || known.country === null || country === known.country) return false;
  if (row.isin !== null && row.isin === known.isin) return false;
  if (isSameCity(row, known) || areNamed(row, known) || areNamed(known, row)) return false;
  return !(nameContinues(row.name, known.name) && keepsKnownPlace(row, known));
}

/** Prefixes of ISINs for receipts and for shares listed abroad: they tell nothing about the head office. */
const LISTED_ABROAD = new Set("US CA GB XS AN BM BS CH CY GG GI IE IM JE KY LR LU MH MT NL PA SG VG".split(" "));

/** Whether a record's ISIN contradicts its country, and is of a country where few foreign companies are listed. */
function namesIsinOfElsewhere(row: SharedDomainRecord): row is SharedDomainRecord & { isin: string } {
  if (row.isin === null || row.country === null) return false;
  const of = row.isin.slice(0, 2);
  return of !== row.country && !LISTED_ABROAD.has(of);
}

/**
 * Whether a record has the name of a third company by mistake. Its description opens with the known company's name, and
 * the domain is named after the known company. For example, "Dropbox, Inc." at box.com opens with "Box, Inc. provides
 * …".
 */
export function hasMistakenName(domain: string, row: SharedDomainRecord, known: SharedDomainRecord): boolean {
  if (namesAgree(row.name, known.name) || isNamedAfter(domain, row) || !isNamedAfter(domain, known)) return false;
  const opening = openingName(row.opening);
  return opening !== "" && namesAgree(opening, known.name);
}

/** Whether a record's name, or the name that opens its description, is the other's. */
function areNamed(row: SharedDomainRecord, other: SharedDomainRecord): boolean {
  if (namesAgree(row.name, other.name)) return true;
  const opening = openingName(row.opening);
  return opening !== "" && namesAgree(opening, other.name);
}

/** Words at the end of an opening that belong to what follows: "Makes and", "Broker of". */
const TRAILING = /(?:\s+(?:of|and|the|de))+$/;
/** Words that follow a noun, not a name: "Bank for households". */
const AFTER_NOUN = /^\s*(?:for|of|in|at|with|on)\b/;

/**
 * Returns the name that opens a description: "Gen Digital" of "Gen Digital Inc. delivers a wide array of …". It ends at
 * the first comma or word in lower case. Returns "" where the description opens with what the company does, as "Makes
 * and sells sofas" and "Designs, manufactures and sells pumps" do.
 */
export function openingName(description: string): string {
  const [, opening = ""] =
    /^((?:(?:[\p{Lu}\p{N}&][^\s,]*|of|and|the|de)\s+)+)\p{Ll}/u.exec(description) ??
    /^([^,]{2,80}),/.exec(description) ??
    [];
  const name = opening.trim().replace(TRAILING, "");
  const following = description.slice(name.length);
  return !name.includes(" ") && (isDeed(name, following) || isKind(name, following)) ? "" : name;
}

/** Verbs that follow a company's name: "Mars makes chocolate". */
const AFTER_NAME =
  /^\s*(?:is|was|has|operates|provides|engages|offers|develops|manufactures|produces|makes|sells|owns|designs|delivers|supplies|invests|focuses|explores|runs)\b/;
/** The verb that goes on after a comma: "Designs, manufactures and sells". */
const NEXT_VERB = /^,\s*(\p{Ll}+)/u;

/** Whether the third person of a verb opens the text, and is no name: "Makes sofas", and not "Mars makes". */
function isDeed(word: string, following: string): boolean {
  if (!isThirdPerson(word)) return false;
  if (following.startsWith(",")) return isThirdPerson(NEXT_VERB.exec(following)?.[1] ?? "");
  return !AFTER_NAME.test(following);
}

/** Whether a common noun opens the text, with what it is for or of. */
const isKind = (word: string, following: string): boolean =>
  AFTER_NOUN.test(following) && baseForm(word, "noun") !== null;

/** Whether a word is an English verb in the third person: "makes", and not "compass". */
function isThirdPerson(word: string): boolean {
  const base = /s$/i.test(word) ? baseForm(word, "verb") : null;
  return base !== null && base !== word.toLowerCase();
}

const isSameCity = (one: SharedDomainRecord, other: SharedDomainRecord): boolean =>
  one.city !== null && other.city !== null && nameKey(one.city) === nameKey(other.city);

/**
 * Whether to keep the known record's place against a row of another country. Lists of shares give the stock exchange's
 * country with the head office's city ("Paris, US"). Where both name one city, the country whose city of that name has
 * more people is right. Otherwise a country without such a city is wrong where the known one has it.
 */
export function keepsKnownPlace(row: SharedDomainRecord, known: SharedDomainRecord): boolean {
  if (row.country === null || known.country === null || row.city === null) return false;
  const namesakes = citiesByName().get(nameKey(row.city)) ?? [];
  const people = (country: string) => namesakes.find((city) => city.country === country)?.population ?? 0;
  if (isSameCity(row, known)) return people(known.country) >= people(row.country);
  return people(row.country) === 0 && people(known.country) > 0;
}

/**
 * Returns the owner of a domain among its records, best first: the first that is named like the domain, otherwise the
 * first. "Acme (India)" is named after Acme.
 */
export function ownerOf<R extends SharedDomainRecord>(domain: string, records: readonly R[]): R | undefined {
  return records.find((record) => !record.name.includes("(") && isNamedAfter(domain, record)) ?? records[0];
}

const isNamedAfter = (domain: string, { name }: SharedDomainRecord): boolean =>
  companyNames({ name, domain: "" }).some(({ key }) => isOwnDomain(domain, key));
