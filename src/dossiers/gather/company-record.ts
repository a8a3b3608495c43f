import { naicsTitle } from "#companies/naics/naics";
import type { StoredCompany } from "#companies/stored-company";
import { countryName } from "#foundation/geography/countries";
import { pageOfRecord } from "#intelligence/record-page";
import { joined, md } from "../report/markdown.ts";
import type { Cited, SectionWriter } from "../report/section-writer.ts";

/** The parts of a company's record that may answer a question. */
export type PassageCompany = Pick<
  StoredCompany,
  "description" | "industries" | "keywords" | "certifications" | "unverifiedCertifications" | "naicsCodes"
>;

/**
 * Adds the sentences of a company's description, and each list of its labels: many records have no other words.
 * @param askedAs words by which questions ask for the description
 */
export function companyPassages(to: SectionWriter, company: PassageCompany, record: Cited, askedAs?: string): void {
  to.passages(company.description, record, askedAs);
  to.labels("Industries", company.industries, record);
  to.labels("Keywords", company.keywords, record);
  to.labels("Certifications", [...company.certifications, ...company.unverifiedCertifications], record);
  to.labels("NAICS", company.naicsCodes.map(naicsTitle), record);
}

/** Adds the figures and the place of a company, by which a question may be answered. */
export function companyFacts(to: SectionWriter, company: StoredCompany, record: Cited): void {
  const { name, employees, previousEmployees, revenueUsd, previousRevenueUsd, founded, city, state, country } = company;
  const place = [city, state, country === null ? null : countryName(country)].filter((part) => part !== null);
  if (employees !== null)
    to.note(md`${name} has ${whole(employees)} employees.`, "people staff workforce headcount size large big", record);
  if (revenueUsd !== null)
    to.note(md`The revenue of ${name} is ${dollars(revenueUsd)}.`, "sales turnover size large big money", record);
  for (const [what, now, before] of [
    ["number of employees", employees, previousEmployees],
    ["revenue", revenueUsd, previousRevenueUsd],
  ] as const)
    if (now !== null && before !== null && before > 0)
      to.note(
        md`The ${what} of ${name} ${now === before ? "is" : now > before ? "grew" : "fell"} by ${whole(Math.abs(100 * (now / before - 1)))} % in a year.`,
        "grow growth growing shrink change development trend larger smaller",
        record,
      );
  if (founded !== null) to.note(md`${name} was founded in ${String(founded)}.`, "old age history established", record);
  if (place.length > 0)
    to.note(
      md`The place of ${name} is ${joined(place)}.`,
      "where based headquarters seat located location country",
      record,
    );
}

export const whole = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 0 });
export const dollars = (value: number) => `US$ ${whole(value)}`;

/** Makes a source of a company's record in the directory. It links to a page only if the record was read on it. */
export const companySource = (
  to: SectionWriter,
  { id, domain, source, updatedAt }: Pick<StoredCompany, "id" | "domain" | "source" | "updatedAt">,
): Cited =>
  to.record(
    `company:${id}`,
    `Record of ${domain} in the directory of companies, from ${source}`,
    updatedAt,
    pageOfRecord(source),
  );
