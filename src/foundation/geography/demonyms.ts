import { createRequire } from "node:module";
import { englishCountryNames } from "./countries.ts";
import { DEMONYM_ALIASES } from "./country-names.ts";
import { nameKey } from "./normalise.ts";

/** Nationalities that name more than one country, and one error of the source (Wallis and Futuna are not Welsh). */
const LEFT_OUT = new Set(["central african", "congolese", "dominican", "welsh"]);

let table: Map<string, string> | null = null;

/** Returns look-up keys of demonyms (adjectives and peoples) → alpha-2. "French" is France, not French Guiana. */
export function demonyms(): Map<string, string> {
  if (table) return table;
  const { nationalities } = createRequire(import.meta.url)("i18n-nationality/langs/en.json") as {
    nationalities: Record<string, string>;
  };
  const names = new Map<string, string>();
  for (const [code, list] of Object.entries(DEMONYM_ALIASES)) for (const name of list) names.set(nameKey(name), code);
  for (const [code, name] of Object.entries(nationalities)) {
    const key = nameKey(name);
    // Where there is no adjective, the source repeats the country's name.
    if (/[(,]/.test(name) || LEFT_OUT.has(key) || englishCountryNames().has(key) || names.has(key)) continue;
    names.set(key, code);
  }
  table = names;
  return names;
}
