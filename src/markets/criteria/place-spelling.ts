import { slipsOf } from "#companies/search/slips";
import { countryName, englishCountryNames } from "#foundation/geography/countries";
import { findPlaces } from "#foundation/geography/find-places";
import { baseForm, type PartOfSpeech } from "#foundation/language/wordnet";

/** A capitalised word in the position of a place. */
const PLACE = /\b(in|from|of|and|or|outside|across)\s+(\p{Lu}\p{Ll}{4,})\b/gu;
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

/** Corrects names of countries that are one slip away: "in Isreal" → "in Israel". */
export function withCountriesSpelled(text: string): string {
  return text.replace(PLACE, (whole, preposition: string, word: string) => {
    const known = PARTS.some((pos) => baseForm(word, pos) !== null) || findPlaces(`in ${word}`).length > 0;
    if (known) return whole;
    const names = new Set(slipsOf(word.toLowerCase()).flatMap((slip) => englishCountryNames().get(slip) ?? []));
    const [code] = names;
    return names.size === 1 && code !== undefined ? `${preposition} ${countryName(code)}` : whole;
  });
}
