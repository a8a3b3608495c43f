import { BANDS, type MarketCapBand } from "#companies/market-cap";
import { citySpellings, placesAround } from "#foundation/geography/city-spellings";
import { stateSpellings } from "#foundation/geography/states";
import { foldCase } from "#foundation/language/tokenize";
import { excludedPlaces } from "../criteria/excluded-places.ts";
import { statedConditions } from "../criteria/named-conditions.ts";
import type { Json, SearchCriteria } from "../criteria/search-criteria.ts";
import { surroundingsKm } from "../criteria/surroundings.ts";
import type { DiscoveryPlan, PlanPlace } from "../plan/plan.ts";
import { stateCities } from "../plan/state-cities.ts";

type Conditions = Pick<
  DiscoveryPlan,
  | "places"
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
  return conditions;
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
    if (value === null || (name === "keepUnknown" && typeof value === "boolean")) continue;
    const isShare = number === "minProbability" || number === "targetRecall";
    if (year && typeof value === "number" && Number.isInteger(value))
      conditions.required = { ...conditions.required, [year]: value };
    else if (name === "marketCapBands" && Array.isArray(value) && value.length > 0 && value.every(isBand))
      conditions.required = { ...conditions.required, marketCapBands: value };
    else if (number && typeof value === "number" && Number.isFinite(value) && (!isShare || isWithinOne(value)))
      conditions[number] = value;
    else if (list && Array.isArray(value) && value.every((one): one is string => typeof one === "string"))
      conditions[list] = value.map((text) => text.trim()).filter((text) => text !== "");
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

const isBand = (value: Json): value is MarketCapBand => BANDS.some(({ band }) => band === value);

function isWithinOne(value: number): boolean {
  return value >= 0 && value <= 1;
}

function isEmpty(value: object | string | number | boolean): boolean {
  return typeof value === "object" && Object.keys(value).length === 0;
}
