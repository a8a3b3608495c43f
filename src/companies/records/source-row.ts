import type { CompanyRecord } from "../company-record.ts";

/** A row of an open data source about one company. */
export interface SourceRow {
  /** Number of the row in the source, from 1. */
  line: number;
  /** The row's own key in the source, such as an LEI. */
  ref: string;
  /** The row as it came. */
  given: Readonly<Record<string, unknown>>;
  /** The source's names of the company, its legal name first; empty where only keys identify it. */
  names: readonly string[];
  /** Its values by field. A row with a domain names its company by it, and adds the company where it is new. */
  company: Partial<CompanyRecord>;
  /** ISO 17442. */
  lei?: string | undefined;
  /** Further numbers of the company, in the form of `source_records.keys`. */
  keys?: readonly string[] | undefined;
  /** Keys that identify the parent. */
  parentKeys?: readonly string[] | undefined;
  /** Whether the parent is the ultimate one, at the top of the group, and not the direct one. */
  isParentUltimate?: boolean | undefined;
  /** Values that are no fields of a company. */
  besides?: Readonly<Record<string, unknown>> | undefined;
  /** Values that come after every column of every record. */
  derived?: Readonly<Record<string, unknown>> | undefined;
}

/** A row being imported: one that counts, one about no active company, or an unreadable one. */
export type SourceRowReading =
  | SourceRow
  | { line: number; leftOut: true; problem?: undefined }
  | { line: number; problem: string; leftOut?: undefined };
