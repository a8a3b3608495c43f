import type { CompanyRecord } from "../company-record.ts";

/** What a row of a source of open data says of one company. */
export interface SourceRow {
  /** Which row of the source it is, from 1. */
  line: number;
  /** The row's own key in the source, such as an LEI. */
  ref: string;
  /** The row as it came. */
  given: Readonly<Record<string, unknown>>;
  /** The names by which the source calls the company, its legal name first; empty: only keys say which one it is. */
  names: readonly string[];
  /** What it says, by field. A row with a domain names its company by it, and adds it where it is new. */
  company: Partial<CompanyRecord>;
  /** ISO 17442. */
  lei?: string | undefined;
  /** Further numbers of the company, as `source_records.keys`. */
  keys?: readonly string[] | undefined;
  /** By which the parent is known. */
  parentKeys?: readonly string[] | undefined;
  /** What it says that is no field of a company. */
  besides?: Readonly<Record<string, unknown>> | undefined;
  /** Values that come after every column of every record. */
  derived?: Readonly<Record<string, unknown>> | undefined;
}

/** A row on its way in: one that counts, one that is about no company in business, or one that cannot be read. */
export type SourceRowReading =
  | SourceRow
  | { line: number; leftOut: true; problem?: undefined }
  | { line: number; problem: string; leftOut?: undefined };
