import { BANDS, type MarketCapBand } from "#companies/market-cap";
import { citySpellings, placesAround } from "#foundation/geography/city-spellings";
import { englishCountryNames } from "#foundation/geography/countries";
import { demonyms } from "#foundation/geography/demonyms";
import { findPlaces, type PlaceMention } from "#foundation/geography/find-places";
import { stateSpellings } from "#foundation/geography/states";
import { contentStems } from "#foundation/language/stem";
import { foldCase } from "#foundation/language/tokenize";
import { excludedPlaces } from "../criteria/excluded-places.ts";
import { operatingPlaces, statedConditions } from "../criteria/named-conditions.ts";
import { toLocations } from "../criteria/places.ts";
import type { Json, SearchCriteria } from "../criteria/search-criteria.ts";
import { surroundingsKm } from "../criteria/surroundings.ts";
import type { DiscoveryPlan, PlanPlace } from "../plan/plan.ts";
import { stateCities } from "../plan/state-cities.ts";

type Conditions = Pick<
  DiscoveryPlan,
  | "places"
  | "operations"
  | "excludedPlaces"
  | "excludeDomains"
  | "minEmployees"
  | "maxEmployees"
  | "minRevenue"
  | "maxRevenue"
  | "required"
  | "stated"
  | "certifications"
  | "minProbability"
  | "targetRecall"
  | "notes"
>;

const NUMBERS = ["minEmployees", "maxEmployees", "minRevenue", "maxRevenue", "minProbability", "targetRecall"] as const;
const LISTS = ["excludeDomains", "certifications"] as const;

/** Reads locations and constraints. Values of an unsupported shape are reported in `notes`. */
export function planConditions(criteria: SearchCriteria): Conditions {
  const conditions: Conditions = {
    places: criteria.locations.map((location) => placeOf(location, criteria.userPrompt)),
    excludedPlaces: criteria.keywords.irrelevant.flatMap((phrase) => excludedPlaces(phrase) ?? []),
    excludeDomains: [],
    minEmployees: null,
    maxEmployees: null,
    minRevenue: null,
    maxRevenue: null,
    required: {},
    stated: statedConditions(criteria),
    certifications: [],
    minProbability: null,
    targetRecall: null,
    notes: [],
  };
  if (criteria.locations.some((one) => one.coordinates && !one.address?.length))
    conditions.notes.push("Coordinates without an address were not used: the whole country was searched.");
  readConstraints(criteria.constraints, conditions);
  const names = operatingPlaces(criteria);
  return names.length === 0 ? conditions : withOperations(conditions, names, criteria.userPrompt);
}

/** Adds the places where the companies must work. A name that is no known place is reported. */
function withOperations(conditions: Conditions, names: readonly string[], prompt: string): Conditions {
  const found = names.map((name) => ({ name, mentions: findPlaces(`in ${name}`) }));
  for (const { name, mentions } of found)
    if (mentions.length === 0)
      conditions.notes.push(`“${name.slice(0, 40)}” was not used as a place of operations: it is no known place.`);
  const mentions = found.flatMap((one) => one.mentions);
  if (mentions.length === 0) return conditions;
  const places = toLocations(mentions, []).map((location) => placeOf(location, prompt));
  return {
    ...conditions,
    operations: { names: mentions.map(({ name }) => name), places, words: wordsOf(mentions, places) },
  };
}

/** Returns the stems of the names by which records may name the places. */
function wordsOf(mentions: readonly PlaceMention[], places: readonly PlanPlace[]): string[][] {
  const countries = new Set(places.filter(({ lines }) => lines.length === 0).map(({ country }) => country));
  const named = [...englishCountryNames(), ...demonyms()].flatMap(([name, code]) =>
    countries.has(code) ? [name] : [],
  );
  const names = [...mentions.map(({ name }) => name), ...named, ...places.flatMap(({ lines }) => lines.flat())];
  const words = names.map((name) => contentStems(name)).filter((stems) => stems.length > 0);
  return [...new Map(words.map((stems) => [stems.join(" "), stems])).values()];
}

function placeOf(location: SearchCriteria["locations"][number], prompt: string): PlanPlace {
  const { country } = location;
  const given = (location.address ?? []).map((line) => foldCase(line).trim()).filter((line) => line !== "");
  const lines = given.map((line) => {
    const spellings = [...new Set([line, ...citySpellings(line, country), ...stateSpellings(line, country)])];
    const km = surroundingsKm(prompt, spellings);
    return [...new Set([...spellings, ...(km === null ? [] : placesAround(line, country, km))])];
  });
  return { country, lines, ...stateCities(given, country), name: location.address?.[0] ?? "" };
}

function readConstraints(constraints: SearchCriteria["constraints"], conditions: Conditions): void {
  if (constraints === null || isEmpty(constraints)) return;
  if (typeof constraints !== "object" || Array.isArray(constraints)) {
    conditions.notes.push("constraints were not used: they are not an object.");
    return;
  }
  for (const [name, value] of Object.entries(constraints)) {
    const year = name === "foundedFrom" || name === "foundedTo" ? name : null;
    const number = NUMBERS.find((one) => one === name);
    const list = LISTS.find((one) => one === name);
    // `operatingPlaces` reads the places of operations, in place of the prompt's.
    const isReadElsewhere =
      (name === "operatesIn" && isTexts(value)) || (name === "keepUnknown" && typeof value === "boolean");
    if (value === null || isReadElsewhere) continue;
    const isShare = number === "minProbability" || number === "targetRecall";
    if (year && typeof value === "number" && Number.isInteger(value))
      conditions.required = { ...conditions.required, [year]: value };
    else if (name === "marketCapBands" && Array.isArray(value) && value.length > 0 && value.every(isBand))
      conditions.required = { ...conditions.required, marketCapBands: value };
    else if (number && typeof value === "number" && Number.isFinite(value) && (!isShare || isWithinOne(value)))
      conditions[number] = value;
    else if (list && isTexts(value)) conditions[list] = value.map((text) => text.trim()).filter((text) => text !== "");
    else
      conditions.notes.push(
        `constraints.${name.slice(0, 40)} was not used: discovery knows no constraint of that shape.`,
      );
  }
  conditions.excludeDomains = conditions.excludeDomains.map((domain) => domain.toLowerCase().replace(/^www\./, ""));
  if (Reflect.get(constraints, "keepUnknown") === true) keepUnknown(conditions);
}

/** Makes the constraints on sizes, years and bands as lenient as the prompt's own: an unknown value passes them. */
function keepUnknown(conditions: Conditions): void {
  const { minEmployees, maxEmployees, minRevenue, maxRevenue } = conditions;
  const sizes = Object.entries({ minEmployees, maxEmployees, minRevenue, maxRevenue });
  const stated = { ...conditions.stated, ...Object.fromEntries(sizes.filter(([, bound]) => bound !== null)) };
  const none = { minEmployees: null, maxEmployees: null, minRevenue: null, maxRevenue: null };
  Object.assign(conditions, { ...none, stated: { ...stated, ...conditions.required }, required: {} });
}

const isTexts = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const isBand = (value: Json): value is MarketCapBand => BANDS.some(({ band }) => band === value);

function isWithinOne(value: number): boolean {
  return value >= 0 && value <= 1;
}

function isEmpty(value: object | string | number | boolean): boolean {
  return typeof value === "object" && Object.keys(value).length === 0;
}
