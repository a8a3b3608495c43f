import { COMPANY_FIELDS, type CompanyField } from "../company-record.ts";
import { PLACE_PARTS } from "./columns.ts";
import type { SourceRecordRow } from "./read-records.ts";

/** A domain is what a record is found by, not a fact that one is preferred for. */
export type FactField = Exclude<CompanyField, "domain"> | "brands" | "parent";

export const FACT_FIELDS: readonly FactField[] = [
  ...COMPANY_FIELDS.filter((field) => field !== "domain"),
  "brands",
  "parent",
];

/**
 * How a value came about: a register has it; a source states it, in a column or a sentence; or the product derived it.
 */
export const BASES = ["registered", "stated", "derived"] as const;
type Basis = (typeof BASES)[number];

/** What one record says of a field. */
export interface FieldValue {
  value: unknown;
  record: SourceRecordRow;
  basis: Basis;
  /** The sentence of the record's description that it is from; null: a column has it, or it is derived of other fields. */
  sentence: string | null;
  /** Of a value that is derived of a sentence: how sure it is, 0–1. */
  score: number | null;
  /** Why it cannot be the company's value, whatever the others say; null: it only comes after the one that counts. */
  because: "passedOver" | "otherCountry" | null;
}

/** The value of a field of a company, with where it is from. */
export interface FieldProvenance {
  field: FactField;
  value: unknown;
  record: SourceRecordRow;
  basis: Basis;
  sentence: string | null;
  score: number | null;
  /** What the other records say, best first; equal values included. */
  others: FieldValue[];
}

const IN_A_COUNTRY: ReadonlySet<string> = new Set(PLACE_PARTS);

/**
 * Where the fields of a company come from: the rule of `deriveCompanies`, field by field. Fields that no record has are left out.
 * @param records those of one company, best first
 */
export function provenanceOf(
  records: readonly SourceRecordRow[],
  fields: readonly FactField[] = FACT_FIELDS,
): FieldProvenance[] {
  const country = counted(records, "country");
  const inCountry = records.filter((record) => (record.facts.country ?? country) === country);
  const city = counted(inCountry, "city");
  return fields.flatMap((field) => {
    const said = [
      ...records.flatMap((record) => saidOf(record, field, record.facts[field], country)),
      // What was read comes after every column.
      ...records.flatMap((record) =>
        IN_A_CITY.has(field) && record.facts.city !== city ? [] : readingOf(record, field, country),
      ),
    ];
    const best = said.find(({ because }) => because === null);
    if (best === undefined) return [];
    const { value, record, basis, sentence, score } = best;
    return [{ field, value, record, basis, sentence, score, others: said.filter((other) => other !== best) }];
  });
}

/** Coordinates that were read are those of a city. */
const IN_A_CITY: ReadonlySet<string> = new Set(["latitude", "longitude"]);

/** The value of the best record whose field counts. */
const counted = (records: readonly SourceRecordRow[], field: "country" | "city"): unknown =>
  records.find((record) => record.facts[field] !== undefined && !record.passedOver.includes(field))?.facts[field];

function saidOf(record: SourceRecordRow, field: FactField, value: unknown, country: unknown): FieldValue[] {
  if (value === undefined) return [];
  const basis = record.kind === "register" ? "registered" : "stated";
  const isElsewhere = IN_A_COUNTRY.has(field) && (record.facts.country ?? country) !== country;
  const because = record.passedOver.includes(field) ? "passedOver" : isElsewhere ? "otherCountry" : null;
  return [{ value, record, basis, sentence: null, score: null, because }];
}

function readingOf(record: SourceRecordRow, field: FactField, country: unknown): FieldValue[] {
  const [read] = saidOf(record, field, record.readings[field], country);
  if (read === undefined) return [];
  const span = record.spans[field];
  const description = record.facts.description;
  if (span === undefined || typeof description !== "string") return [{ ...read, basis: "derived" }];
  const [start, end, score = null] = span;
  return [{ ...read, basis: score === null ? "stated" : "derived", sentence: description.slice(start, end), score }];
}
