import { cleanText, hasControlCharacters } from "../clean-text.ts";
import type { CompanyField, CompanyRecord } from "../company-record.ts";
import { MAX_IMAGES, MAX_LABELS, MAX_LENGTH } from "../company-record.ts";
import { readDomain, toUrl } from "../registrable-domain.ts";

/** What a row says about a field, before it is checked: a cell's text, or a value of a JSON object. */
export type RawValue = unknown;

/** Resolves a country's name or code in any spelling to ISO 3166-1 alpha-2. */
export type CountryResolver = (name: string) => string | null;

export type CompanyReading =
  | { company: CompanyRecord; notes: string[]; problem?: undefined }
  | { company?: undefined; problem: string };

/** Thrown inside this file only: the row cannot be taken. */
class RowProblem extends Error {}

/**
 * A row as a company, or why it cannot be one. `notes` say what was left out of a row that was taken: a country that
 * nobody knows, a malformed ISIN.
 */
export function readCompany(raw: (field: CompanyField) => RawValue, resolveCountry: CountryResolver): CompanyReading {
  const notes: string[] = [];
  try {
    const name = readText("name", raw("name"), MAX_LENGTH.name);
    if (name === "") throw new RowProblem("no name");
    const { domain, url } = readSite(raw("domain"), raw("url"));
    const company: CompanyRecord = {
      domain,
      name,
      description: readText("description", raw("description"), MAX_LENGTH.description),
      keywords: readLabels("keywords", raw("keywords")),
      industries: readLabels("industries", raw("industries")),
      url,
      country: readCountry(raw("country"), resolveCountry, notes),
      state: readText("state", raw("state"), MAX_LENGTH.place) || null,
      city: readText("city", raw("city"), MAX_LENGTH.place) || null,
      postalCode: readText("postalCode", raw("postalCode"), MAX_LENGTH.postalCode) || null,
      latitude: readNumber("latitude", raw("latitude"), -90, 90),
      longitude: readNumber("longitude", raw("longitude"), -180, 180),
      employees: readInteger("employees", raw("employees"), 2_147_483_647),
      revenueUsd: readNumber("revenueUsd", raw("revenueUsd"), 0, 1e15),
      previousEmployees: readInteger("previousEmployees", raw("previousEmployees"), 2_147_483_647),
      previousRevenueUsd: readNumber("previousRevenueUsd", raw("previousRevenueUsd"), 0, 1e15),
      certifications: readLabels("certifications", raw("certifications")),
      unverifiedCertifications: readLabels("unverifiedCertifications", raw("unverifiedCertifications")),
      naicsCodes: readNaicsCodes(raw("naicsCodes")),
      isin: readIsin(raw("isin"), notes),
      logoUrl: readAddresses("logoUrl", raw("logoUrl"), notes)[0] ?? null,
      images: readAddresses("images", raw("images"), notes).slice(0, MAX_IMAGES),
    };
    if ((company.latitude === null) !== (company.longitude === null))
      throw new RowProblem("latitude and longitude belong together, and one is missing");
    return { company, notes };
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

/** The domain comes from `domain`, and from `url` where that is empty; a URL that cannot be one is refused either way. */
function readSite(rawDomain: RawValue, rawUrl: RawValue): { domain: string; url: string } {
  const domainText = readText("domain", rawDomain, MAX_LENGTH.url);
  const urlText = readText("url", rawUrl, MAX_LENGTH.url);
  const reading = readDomain(domainText === "" ? urlText : domainText);
  if (reading.problem !== undefined) throw new RowProblem(reading.problem);
  if (urlText === "") return { domain: reading.domain, url: "" };
  const url = toUrl(urlText);
  if (url === null) throw new RowProblem(`url: ${quoted(urlText)} is not a web address`);
  return { domain: reading.domain, url: url.href };
}

function readText(field: CompanyField, raw: RawValue, maxLength: number): string {
  if (raw === undefined || raw === null || raw === "") return "";
  const given = typeof raw === "number" && Number.isFinite(raw) ? String(raw) : raw;
  if (typeof given !== "string") throw new RowProblem(`${field}: text expected, found ${kindOf(raw)}`);
  if (hasControlCharacters(given)) throw new RowProblem(`${field}: holds control characters`);
  const text = cleanText(given);
  if (text.length > maxLength)
    throw new RowProblem(`${field}: ${text.length} characters, at most ${maxLength} are taken`);
  return text;
}

/** A JSON array as it is, a text cut at `;`. Empty labels and repetitions (in any case) fall out. */
function readLabels(field: CompanyField, raw: RawValue): string[] {
  if (raw === undefined || raw === null || raw === "") return [];
  // A cell holds entities such as "R&amp;D", whose semicolon is not ours: decoded before it is cut.
  const values: unknown[] = Array.isArray(raw)
    ? raw
    : typeof raw === "string"
      ? withoutEntities(raw).split(";")
      : [raw];
  const labels = new Map<string, string>();
  for (const value of values) {
    const label = readText(field, value, MAX_LENGTH.label);
    const key = label.toLowerCase();
    if (label !== "" && !labels.has(key)) labels.set(key, label);
  }
  if (labels.size > MAX_LABELS)
    throw new RowProblem(`${field}: ${labels.size} labels, at most ${MAX_LABELS} are taken`);
  return [...labels.values()];
}

function withoutEntities(text: string): string {
  return text.includes("&") ? text.replace(/&[a-z0-9#]{2,10};/gi, (entity) => cleanText(entity)) : text;
}

function readNumber(field: CompanyField, raw: RawValue, min: number, max: number): number | null {
  const text = readText(field, raw, MAX_LENGTH.label);
  if (text === "") return null;
  const value = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value))
    throw new RowProblem(`${field}: ${quoted(text)} is not a number (such as 1250000 or 0.5)`);
  if (value < min || value > max) throw new RowProblem(`${field}: ${text} is not between ${min} and ${max}`);
  return value;
}

function readInteger(field: CompanyField, raw: RawValue, max: number): number | null {
  const value = readNumber(field, raw, 0, max);
  if (value !== null && !Number.isInteger(value)) throw new RowProblem(`${field}: ${value} is not a whole number`);
  return value;
}

function readNaicsCodes(raw: RawValue): number[] {
  return readLabels("naicsCodes", raw).map((label) => {
    if (!/^\d{2,6}$/.test(label)) throw new RowProblem(`naicsCodes: ${quoted(label)} is not a code of 2 to 6 digits`);
    return Number(label);
  });
}

function readCountry(raw: RawValue, resolveCountry: CountryResolver, notes: string[]): string | null {
  const text = readText("country", raw, MAX_LENGTH.place);
  if (text === "") return null;
  const code = resolveCountry(text);
  if (code === null) notes.push(`country ${quoted(text)} is not known: left empty`);
  return code;
}

/** ISO 6166 by shape; its check digit is not verified, because directories carry many that were mistyped long ago. */
function readIsin(raw: RawValue, notes: string[]): string | null {
  const text = readText("isin", raw, MAX_LENGTH.label).toUpperCase();
  if (text === "") return null;
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return text;
  notes.push(`isin ${quoted(text)} is not an ISIN: left empty`);
  return null;
}

/** Addresses of pictures: a JSON array, or separated by white space in a cell. What is no web address is left out, with a note. */
function readAddresses(field: CompanyField, raw: RawValue, notes: string[]): string[] {
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

function quoted(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`;
}

function kindOf(value: unknown): string {
  return Array.isArray(value)
    ? "a list"
    : value === null
      ? "null"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`;
}
