import { COMPANY_FIELDS, type CompanyField } from "../company-record.ts";
import { spanOfName } from "../readings/read-company.ts";
import { NAME_FIELDS, type NameField } from "../readings/stated-facts.ts";
import { PLACE_PARTS, SOURCE_WORDS } from "./columns.ts";
import type { UltimateParent } from "./parents.ts";
import type { SourceRecordRow } from "./read-records.ts";

/** Fields with provenance. A domain only finds a record; no record is preferred for it. */
export type FactField = Exclude<CompanyField, "domain"> | NameField | "parent" | "ultimateParent";

export const FACT_FIELDS: readonly FactField[] = [
  ...COMPANY_FIELDS.filter((field) => field !== "domain"),
  ...NAME_FIELDS,
  "parent",
  "ultimateParent",
];

/** How a value arose: a register has it; a source states it, in a column or a sentence; or the product derived it. */
export const BASES = ["registered", "stated", "derived"] as const;
type Basis = (typeof BASES)[number];

/** A field's value in one record. */
export interface FieldValue {
  value: unknown;
  record: SourceRecordRow;
  basis: Basis;
  /**
   * The sentence of the record's description that it is from. Null where a column has it, or it is derived from other
   * fields.
   */
  sentence: string | null;
  /** Certainty of a value derived from a sentence, 0–1. */
  score: number | null;
  /**
   * Why it cannot be the company's value, whatever the other records say; null where another record only outranks it.
   */
  because: "passedOver" | "otherCountry" | null;
}

/** A company field's value and its origin. */
export interface FieldProvenance {
  field: FactField;
  value: unknown;
  record: SourceRecordRow;
  basis: Basis;
  sentence: string | null;
  score: number | null;
  /** Values of the other records, best first, including equal ones. */
  others: FieldValue[];
}

/** Facts in which a register writes a parent. */
const AS_NUMBER: Partial<Record<FactField, string>> = { parent: "parentLei", ultimateParent: "ultimateParentLei" };

const IN_A_COUNTRY: ReadonlySet<string> = new Set(PLACE_PARTS);
const OF_SOURCES: ReadonlySet<string> = new Set(SOURCE_WORDS);

/**
 * Returns the origin of each field of a company, by the rule of `deriveCompanies`. Leaves out fields that no record
 * has.
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
      ...records.flatMap((record) => saidOf(record, field, columnOf(record, field), country)),
      // Values read from texts come after every column.
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

/** A name that a description states, of a customer, a subsidiary or a brand. */
export interface StatedName {
  name: string;
  sentence: string;
  record: SourceRecordRow;
}

/** Returns the names of a list, each with its own sentence. @param records those of one company, best first */
export function statedNames(records: readonly SourceRecordRow[], field: NameField): StatedName[] {
  const [told] = provenanceOf(records, [field]);
  if (told === undefined || !Array.isArray(told.value)) return [];
  const { record } = told;
  return told.value.map(String).map((name) => {
    const [start, end] = record.spans[spanOfName(field, name)] ?? record.spans[field] ?? [0, 0];
    return { name, sentence: String(record.facts.description).slice(start, end), record };
  });
}

/**
 * Adds the ultimate parent that the direct parents of a company lead to, after what records state. It has the record
 * that names the first of them.
 */
export function withDerivedTop(
  told: readonly FieldProvenance[],
  { derivedName, derivedFrom }: UltimateParent,
  records: readonly SourceRecordRow[],
): FieldProvenance[] {
  const record = records.find(({ id }) => id === derivedFrom);
  if (record === undefined || derivedName === null) return [...told];
  const derived = { value: derivedName, record, basis: "derived", sentence: null, score: null } as const;
  const registered = told.find(({ field }) => field === "ultimateParent");
  if (registered === undefined) return [...told, { field: "ultimateParent", ...derived, others: [] }];
  const others = [...registered.others, { ...derived, because: null }];
  return told.map((each) => (each === registered ? { ...each, others } : each));
}

function columnOf({ facts, parentKeys }: SourceRecordRow, field: FactField): unknown {
  const numbered = AS_NUMBER[field];
  if (numbered === undefined) return facts[field];
  const lei = facts[numbered];
  // A register that ended a relationship names that parent no more.
  return parentKeys.includes(`lei:${String(lei)}`) ? lei : undefined;
}

/** Coordinates read from texts are those of a city. */
const IN_A_CITY: ReadonlySet<string> = new Set(["latitude", "longitude"]);

/** Returns the value of the best record whose field counts. */
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
  if (span === undefined && OF_SOURCES.has(field)) return [read];
  if (span === undefined || typeof description !== "string") return [{ ...read, basis: "derived" }];
  const [start, end, score = null] = span;
  return [{ ...read, basis: score === null ? "stated" : "derived", sentence: description.slice(start, end), score }];
}
