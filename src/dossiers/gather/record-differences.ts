import { type FactField, provenanceOf } from "#companies/records/provenance";
import { recordsOfCompanies, type SourceRecordRow } from "#companies/records/read-records";
import type { StoredCompany } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { countryName } from "#foundation/geography/countries";
import { joined, md } from "../report/markdown.ts";
import type { Cited, SectionWriter } from "../report/section-writer.ts";
import { dollars, whole } from "./company-record.ts";
import { day } from "./wording.ts";

const asText = (value: unknown) => String(value);
const asNumber = (write: (value: number) => string) => (value: unknown) =>
  typeof value === "number" ? write(value) : asText(value);

/** Fields of which a company has one value, with their formatting. Of texts and lists one record may have more than another. */
const COMPARED: [field: FactField, name: string, write: (value: unknown) => string][] = [
  ["country", "country", (value) => countryName(asText(value))],
  ["city", "city", asText],
  ["employees", "employees", asNumber(whole)],
  ["revenueUsd", "revenue", asNumber(dollars)],
  ["founded", "founding year", asText],
  ["isin", "ISIN", asText],
];
/** Relative difference below which two figures count as one rounded figure. */
const SAME_FIGURE = 0.05;

/** Tells where records of a company give different values of one field; names the record first whose value counts. */
export async function tellDifferences(db: Queries, { id, name }: StoredCompany, to: SectionWriter): Promise<void> {
  const records = await recordsOfCompanies(db).load(id);
  const provenance = provenanceOf(
    records,
    COMPARED.map(([field]) => field),
  );
  for (const [field, label, write] of COMPARED) {
    const said = provenance.find((one) => one.field === field);
    if (said === undefined) continue;
    const others = new Map(
      said.others
        .filter(({ value, because }) => because === null && !isSame(field, value, said.value))
        .toReversed()
        .map(({ value, record }) => [write(value), record]),
    );
    if (others.size === 0) continue;
    const differing = [...others].map(([value, record]) => md`${value} by ${originOf(record)}`);
    to.differ(
      md`The ${label} of ${name} is ${write(said.value)} by ${originOf(said.record)}, which counts here; it is ${joined(differing)}.`,
      sourceOf(to, said.record),
      ...[...others.values()].map((record) => sourceOf(to, record)),
    );
  }
}

const isSame = (field: FactField, a: unknown, b: unknown): boolean =>
  field !== "founded" && typeof a === "number" && typeof b === "number"
    ? Math.abs(a - b) <= SAME_FIGURE * Math.max(Math.abs(a), Math.abs(b))
    : asText(a).toLowerCase() === asText(b).toLowerCase();

const originOf = ({ source, recordedAt }: SourceRecordRow) => `${source} (${day(recordedAt)})`;

const sourceOf = (to: SectionWriter, { id, source, line, recordedAt }: SourceRecordRow): Cited =>
  to.record(`source-record:${id}`, line === 0 ? `Record from ${source}` : `Line ${line} of ${source}`, recordedAt);
