import { citiesByName } from "#foundation/geography/cities";
import { resolveCountryName } from "#foundation/geography/countries";
import { nameKey } from "#foundation/geography/normalise";
import type { State } from "#foundation/geography/states";
import { stateByCode, states } from "#foundation/geography/states";

export interface Headquarters {
  country: string | null;
  state: string | null;
  city: string | null;
}

const NOWHERE: Headquarters = { country: null, state: null, city: null };

/**
 * "Commerzbank Tower , Frankfurt am Main , Germany" → DE, Frankfurt am Main. Of several seats in one text the first
 * counts; what names none, or two at once ("Registered office : … Corporate headquarters : …"), gives nothing.
 */
export function readHeadquarters(raw: unknown): Headquarters {
  if (typeof raw !== "string" || raw.includes(":")) return NOWHERE;
  const beforeBracket = raw.replace(/[\u200b\ufeff]/g, "").split("(")[0] ?? "";
  const parts = beforeBracket
    .split(",")
    .map((part) =>
      part
        .replace(/〒?\d{3}[-–]\d{4}/g, " ")
        .replace(/\s+/g, " ")
        .replace(/\.$/, "")
        .trim(),
    )
    .filter((part) => part !== "");
  const last = parts.at(-1);
  if (last === undefined) return NOWHERE;

  const americanState = findAmericanState(parts.map(withoutCountryAndCode));
  if (americanState !== null) {
    const before = parts[americanState.index - 1];
    const city = americanState.city ?? (before === undefined ? null : (cityOf([before], "US") ?? plainName(before)));
    return { country: "US", state: americanState.name, city };
  }
  const trailing = last.split(" ").slice(-2).join(" ");
  const sovereign = countryOf(last) ?? countryOf(trailing) ?? countryOf(last.split(" ").at(-1) ?? "");
  if (sovereign === null) return NOWHERE;
  // "Hong Kong, China" and "San Juan, Puerto Rico, U.S.": the territory has a code of its own.
  const country = countryOf(parts.at(-2) ?? "") ?? sovereign;
  const rest = parts.slice(0, -1).filter((part) => countryOf(part) === null);
  const lastWords = last.split(" ").slice(0, -1).join(" ");
  const candidates = lastWords === "" ? rest : [...rest, lastWords.replace(/[\d–-]+/g, " ").trim()];
  const region = rest.map((part) => states().get(nameKey(part))).find((state) => state?.country === country);
  return {
    country,
    state: region?.name ?? null,
    city: cityOf(candidates, country) ?? (rest.length === 1 && rest[0] !== undefined ? plainName(rest[0]) : null),
  };
}

function countryOf(text: string): string | null {
  // "Georgia" and "Jersey" end American addresses too; those are read before this is asked.
  return text === "" ? null : resolveCountryName(text.replace(/^the /i, ""));
}

/** "Texas 77002 U.S." → "Texas". */
function withoutCountryAndCode(part: string): string {
  return part
    .replace(/(?<=\S)\s+(?:U\.?S\.?A?|United States)$/i, "")
    .replace(/\s+\d{5}(?:-\d{4})?$/, "")
    .replace(/\s+\d+°.*$/, "")
    .trim();
}

/** The rightmost part that is a state of the United States, where nothing after it names another country. */
function findAmericanState(parts: readonly string[]): { index: number; name: string; city: string | null } | null {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] ?? "";
    if (parts.slice(index + 1).some((text) => countryOf(text) !== "US")) return null;
    if (/\bNew York City$/i.test(part)) return { index, name: "New York", city: "New York City" };
    if (/^(?:D\.?C|District of Columbia)$/i.test(part))
      return { index, name: "District of Columbia", city: "Washington" };
    const state = americanState(part);
    // A single "Georgia" is the country, "Washington" alone the capital.
    if (state !== null && index > 0) return { index, name: state.name, city: null };
  }
  return null;
}

function americanState(part: string): State | null {
  if (/^New York$/i.test(part)) return stateByCode("US", "NY");
  // Seats name countries in full: "Tempe, AZ" is Arizona and not Azerbaijan.
  if (/^[A-Z]{2}$/.test(part) && part !== "US" && part !== "UK") return stateByCode("US", part);
  const state = states().get(nameKey(part));
  return state?.country === "US" ? state : null;
}

/** The part that names the largest city of the country: streets, towers and wards are smaller or no cities at all. */
function cityOf(parts: readonly string[], country: string): string | null {
  let best: { name: string; population: number } | null = null;
  for (const part of parts) {
    const city = citiesByName()
      .get(nameKey(part))
      ?.find((candidate) => candidate.country === country);
    if (city !== undefined && (best === null || city.population > best.population))
      best = { name: part, population: city.population };
  }
  return best?.name ?? null;
}

/** A name of letters only, for towns that the table of cities is too coarse for. */
function plainName(part: string): string | null {
  return /^\p{Lu}[\p{L} .'’-]{1,40}$/u.test(part) &&
    !/\b(?:Tower|Building|Center|Centre|Street|House|Park|Plaza|Avenue)\b/.test(part)
    ? part
    : null;
}
