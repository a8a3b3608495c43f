import { COMPANY_FIELDS, type CompanyField } from "../company-record.ts";
import { PLACE_PARTS } from "./columns.ts";
import type { SourceRecordRow } from "./read-records.ts";

/** A domain is what a record is found by, not a fact that one is preferred for. */
export type FactField = Exclude<CompanyField, "domain">;

export const FACT_FIELDS: readonly FactField[] = COMPANY_FIELDS.filter((field) => field !== "domain");

/** What one record says of a field. */
export interface FieldValue {
  value: unknown;
  record: SourceRecordRow;
  /** Why it cannot be the company's value, whatever the others say; null: it only comes after the one that counts. */
  because: "passedOver" | "otherCountry" | null;
}

/** The value of a field of a company, with where it is from. */
export interface FieldProvenance {
  field: FactField;
  value: unknown;
  record: SourceRecordRow;
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
  const seat = records.find((record) => record.facts.country !== undefined && !record.passedOver.includes("country"));
  const country = seat?.facts.country;
  return fields.flatMap((field) => {
    const said = records.flatMap((record): FieldValue[] => {
      const value = record.facts[field];
      if (value === undefined) return [];
      if (record.passedOver.includes(field)) return [{ value, record, because: "passedOver" }];
      const isElsewhere = IN_A_COUNTRY.has(field) && (record.facts.country ?? country) !== country;
      return [{ value, record, because: isElsewhere ? "otherCountry" : null }];
    });
    const best = said.find(({ because }) => because === null);
    if (best === undefined) return [];
    return [{ field, value: best.value, record: best.record, others: said.filter((other) => other !== best) }];
  });
}
