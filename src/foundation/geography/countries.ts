import { COUNTRY_ALIASES, ENDONYMS } from "./country-names.ts";
import { iso, LANGUAGES } from "./iso-countries.ts";
import { nameKey } from "./normalise.ts";

let englishNames: Map<string, string> | null = null;
let allNames: Map<string, string> | null = null;

/**
 * Whether a code is ISO 3166-1 alpha-2 in capitals. Kosovo's user-assigned XK counts, because registers and statistics
 * use it.
 */
export function isCountryCode(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && iso().isValid(code);
}

/**
 * Returns the English name of a code, "" for an unknown one. Of "Türkiye, Turkey" and "People's Republic of China,
 * China" the first is not always the common one.
 */
export function countryName(code: string): string {
  return COMMON_NAMES[code] ?? iso().getName(code, "en", { select: "official" }) ?? "";
}

/** Common names where the list's first name is another. */
const COMMON_NAMES: Record<string, string> = {
  BN: "Brunei",
  CD: "DR Congo",
  CI: "Ivory Coast",
  CN: "China",
  CG: "Republic of the Congo",
  CZ: "Czechia",
  FK: "Falkland Islands",
  FM: "Micronesia",
  GM: "Gambia",
  IR: "Iran",
  LA: "Laos",
  MD: "Moldova",
  MK: "North Macedonia",
  PS: "Palestine",
  RU: "Russia",
  SY: "Syria",
  TR: "Turkey",
  TW: "Taiwan",
  TZ: "Tanzania",
  US: "United States",
  VA: "Vatican City",
  VG: "British Virgin Islands",
  VI: "US Virgin Islands",
};

/** Returns look-up keys of the English names and aliases of all countries → alpha-2. */
export function englishCountryNames(): Map<string, string> {
  if (englishNames) return englishNames;
  const names = new Map<string, string>();
  addNames(names, COUNTRY_ALIASES);
  addLanguage(names, "en");
  for (const code of Object.keys(iso().getAlpha2Codes())) addName(names, countryName(code), code);
  englishNames = names;
  return names;
}

/** Like `englishCountryNames`, plus the names in the other languages and the endonyms. */
export function countryNamesInAllLanguages(): Map<string, string> {
  if (allNames) return allNames;
  const names = new Map(englishCountryNames());
  for (const language of LANGUAGES.slice(1)) addLanguage(names, language);
  for (const [code, list] of Object.entries(iso().getNames("de", { select: "all" })))
    for (const name of list) for (const form of germanCases(name)) addName(names, form, code);
  addNames(names, ENDONYMS);
  allNames = names;
  return names;
}

/** "In den Niederlanden", "die Brauereien Polens". */
const germanCases = (name: string): string[] => [name.replace(/e(?!\p{L})/gu, "en"), `${name}s`];

function addLanguage(names: Map<string, string>, language: string): void {
  for (const [code, list] of Object.entries(iso().getNames(language, { select: "all" }))) {
    for (const name of list) {
      addName(names, name, code);
      // "Korea, Republic of" is "Republic of Korea" in prose; the bare part before the comma may be another country.
      const inverted = /^([^,]+), (.+)$/.exec(name);
      if (inverted) addName(names, `${inverted[2]} ${inverted[1]}`, code);
    }
  }
}

function addNames(names: Map<string, string>, table: Record<string, string[]>): void {
  for (const [code, list] of Object.entries(table)) for (const name of list) addName(names, name, code);
}

function addName(names: Map<string, string>, name: string, code: string): void {
  const key = nameKey(name).replace(/^the /, "");
  if (key && !names.has(key)) names.set(key, code);
}

/**
 * Returns the alpha-2 code of a country in any usual spelling. Null when it is no country.
 * Understands English and six other languages, former names, alpha-2 and alpha-3 codes, a leading "The", and missing
 * diacritics.
 */
export function resolveCountryName(name: string): string | null {
  const key = nameKey(name.replace(/\([^)]*\)/g, " ")).replace(/^the /, "");
  const byName = countryNamesInAllLanguages().get(key) ?? countryNamesInAllLanguages().get(nameKey(name));
  if (byName) return byName;
  const code = name.trim().toUpperCase();
  if (isCountryCode(code)) return code;
  return /^[A-Z]{3}$/.test(code) ? (iso().alpha3ToAlpha2(code) ?? null) : null;
}
