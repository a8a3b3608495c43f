import { slipsOf } from "#companies/search/slips";
import { countryName, countryNamesInAllLanguages, englishCountryNames } from "#foundation/geography/countries";
import { findPlaces } from "#foundation/geography/find-places";
import { regions } from "#foundation/geography/regions";
import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";

/** A capitalised word in the position of a place. */
const PLACE = /(?:\b(in|from|of|and|or|outside|across)|,)\s+(\p{Lu}\p{Ll}{3,})(?!\p{L})/gu;
/** Minimum length of a name by itself. In a list with other places, a name may be shorter. */
const SHORTEST_ALONE = 5;
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];

const CONTINENTS: Record<string, string> = {
  african: "Africa",
  asian: "Asia",
  european: "Europe",
  "latin american": "Latin America",
  "north american": "North America",
  "south american": "South America",
};
const OF_CONTINENT = new RegExp(
  String.raw`\b(?:(?:other|further|neighbou?ring|all|any|some) )?(${Object.keys(CONTINENTS).join("|")}) (?:countr(?:y|ies)|nations?)\b`,
  "gi",
);

/** Names continents: "in Spain or other European countries" → "in Spain or Europe". */
export const withContinentsNamed = (text: string): string =>
  text.replace(OF_CONTINENT, (whole, adjective: string) => CONTINENTS[adjective.toLowerCase()] ?? whole);

/** Prepositions after which a capital is a place, so that names in other languages are tried too: "in Nederlands". */
const AT_PLACE = /^(?:in|outside|across)$/;

/** Characters that the longest names of places have. */
const LONGEST_NAME = 60;

/** Whether a text ends with a place, so that a name in the same list is one too: "Belgium and Nederlands". */
function endsWithPlace(text: string): boolean {
  const end = text.slice(-LONGEST_NAME).trimEnd();
  return findPlaces(end).at(-1)?.end === end.length;
}

/** Names that several countries share, in lower case. */
const SHARED_NAMES = new Map([["congo", ["CD", "CG"]]]);

interface SharedName {
  said: string;
  start: number;
  end: number;
  /** The countries that have it. */
  countries: string[];
}

/** Finds the names in a text that several countries share: "the Congo", but not "DR Congo". */
export const sharedNames = (text: string): SharedName[] =>
  findPlaces(text).flatMap(({ text: said, start, end }) => {
    const countries = SHARED_NAMES.get(said.toLowerCase())?.map(countryName);
    return countries === undefined ? [] : { said, start, end, countries };
  });

/** Names all countries that share a name: "in the Congo" → "in the DR Congo, Republic of the Congo". */
export const withSharedNames = (text: string): string =>
  sharedNames(text).reduceRight(
    (changed, { start, end, countries }) => changed.slice(0, start) + countries.join(", ") + changed.slice(end),
    text,
  );

/**
 * Returns the names of countries and regions in a text that are one slip away, or only begun, with the whole name: "Isreal",
 * "Israel"; "Europ", "Europe". A short name counts only in a list with a place, which may have a slip itself: "Turky and
 * Inda".
 */
export function placeSlips(text: string): [said: string, place: string][] {
  const slips = slipsIn(text);
  return slips.length === 0 ? [] : [...slips, ...placeSlips(spelled(text, slips))];
}

function slipsIn(text: string): [said: string, place: string][] {
  const known = findPlaces(text);
  return [...text.matchAll(PLACE)].flatMap(
    ({ index, 0: said, 1: preposition = "", 2: word = "" }): [string, string][] => {
      // "In Hong Kong": a word of a known place.
      const start = index + said.lastIndexOf(word);
      if (known.some((place) => place.start <= start && start < place.end)) return [];
      const isListed = /^(?:and|or|)$/.test(preposition) && endsWithPlace(text.slice(0, index));
      if (!isListed && (preposition === "" || word.length < SHORTEST_ALONE)) return [];
      // WordNet has "Nederland", of which "Nederlands" looks like a plural.
      const isWord = PARTS.some((pos) => {
        const base = baseForm(word, pos);
        return base !== null && !countryNamesInAllLanguages().has(base.toLowerCase());
      });
      if (isWord || findPlaces(`in ${word}`).length > 0) return [];
      const isPlaced = AT_PLACE.test(preposition) || isListed;
      const place =
        onlyOne(slipsOf(word.toLowerCase()), isPlaced) ??
        (isPlaced && word.length >= SHORTEST_ALONE ? begunBy(word.toLowerCase()) : null);
      return place === null ? [] : [[word, place]];
    },
  );
}

/** Returns the country or the region that has one of the spellings; null where several have. Names in English go before others. */
function onlyOne(spellings: string[], isPlaced: boolean): string | null {
  const named = (names: Map<string, string>) => [...new Set(spellings.flatMap((one) => names.get(one) ?? []))];
  const english = named(englishCountryNames());
  const codes = english.length > 0 || !isPlaced ? english : named(countryNamesInAllLanguages());
  const regional = isPlaced ? spellings.flatMap((one) => regions().get(one)?.name ?? []) : [];
  const found = [...new Set([...codes.map(countryName), ...regional])];
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Returns the only country or region whose English name begins so. */
function begunBy(beginning: string): string | null {
  const begun = (name: string) => name.startsWith(beginning) && !name.includes(" ");
  const countries = [...englishCountryNames()].filter(([name]) => begun(name)).map(([, code]) => countryName(code));
  const regional = [...regions()].filter(([name]) => begun(name)).map(([, { name }]) => name);
  const found = [...new Set([...countries, ...regional])];
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Corrects names of countries and regions that are one slip away or only begun: "in Isreal" → "in Israel". */
export const withPlacesSpelled = (text: string): string => spelled(text, placeSlips(text));

function spelled(text: string, slips: readonly [said: string, place: string][]): string {
  const places = new Map(slips);
  return text.replace(PLACE, (said, _, word: string) => said.replace(word, places.get(word) ?? word));
}
