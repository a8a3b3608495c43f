import { baseForm, lexicalClasses, type PartOfSpeech, synsetsOf } from "../language/wordnet.ts";
import { type City, citiesByName } from "./cities.ts";
import { countryName, countryNamesInAllLanguages, englishCountryNames } from "./countries.ts";
import { directionBefore, namedParts } from "./country-parts.ts";
import { demonyms } from "./demonyms.ts";
import { cityByForeignName } from "./foreign-city-names.ts";
import { nameKey, type Word, words } from "./normalise.ts";
import { regions } from "./regions.ts";
import { type State, stateByCode, states } from "./states.ts";
import { townsByName } from "./towns.ts";

/** A place that a text names. `start` inclusive and `end` exclusive are offsets in UTF-16 units. */
export interface PlaceMention {
  start: number;
  end: number;
  text: string;
  /** A part is some states of a country: "southern Germany", "New England". */
  kind: "country" | "demonym" | "region" | "part" | "state" | "city";
  /** Alpha-2 codes: one, or a region's members. */
  codes: string[];
  /** The English name. */
  name: string;
  /** Lines below the country: the state or the city, or the states of a part; null for countries and regions. */
  address: string[] | null;
  /** The direction before a country whose parts are not known: "northern" of "northern Poland". */
  direction?: string;
  /** [latitude, longitude] in degrees of a city, otherwise null. */
  coordinates: [latitude: number, longitude: number] | null;
  /** The preposition before the place ("in", "outside", "to"), carried along lists; null when there is none ("German mills"). */
  preposition: string | null;
}

/** "Bosnia and Herzegovina", "Commonwealth of Independent States", "Central and Eastern European countries". */
const LONGEST_NAME = 5;
/** Population at which a city without a preposition counts ("Shenzhen manufacturers"). */
const WELL_KNOWN = 300_000;
/** Population at which a city is better known than the state of its name. */
const METROPOLIS = 1_000_000;
/** Population at which a city in lower case counts ("in leeds"). */
const KNOWN = 100_000;

/** Prepositions that put something at a place, and those that keep it away or send it there. */
const LOCATING = new Set(
  "besides in across within from around near of throughout inside at outside except excluding en à aus bei im dans desde".split(
    " ",
  ),
);
const PREPOSITIONS = new Set([
  ...LOCATING,
  ..."beyond to into for between towards without like serving entering nach".split(" "),
]);
const LINKS = new Set([
  "and",
  "or",
  "nor",
  "as",
  "well",
  "plus",
  "und",
  "oder",
  "y",
  "et",
  "ou",
  "the",
  "both",
  "either",
]);
/** Words between preposition and name: "in the greater Munich area", "based in northern Italy". */
const FILLERS = new Set(
  "the greater northern southern eastern western central north south east west downtown mainland whole all city state cities parts rest".split(
    " ",
  ),
);
/** "non-EU" is excluded like "outside the EU". */
const NEGATIONS = new Set(["non"]);

/**
 * Finds countries, demonyms, regions, states and cities. The longest name wins. At equal length the order is country,
 * region, demonym, city, state.
 * Words of everyday English ("turkey", "polish", "reading", "nice") count as places only where capitals or a
 * preposition say so.
 * @param isProse leaves out towns and foreign names of cities: in news, who is near Ashby is seldom in Massachusetts
 */
export function findPlaces(text: string, { isProse = false } = {}): PlaceMention[] {
  const found = words(text);
  const mentions: PlaceMention[] = [];
  for (let at = 0; at < found.length; ) {
    const mention = longestAt(text, found, at, mentions.at(-1), isProse);
    if (!mention) {
      at++;
      continue;
    }
    const place = withDirection(text, withStateCode(text, mention.place));
    mentions.push(place);
    at += mention.length;
    while ((found[at]?.start ?? text.length) < place.end) at++;
  }
  return joinCitiesToTheirCountries(text, mentions);
}

function longestAt(
  text: string,
  found: Word[],
  at: number,
  previous: PlaceMention | undefined,
  isProse: boolean,
): { place: PlaceMention; length: number } | null {
  for (let length = Math.min(LONGEST_NAME, found.length - at); length > 0; length--) {
    const span = found.slice(at, at + length);
    const first = span[0];
    const last = span.at(-1);
    if (!first || !last || !isUnbroken(text, span)) continue;
    const key = span.map((word) => word.key).join(" ");
    const written = text.slice(first.start, last.end);
    const preposition = prepositionBefore(text, found, at, previous);
    const place =
      lookUp(key, written, preposition, text.slice(last.end)) ??
      (isProse ? null : lookUpRare(key, written, text.slice(0, first.start), preposition, text.slice(last.end)));
    if (place) return { place: { ...place, start: first.start, end: last.end, text: written, preposition }, length };
  }
  return null;
}

/** Names may span spaces, hyphens, dots of abbreviations and ampersands, but not commas or line ends. */
function isUnbroken(text: string, span: Word[]): boolean {
  return span.every((word, i) => {
    const next = span[i + 1];
    return !next || /^(?:\s|-|–|\.\s?|\s&\s)$/.test(text.slice(word.end, next.start));
  });
}

/**
 * Returns the addresses of a mention within its countries: one for each state of a part. Null stands for a whole
 * country.
 */
export function addressesOf({ kind, address }: PlaceMention): (string[] | null)[] {
  return kind === "part" ? (address ?? []).map((state) => [state]) : [address];
}

/** Narrows a country to the part that a direction before it names: "southern Germany". */
function withDirection(text: string, mention: PlaceMention): PlaceMention {
  const [country = "", ...others] = mention.codes;
  if ((mention.kind !== "country" && mention.kind !== "demonym") || others.length > 0) return mention;
  const direct = directionBefore(text.slice(0, mention.start), country, mention.name);
  if (direct === null) return mention;
  const { text: direction, part } = direct;
  return part === null
    ? { ...mention, direction }
    : { ...mention, kind: "part", name: part.name, address: part.states };
}

type Found = Pick<PlaceMention, "kind" | "codes" | "name" | "address" | "coordinates">;

function lookUp(key: string, written: string, preposition: string | null, after: string): Found | null {
  // The pronoun: "tell us".
  if (key === "us" && !/^U\.?S/.test(written)) return null;
  // Most words are no place, so the slower dictionary is asked only about those that are.
  if (!isPlaceName(key)) return null;
  const capital = /^\p{Lu}/u.test(written);
  const placed = (preposition !== null && LOCATING.has(preposition)) || /^-based/i.test(after);
  if (!capital && !placed && isEverydayWord(key) && !ALWAYS_PLACES.has(key)) return null;
  const part = capital ? namedParts().get(key) : undefined;
  if (part) return { kind: "part", codes: [part.country], name: part.name, address: part.states, coordinates: null };
  // "Scotland" and "Scottish" are in the tables of countries for the sake of directories.
  const nation = states().get(NATIONS_BY_DEMONYM.get(key) ?? key);
  if (nation?.country === "GB") return { ...ofState(nation), kind: NATIONS_BY_DEMONYM.has(key) ? "demonym" : "state" };
  const country = countryAt(key, capital, placed);
  if (country)
    return { kind: "country", codes: [country], name: countryName(country), address: null, coordinates: null };
  const region = regions().get(key);
  // "The Gulf", "the Levant" and abbreviations count only with their capitals: "cis" is also a prefix.
  if (region && (capital || key.length > 5)) {
    return { kind: "region", codes: region.codes, name: region.name, address: null, coordinates: null };
  }
  const demonym = demonyms().get(key);
  if (demonym)
    return { kind: "demonym", codes: [demonym], name: countryName(demonym), address: null, coordinates: null };
  return cityOrState(key, capital, placed, after);
}

/** Prepositions that only a place follows where a capital follows, and the end of a distance. */
const AT_PLACE = new Set("in across within around near throughout inside outside at bei im dans".split(" "));
const DISTANCE_OF = /\b(?:km|kilomet(?:re|er)s?|mi|miles?|radius|area|region|vicinity)\s+(?:of|from|around|to)\s+$/i;

/**
 * Finds names that prose has for other things too: those of large cities in other languages ("Keulen"), and towns of
 * fewer than 15,000 people. They need a capital, a preposition of place, and no sense in English; towns also a distance
 * or their country.
 */
function lookUpRare(
  key: string,
  written: string,
  before: string,
  preposition: string | null,
  after: string,
): Found | null {
  const isPlaced = (preposition !== null && AT_PLACE.has(preposition)) || DISTANCE_OF.test(before);
  if (!isPlaced || !/^\p{Lu}.*\p{Ll}/u.test(written) || key.length < SHORTEST_RARE) return null;
  if (isPlaceName(key) || isKnownWord(key)) return null;
  // "In Pensilvania" is hardly meant for the town in Colombia.
  const isNear =
    preposition === "near" || preposition === "around" || DISTANCE_OF.test(before) || /^,\s*\p{Lu}/u.test(after);
  const town = isNear ? namesakeAt(townsByName().get(key) ?? [], after) : null;
  const city = cityByForeignName(key) ?? town;
  return city ? ofCity(city) : null;
}

/** Minimum length of a rare name. Shorter ones are abbreviations too. */
const SHORTEST_RARE = 4;

/** Whether English has the word for something else than a place. */
function isKnownWord(key: string): boolean {
  if (isCommonWord(key)) return true;
  return PARTS.some((pos) => {
    const base = baseForm(key, pos);
    return base !== null && base !== key;
  });
}

const PARTS: PartOfSpeech[] = ["noun", "verb"];

const NATIONS_BY_DEMONYM = new Map([
  ["scottish", "scotland"],
  ["welsh", "wales"],
  ["northern irish", "northern ireland"],
]);

/** Whether any table has a name with this key. */
const isPlaceName = (key: string): boolean =>
  namedParts().has(key) ||
  englishCountryNames().has(key) ||
  countryNamesInAllLanguages().has(key) ||
  regions().has(key) ||
  demonyms().has(key) ||
  states().has(key) ||
  citiesByName().has(key);

function countryAt(key: string, capital: boolean, placed: boolean): string | null {
  const english = englishCountryNames().get(key);
  if (english) return english;
  // Names in other languages can be English words or first names (Grenade, Maurice), so they need capitals. An English
  // word is such a name only after a preposition ("in Chili").
  return capital && key !== "maurice" && (placed || !isCommonWord(key))
    ? (countryNamesInAllLanguages().get(key) ?? null)
    : null;
}

function cityOrState(key: string, capital: boolean, placed: boolean, after: string): Found | null {
  const state = states().get(key);
  const city = citiesByName().get(key)?.[0];
  if (!state && !city) return null;
  const common = isCommonWord(key);
  if (!capital && (!placed || common)) return null;
  const cityCounts =
    city && (capital ? (placed ? true : city.population >= WELL_KNOWN && !common) : city.population >= KNOWN);
  const stateCounts = state && (placed || !common);
  // "Oregon" is the state, not the town in Ohio; but "Puebla" is the city.
  if (cityCounts && (!stateCounts || city.population >= METROPOLIS)) {
    return ofCity(namesakeAt(citiesByName().get(key) ?? [city], after) ?? city);
  }
  return stateCounts ? ofState(state) : null;
}

/** Picks the namesake in the state or country that follows ("Birmingham, Alabama", "Portland, OR"), otherwise the largest. */
function namesakeAt(namesakes: City[], after: string): City | null {
  const [largest = null] = namesakes;
  const following = /^,\s*(\p{L}[\p{L}. ]*)/u.exec(after)?.[1];
  if (!following || namesakes.length < 2) return largest;
  const next = words(following).map((word) => word.key);
  for (let length = Math.min(4, next.length); length > 0; length--) {
    const name = next.slice(0, length).join(" ");
    const state = states().get(name) ?? (/^[A-Z]{2}\b/.test(following) ? stateByCode("US", name) : null);
    const country = englishCountryNames().get(name);
    const match =
      namesakes.find((city) => state && city.country === state.country && city.adminCode === state.code) ??
      namesakes.find((city) => country && city.country === country);
    if (match) return match;
  }
  return largest;
}

function ofCity(city: City): Found {
  return { kind: "city", codes: [city.country], name: city.name, address: [city.name], coordinates: city.coordinates };
}

function ofState(state: State): Found {
  return { kind: "state", codes: [state.country], name: state.name, address: [state.name], coordinates: null };
}

/** Regions that are no things in lower case either, although WordNet has other senses: "europe preferably". */
const ALWAYS_PLACES = new Set(["europe", "asia", "africa", "oceania", "nordics", "scandinavia"]);

/** Whether the word's main sense in English is no place: "polish", "turkey", "china", "reading". */
function isEverydayWord(key: string): boolean {
  return EVERYDAY.has(key) || isCommonWord(key);
}

/**
 * Names of countries and nations that are things in lower case. For some of them WordNet lists the capitalised sense
 * first.
 */
const EVERYDAY = new Set(
  "china turkey polish jersey chad japan panama jordan guinea finns poles danes turks swedes nordic georgian".split(
    " ",
  ),
);

function isCommonWord(key: string): boolean {
  if (synsetsOf(key, "verb", 1).length > 0 && !demonyms().has(key)) return true;
  const classes = lexicalClasses(key, 1);
  if (classes.length > 0)
    return classes[0] !== "noun.location" && !demonyms().has(key) && !englishCountryNames().has(key);
  return synsetsOf(key, "adj", 1).length > 0 && !demonyms().has(key) && !regions().has(key);
}

function prepositionBefore(text: string, found: Word[], at: number, previous: PlaceMention | undefined): string | null {
  const start = found[at]?.start ?? 0;
  if (previous && isListLink(text.slice(previous.end, start))) return previous.preposition;
  let before = at - 1;
  while (before >= 0 && FILLERS.has(found[before]?.key ?? "") && !breaks(text, found, before)) before--;
  const word = found[before];
  if (!word || breaks(text, found, before)) return null;
  if (NEGATIONS.has(word.key)) return "outside";
  if (word.key === "not" || word.key === "but") return null;
  return PREPOSITIONS.has(word.key) ? word.key : null;
}

/** Whether punctuation stands between this word and the next. */
function breaks(text: string, found: Word[], at: number): boolean {
  const word = found[at];
  const next = found[at + 1];
  return !!word && !!next && /[,;:.!?()]/.test(text.slice(word.end, next.start));
}

/** Whether two mentions form one list, linked by ", ", " and ", " or " or " / ": "Canada and the southern US". */
function isListLink(between: string): boolean {
  if (!/^[\s,/&]*(?:[\p{L}\s,/&]*)$/u.test(between)) return false;
  const linking = words(between);
  const links = linking.slice(0, linking.findLastIndex(({ key }) => !FILLERS.has(key)) + 1);
  return (links.length > 0 || /[,/&]/.test(between)) && links.length <= 4 && links.every(({ key }) => LINKS.has(key));
}

/**
 * Joins a city with its country or state, which only says which city is meant: "Munich, Germany" and "Austin, TX" are
 * one mention each. "Paris, Germany and Spain" stays a list.
 */
function joinCitiesToTheirCountries(text: string, mentions: PlaceMention[]): PlaceMention[] {
  const joined: PlaceMention[] = [];
  for (const mention of mentions) {
    const last = joined.at(-1);
    const specifies =
      last?.address &&
      (mention.kind === "country" || mention.kind === "state") &&
      mention.name !== last.name &&
      // Georgia after a city of the United States is the state.
      (mention.codes[0] === last.codes[0] || states().get(nameKey(mention.text))?.country === last.codes[0]) &&
      /^,\s*$/.test(text.slice(last.end, mention.start));
    if (specifies) joined[joined.length - 1] = { ...last, end: mention.end, text: text.slice(last.start, mention.end) };
    else joined.push(mention);
  }
  return joined;
}

/** Extends a United States city by its state code (", TX"). */
function withStateCode(text: string, mention: PlaceMention): PlaceMention {
  const code =
    mention.kind === "city" && mention.codes[0] === "US" ? /^,\s*([A-Z]{2})\b/.exec(text.slice(mention.end)) : null;
  if (!code || !stateByCode("US", code[1] ?? "")) return mention;
  const end = mention.end + code[0].length;
  return { ...mention, end, text: text.slice(mention.start, end) };
}
