import { locatePlace } from "#foundation/geography/locate-place";
import type { CompanyRecord } from "../company-record.ts";
import { classifyDescription } from "../naics/classify.ts";
import { NAME_FIELDS, type NameField, type StatedFacts, statedFacts } from "./stated-facts.ts";

/** Version of the rules: `readRecordsAnew` reads records again that older rules read. */
export const READ_BY = 3;

/** Facts read from a record's texts. A column takes precedence over them, in this record and in any other. */
export interface Readings {
  /** Values by field: a company's field, a list of names (`NAME_FIELDS`) or `parent`. */
  values: Record<string, unknown>;
  /**
   * The sentence in the description that each field is from, in UTF-16 units. With a score from 0 to 1, the value is
   * derived from the sentence; without one, the sentence states it. Absent where the value is derived from other
   * fields. A name of a list that another sentence states has its own span (`spanOfName`).
   */
  spans: Record<string, Span>;
}

export type Span = [start: number, end: number, score?: number];

/** Returns the key of a name's own span. */
export const spanOfName = (field: NameField, name: string): string => `${field}:${name}`;

/** The fields that may be read. A field that a column fills is not read. */
type Read = Pick<CompanyRecord, "description" | "city" | "state" | "country" | "latitude"> &
  Partial<Pick<CompanyRecord, "founded" | "employees" | "unverifiedCertifications" | "naicsCodes">>;

/**
 * Reads what the description states. Derives the coordinates from the city, and the kind of business from the
 * description.
 */
export function readCompany(company: Read): Readings {
  const readings: Readings = { values: {}, spans: {} };
  const facts = statedFacts(company.description);
  for (const [field, stated] of Object.entries(facts)) {
    if (isFilled(company, field)) continue;
    readings.values[field] = stated.value;
    readings.spans[field] = [stated.start, stated.end];
  }
  Object.assign(readings.spans, spansOfNames(facts));
  const business = (company.naicsCodes?.length ?? 0) > 0 ? null : classifyDescription(company.description);
  if (business !== null) {
    readings.values.naicsCodes = [business.code];
    readings.spans.naicsCodes = [business.start, business.end, business.score];
  }
  const { city, state, country } = company;
  if (company.latitude === null && city !== null && country !== null) {
    const found = locatePlace({ city, state, country });
    if (found !== null) [readings.values.latitude, readings.values.longitude] = found;
  }
  return readings;
}

function spansOfNames(facts: StatedFacts): Record<string, Span> {
  const spans: Record<string, Span> = {};
  for (const field of NAME_FIELDS)
    for (const [name, { start, end }] of facts[field]?.sentences ?? [])
      if (start !== facts[field]?.start) spans[spanOfName(field, name)] = [start, end];
  return spans;
}

function isFilled(company: Read, field: string): boolean {
  if (field === "founded" || field === "employees") return company[field] != null;
  return field === "unverifiedCertifications" && (company[field]?.length ?? 0) > 0;
}
