import { slipsOf } from "../companies/search/slips.ts";
import { countryName, englishCountryNames } from "../geography/countries.ts";
import { findPlaces } from "../geography/find-places.ts";
import { baseForm, type PartOfSpeech } from "../language/wordnet.ts";

/** A capitalised word where a place stands. */
const PLACE = /\b(in|from|of|and|or|outside|across)\s+(\p{Lu}\p{Ll}{4,})\b/gu;
const PARTS: PartOfSpeech[] = ["noun", "verb", "adj", "adv"];

/** The text with names of countries that are one slip of the keys away put right: "in Isreal" → "in Israel". */
export function withCountriesSpelled(text: string): string {
  return text.replace(PLACE, (whole, preposition: string, word: string) => {
    const known = PARTS.some((pos) => baseForm(word, pos) !== null) || findPlaces(`in ${word}`).length > 0;
    if (known) return whole;
    const names = new Set(slipsOf(word.toLowerCase()).flatMap((slip) => englishCountryNames().get(slip) ?? []));
    const [code] = names;
    return names.size === 1 && code !== undefined ? `${preposition} ${countryName(code)}` : whole;
  });
}
