import { citiesByName } from "#foundation/geography/cities";
import { isCountryCode, resolveCountryName } from "#foundation/geography/countries";
import { nameKey } from "#foundation/geography/normalise";
import { stateByCode } from "#foundation/geography/states";
import type { PageAddress, PageKind } from "../page-data.ts";
import type { CompanyPage } from "../pages.ts";
import { linesOf, type Sourced, sourced } from "./sourced.ts";

export interface CompanyAddress {
  /** "" where the page gives none, as in all fields but the country. */
  street: string;
  postalCode: string;
  city: string;
  region: string;
  /** ISO 3166-1 alpha-2; null where the page does not say. */
  country: string | null;
}

/** Pages where companies state their address, the most formal first. */
const ADDRESS_KINDS: readonly PageKind[] = ["imprint", "contact", "home", "about"];

/** The letters of road traffic that some countries put before a postal code (UN, Convention on Road Traffic). */
const TRAFFIC_LETTERS: Record<string, string> = {
  A: "AT",
  B: "BE",
  CH: "CH",
  CZ: "CZ",
  D: "DE",
  DK: "DK",
  E: "ES",
  F: "FR",
  FIN: "FI",
  I: "IT",
  L: "LU",
  N: "NO",
  NL: "NL",
  P: "PT",
  PL: "PL",
  S: "SE",
};

const CITY = "(?<city>\\p{Lu}[\\p{L}'’.-]*(?:[ /]\\p{L}[\\p{L}'’.-]*){0,3})";
/** Postal code before the city: most of Europe. */
const CODE_FIRST = new RegExp(
  `(?:^|[,;|·•] ?|\\s)(?:(?<letters>[A-Z]{1,3})[-–] ?)?(?<code>\\d{5}|\\d{4} ?[A-Z]{2}|\\d{4}|\\d{3} \\d{2}|\\d{2}-\\d{3})\\s+${CITY}(?:\\s*\\((?<region>[^)]{2,30})\\))?(?<rest>.*)$`,
  "u",
);
/** "Austin, TX 78701": the United States. */
const US = new RegExp(`${CITY}, (?<state>[A-Z]{2}),? (?<code>\\d{5}(?:-\\d{4})?)\\b(?<rest>.*)$`, "u");
/** "London SW1A 1AA": the United Kingdom. */
const UK = new RegExp(`${CITY},? (?<code>[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2})\\b(?<rest>.*)$`, "u");
const LONGEST_LINE = 160;
const LINES_TO_COUNTRY = 2;
const LONGEST_COUNTRY = 50;

/**
 * Returns where the company is, by its pages' markup or a line of text with a postal code and a city. A line counts
 * only where it names the country, or the city is known in the country of the site's top-level domain.
 */
export function findAddress(pages: readonly CompanyPage[]): Sourced<CompanyAddress> | null {
  const inOrder = ADDRESS_KINDS.flatMap((kind) => pages.filter((page) => page.kind === kind));
  for (const page of inOrder)
    for (const { address } of page.data.organizations)
      if (address && (address.city !== "" || address.country !== ""))
        return sourced(fromMarkup(address), page, Object.values(address).filter(Boolean).join(", "), "markup");
  for (const page of inOrder) {
    const found = fromText(page);
    if (found) return found;
  }
  return null;
}

function fromMarkup({ country, ...rest }: PageAddress): CompanyAddress {
  return { ...rest, country: resolveCountryName(country) };
}

function fromText(page: CompanyPage): Sourced<CompanyAddress> | null {
  const lines = linesOf(page);
  for (const [at, line] of lines.entries()) {
    if (line.length > LONGEST_LINE) continue;
    const read = readLine(line, lines.slice(at + 1, at + 1 + LINES_TO_COUNTRY), page);
    if (read === null) continue;
    const { address, before } = read;
    const above = lines[at - 1] ?? "";
    const street = isStreet(before) ? before : before === "" && isStreet(above) ? above : "";
    return sourced(
      { ...address, street },
      page,
      street === above && street !== "" ? `${above}\n${line}` : line,
      "text",
    );
  }
  return null;
}

function readLine(line: string, below: string[], page: CompanyPage) {
  const us = US.exec(line);
  const state = us?.groups?.state === undefined ? null : stateByCode("US", us.groups.state);
  if (us?.groups && state) return result(us, { region: state.name, country: "US" });
  const uk = UK.exec(line);
  if (uk?.groups) return result(uk, { region: "", country: "GB" });
  const match = CODE_FIRST.exec(line);
  if (!match?.groups) return null;
  const { letters = "", city = "", rest = "", region = "" } = match.groups;
  const stated =
    TRAFFIC_LETTERS[letters] ??
    countryIn(rest) ??
    below.map((text) => countryIn(text)).find((country) => country !== null) ??
    null;
  const ending = countryOfEnding(new URL(page.finalUrl).hostname);
  const isKnown =
    ending !== null &&
    citiesByName()
      .get(nameKey(city))
      ?.some(({ country }) => country === ending);
  const country = stated ?? (isKnown ? ending : null);
  return country === null ? null : result(match, { region, country });
}

function result(match: RegExpExecArray, { region, country }: Pick<CompanyAddress, "region" | "country">) {
  const { code = "", city = "" } = match.groups ?? {};
  const before = match.input
    .slice(0, match.index)
    .replace(/[\s,;|·•]+$/, "")
    .trim();
  return { address: { street: "", postalCode: code, city: city.trim(), region, country }, before };
}

/** Returns a country that stands alone on a line or after the city; further words mean that this is no address. */
function countryIn(text: string): string | null {
  if (text.length > LONGEST_COUNTRY) return null;
  const name = text.replace(/^[\s,;|·•–-]+|[\s.,;|·•]+$/g, "");
  return name.length < 3 || /\d/.test(name) ? null : resolveCountryName(name);
}

function countryOfEnding(host: string): string | null {
  const ending = host.split(".").at(-1)?.toUpperCase() ?? "";
  if (ending === "UK") return "GB";
  return /^[A-Z]{2}$/.test(ending) && isCountryCode(ending) ? ending : null;
}

function isStreet(text: string): boolean {
  return (
    text.length >= 5 && text.length <= 80 && /\p{L}{3}/u.test(text) && /\d/.test(text) && !/[@:?!]|https?/.test(text)
  );
}
