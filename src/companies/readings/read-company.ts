import { locatePlace } from "#foundation/geography/locate-place";
import type { CompanyRecord } from "../company-record.ts";
import { classifyDescription } from "../naics/classify.ts";
import { statedFacts } from "./stated-facts.ts";

/** Version of the rules: `readRecordsAnew` reads records again that older rules read. */
export const READ_BY = 2;

/** Facts read from a record's texts. A column takes precedence over them, in this record and in any other. */
export interface Readings {
  /** Values by field: a company's field, or `brands` or `parent`. */
  values: Record<string, unknown>;
  /**
   * The sentence in the description that each field is from, in UTF-16 units. With a score from 0 to 1, the value is
   * derived from the sentence; without one, the sentence states it. Absent where the value is derived from other
   * fields.
   */
  spans: Record<string, Span>;
}

export type Span = [start: number, end: number, score?: number];

/** The fields that may be read. A field that a column fills is not read. */
type Read = Pick<CompanyRecord, "description" | "city" | "state" | "country" | "latitude"> &
  Partial<Pick<CompanyRecord, "founded" | "employees" | "unverifiedCertifications" | "naicsCodes">>;

/**
 * Reads what the description states. Derives the coordinates from the city, and the kind of business from the
 * description.
 */
export function readCompany(company: Read): Readings {
  const readings: Readings = { values: {}, spans: {} };
  for (const [field, stated] of Object.entries(statedFacts(company.description))) {
    if (isFilled(company, field)) continue;
    readings.values[field] = stated.value;
    readings.spans[field] = [stated.start, stated.end];
  }
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

function isFilled(company: Read, field: string): boolean {
  if (field === "founded" || field === "employees") return company[field] != null;
  return field === "unverifiedCertifications" && (company[field]?.length ?? 0) > 0;
}
