import { slipsOf } from "#companies/search/slips";
import { countryName, countryNamesInAllLanguages, englishCountryNames } from "#foundation/geography/countries";
import { findPlaces } from "#foundation/geography/find-places";
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

/**
 * Returns the names of countries in a text that are one slip away, with the country's name: "Isreal", "Israel". A short
 * name counts only in a list with a country, which may have a slip itself: "Turky and Inda".
 */
export function countrySlips(text: string): [said: string, country: string][] {
  const slips = slipsIn(text);
  return slips.length === 0 ? [] : [...slips, ...countrySlips(spelled(text, slips))];
}

function slipsIn(text: string): [said: string, country: string][] {
  return [...text.matchAll(PLACE)].flatMap(({ index, 1: preposition = "", 2: word = "" }): [string, string][] => {
    const isListed = /^(?:and|or|)$/.test(preposition) && endsWithPlace(text.slice(0, index));
    if (!isListed && (preposition === "" || word.length < SHORTEST_ALONE)) return [];
    // WordNet has "Nederland", of which "Nederlands" looks like a plural.
    const isWord = PARTS.some((pos) => {
      const base = baseForm(word, pos);
      return base !== null && !countryNamesInAllLanguages().has(base.toLowerCase());
    });
    if (isWord || findPlaces(`in ${word}`).length > 0) return [];
    const slips = slipsOf(word.toLowerCase());
    const named = (names: Map<string, string>) => [...new Set(slips.flatMap((slip) => names.get(slip) ?? []))];
    const inEnglish = named(englishCountryNames());
    const isPlaced = AT_PLACE.test(preposition) || isListed;
    const codes = inEnglish.length > 0 || !isPlaced ? inEnglish : named(countryNamesInAllLanguages());
    const [code] = codes;
    return codes.length === 1 && code !== undefined ? [[word, countryName(code)]] : [];
  });
}

/** Corrects names of countries that are one slip away: "in Isreal" → "in Israel". */
export const withCountriesSpelled = (text: string): string => spelled(text, countrySlips(text));

function spelled(text: string, slips: readonly [said: string, country: string][]): string {
  const countries = new Map(slips);
  return text.replace(PLACE, (said, _, word: string) => said.replace(word, countries.get(word) ?? word));
}
