import { RowProblem, readText } from "#foundation/files/read-text";
import { resolveCountryName } from "#foundation/geography/countries";
import { companyNames } from "../linking/company-names.ts";
import { readDomain } from "../registrable-domain.ts";
import { type NumberReading, readDuns, readIsin, readLei } from "./check-digits.ts";
import type { IdentifierField } from "./identifier-columns.ts";

/** The keys that identify a company, and its numbers. */
export interface IdentifierRecord {
  /** Registrable domain; "" where the row has none. The same holds for the next fields. */
  domain: string;
  isin: string;
  name: string;
  /** In the form of `company_names.key`. */
  nameKey: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  duns: string;
  lei: string;
  /** The source. */
  source: string;
}

export type IdentifierReading =
  | { record: IdentifierRecord; notes: string[]; problem?: undefined }
  | { record?: undefined; problem: string };

const MAX_LENGTH = { domain: 300, isin: 40, name: 300, country: 100, duns: 40, lei: 60, source: 200 };

/** Reads a row as identifiers of a company, or returns why it is invalid. One wrong number sets the whole row aside. */
export function readIdentifiers(raw: (field: IdentifierField) => unknown): IdentifierReading {
  const notes: string[] = [];
  const text = (field: IdentifierField) => readText(field, raw(field), MAX_LENGTH[field], notes);
  try {
    const duns = checked(text("duns"), readDuns);
    const lei = checked(text("lei"), readLei);
    if (duns === "" && lei === "") throw new RowProblem("neither a D-U-N-S number nor an LEI");
    const isin = checked(text("isin"), readIsin);
    const domain = checked(text("domain"), (given) => {
      const read = readDomain(given);
      return read.domain === undefined ? { problem: `domain: ${read.problem}` } : { value: read.domain };
    });
    const name = text("name");
    const country = checked(text("country"), (given) => {
      const code = resolveCountryName(given);
      return code === null ? { problem: `country: "${given}" is not a country` } : { value: code };
    });
    const nameKey = country === "" || name === "" ? "" : (companyNames({ name, domain: "" })[0]?.key ?? "");
    if (domain === "" && isin === "" && nameKey === "")
      throw new RowProblem("nothing that a company is known by: no domain, no isin, no name with a country");
    const record = {
      domain,
      isin,
      name,
      nameKey,
      country: nameKey === "" ? "" : country,
      duns,
      lei,
      source: text("source"),
    };
    return { record, notes };
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

function checked(given: string, read: (text: string) => NumberReading): string {
  if (given === "") return "";
  const { value, problem } = read(given);
  if (value === undefined) throw new RowProblem(problem);
  return value;
}
