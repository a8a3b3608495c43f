import type { CompanyRecord } from "../company-record.ts";
import { MAX_IMAGES, MAX_LENGTH } from "../company-record.ts";
import { type NumberReading, readDuns, readLei } from "../identifiers/check-digits.ts";
import { type MarketCapBand, marketCapBand } from "../market-cap.ts";
import { readDomain, toUrl } from "../registrable-domain.ts";
import { isNothing } from "./amounts.ts";
import type { Cell, Cells, CountryResolver } from "./cells.ts";
import type { FileField } from "./headings.ts";
import { readHeadquarters } from "./headquarters.ts";
import { type AmountField, readAmountOf } from "./read-amount.ts";
import { readKeywords, readLabels } from "./read-labels.ts";
import { quoted, RowProblem, readText } from "./read-text.ts";

const MAX_INTEGER = 2_147_483_647;

/** A company's numbers in registers, kept apart from its record. */
export interface RegisterNumbers {
  /** ISO 17442. */
  lei: string | null;
  /** D-U-N-S number. */
  duns: string | null;
}

export type CompanyReading =
  | { company: CompanyRecord; registers: RegisterNumbers; notes: string[]; problem?: undefined }
  | { company?: undefined; problem: string };

/**
 * Reads a row as a company, or returns why it is none. `notes` list what was left out of an accepted row, such as an
 * unknown country or a malformed ISIN.
 */
export function readCompany(cells: Cells, resolveCountry: CountryResolver): CompanyReading {
  const notes: string[] = [];
  const read = (field: FileField) => cells(field);
  const text = (field: FileField, maxLength: number) => readText(field, read(field)[0]?.value, maxLength);
  const labels = (field: FileField) => readLabels(field, read(field));
  const amount = (field: AmountField, most: number) => readAmountOf(field, read(field)[0], most, notes);
  try {
    const name = text("name", MAX_LENGTH.name);
    if (name === "") throw new RowProblem("no name");
    const { domain, url } = readSite(firstSite(text("domain", MAX_LENGTH.url)), firstSite(text("url", MAX_LENGTH.url)));
    const keywords = readKeywords(read("keywords"));
    const place = readPlace(read, resolveCountry, notes);
    const company: CompanyRecord = {
      domain,
      name,
      description: readDescription(read("description"), keywords.texts),
      keywords: keywords.labels,
      industries: labels("industries"),
      url,
      ...place,
      postalCode: text("postalCode", MAX_LENGTH.postalCode) || null,
      latitude: readNumber("latitude", read("latitude")[0]?.value, -90, 90),
      longitude: readNumber("longitude", read("longitude")[0]?.value, -180, 180),
      employees: amount("employees", MAX_INTEGER),
      revenueUsd: amount("revenueUsd", 1e15),
      previousEmployees: amount("previousEmployees", MAX_INTEGER),
      previousRevenueUsd: amount("previousRevenueUsd", 1e15),
      certifications: labels("certifications"),
      unverifiedCertifications: labels("unverifiedCertifications"),
      naicsCodes: readNaicsCodes(labels("naicsCodes")),
      isin: readIsin(text("isin", MAX_LENGTH.label), notes),
      founded: readYear(text("founded", MAX_LENGTH.label), notes),
      marketCapBand: readMarketCap(text("marketCapBand", MAX_LENGTH.label), notes),
      logoUrl: readAddresses("logoUrl", read("logoUrl")[0]?.value, notes)[0] ?? null,
      images: read("images")
        .flatMap(({ value }) => readAddresses("images", value, notes))
        .slice(0, MAX_IMAGES),
    };
    if ((company.latitude === null) !== (company.longitude === null))
      throw new RowProblem("latitude and longitude belong together, and one is missing");
    const registers = {
      lei: readRegister(text("lei", MAX_LENGTH.label), readLei, notes),
      duns: readRegister(text("duns", MAX_LENGTH.label), readDuns, notes),
    };
    return { company, registers, notes };
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

/** Reads the domain from `domain`, or from `url` where that is empty; refuses a malformed URL either way. */
function readSite(domainText: string, urlText: string): { domain: string; url: string } {
  const reading = readDomain(domainText === "" ? urlText : domainText);
  if (reading.problem !== undefined) throw new RowProblem(reading.problem);
  if (urlText === "") return { domain: reading.domain, url: "" };
  const url = toUrl(urlText);
  if (url === null) throw new RowProblem(`url: ${quoted(urlText)} is not a web address`);
  return { domain: reading.domain, url: url.href };
}

/** Returns the first of several sites in one cell ("acme.com, acme.de"); "" for "n/a". */
function firstSite(text: string): string {
  if (isNothing(text)) return "";
  if (!/[\s,;|]/.test(text)) return text;
  const isOne = !/\s/.test(text) && !/[,;|]/.test(toUrl(text)?.hostname ?? ",");
  return isOne ? text : (text.split(/[\s,;|]+/).find((part) => readDomain(part).domain !== undefined) ?? text);
}

/** Joins all texts, except a summary that the description begins with. */
function readDescription(cells: readonly Cell[], more: readonly string[]): string {
  const texts = cells.map(({ value }) => readText("description", value, MAX_LENGTH.description));
  const own: string[] = [];
  for (const text of [...texts, ...more])
    if (!isNothing(text) && !own.some((other) => other.includes(text))) {
      const longer = own.findIndex((other) => text.includes(other));
      if (longer === -1) own.push(text);
      else own[longer] = text;
    }
  const description = own.join(" ");
  if (description.length > MAX_LENGTH.description)
    throw new RowProblem(`description: ${description.length} characters, at most ${MAX_LENGTH.description} are taken`);
  return description;
}

/** Reads country, state and city from their own columns; takes missing parts from the column with the whole place. */
function readPlace(
  read: Cells,
  resolveCountry: CountryResolver,
  notes: string[],
): Pick<CompanyRecord, "country" | "state" | "city"> {
  const text = (field: FileField) => readText(field, read(field)[0]?.value, MAX_LENGTH.place);
  const whole = readText("headquarters", read("headquarters")[0]?.value, MAX_LENGTH.description);
  // Longer text is no place: a letterhead, or text in the wrong column.
  const isPlace = !isNothing(whole) && whole.length <= MAX_LENGTH.place;
  const seat = isPlace ? readHeadquarters(whole, resolveCountry) : { city: null, state: null, country: null };
  const [country, state, city] = [text("country"), text("state") || null, text("city") || null];
  const code = country === "" ? seat.country : resolveCountry(country);
  if (!isNothing(country) && code === null) notes.push(`country ${quoted(country)} is not known: left empty`);
  // Parts of two different places must not mix.
  const isSame = seat.country === null || code === null || seat.country === code;
  return { country: code, state: state ?? (isSame ? seat.state : null), city: city ?? (isSame ? seat.city : null) };
}

function readNumber(field: FileField, raw: unknown, min: number, max: number): number | null {
  const text = readText(field, raw, MAX_LENGTH.label);
  if (text === "") return null;
  const value = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value))
    throw new RowProblem(`${field}: ${quoted(text)} is not a number (such as 1250000 or 0.5)`);
  if (value < min || value > max) throw new RowProblem(`${field}: ${text} is not between ${min} and ${max}`);
  return value;
}

function readNaicsCodes(labels: readonly string[]): number[] {
  return labels.map((label) => {
    // Lists often write the title after the code: "332216 Saw Blade Manufacturing".
    const code = /^\d{2,6}(?=$|[\s:–-])/.exec(label)?.[0];
    if (code === undefined) throw new RowProblem(`naicsCodes: ${quoted(label)} is not a code of 2 to 6 digits`);
    return Number(code);
  });
}

/**
 * Reads the year of a date in any form: "1998", "1998-05-01", "May 1998". The oldest companies date from the sixth
 * century.
 */
function readYear(text: string, notes: string[]): number | null {
  if (isNothing(text)) return null;
  const years = text.match(/\b\d{4}\b/g) ?? [];
  const year = Number(years[0]);
  if (years.length === 1 && year >= 500 && year <= new Date().getUTCFullYear()) return year;
  notes.push(`founded ${quoted(text)} says no year: left empty`);
  return null;
}

function readMarketCap(text: string, notes: string[]): MarketCapBand | null {
  if (isNothing(text)) return null;
  const band = marketCapBand(text);
  if (band === null) notes.push(`market capitalisation ${quoted(text)} is neither a band nor dollars: left empty`);
  return band;
}

/**
 * Reads an ISIN by its shape (ISO 6166). Does not verify the check digit, because directories carry many that were
 * mistyped long ago.
 */
function readIsin(given: string, notes: string[]): string | null {
  const text = given.toUpperCase();
  if (isNothing(text)) return null;
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return text;
  notes.push(`isin ${quoted(text)} is not an ISIN: left empty`);
  return null;
}

function readRegister(text: string, check: (text: string) => NumberReading, notes: string[]): string | null {
  if (isNothing(text)) return null;
  const { value, problem } = check(text);
  if (value === undefined) notes.push(`${problem}: left out`);
  return value ?? null;
}

/**
 * Reads addresses of pictures: a JSON array, or a cell separated by white space. Leaves out invalid addresses, with a
 * note.
 */
function readAddresses(field: FileField, raw: unknown, notes: string[]): string[] {
  const given: unknown[] = Array.isArray(raw) ? raw : typeof raw === "string" ? raw.split(/\s+/) : [raw];
  const addresses = new Set<string>();
  for (const value of given) {
    const text = readText(field, value, MAX_LENGTH.url);
    if (text === "") continue;
    const address = /^https?:\/\//i.test(text) ? toUrl(text) : null;
    if (address === null) notes.push(`${field} ${quoted(text)} is not a web address: left out`);
    else addresses.add(address.href);
  }
  return [...addresses];
}
