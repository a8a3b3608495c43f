import { companyIdentifiers } from "#companies/identifiers/company-identifiers";
import { type StoredCompany, storedCompanies } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { countryName } from "#foundation/geography/countries";
import { joined, type Markdown, md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companyFacts, companyPassages, companySource, dollars, whole } from "./company-record.ts";
import { tellDifferences } from "./record-differences.ts";
import type { Subject } from "./subject.ts";

const SCHEMES = { duns: "D-U-N-S number", lei: "LEI" } as const;

/** Formats "1,200 employees", "1,200 employees, after 1,000 the year before". */
const figure = (now: string, before: string | null): string =>
  before === null ? now : `${now}, after ${before} the year before`;

/** Gathers the facts of the directory's record about the company, and names the missing ones. */
export async function gatherCompany(db: Queries, subject: Subject, to: SectionWriter): Promise<string> {
  const { companyId } = subject;
  const company = companyId === null ? undefined : (await storedCompanies(db, [companyId])).get(companyId);
  if (company === undefined) {
    const search = to.search("search:company", "the directory of companies (0 records)");
    to.say(md`Nothing is stored about ${subject.about} in the directory of companies.`, search);
    return "no record";
  }
  const record = companySource(to, company);
  to.search(`search:company:${company.id}`, `the directory's record of ${subject.about}`);
  const { known, unknown } = factsOf(company);
  for (const fact of known) to.say(fact, record);
  companyFacts(to, company, record);
  await tellDifferences(db, company, to);
  if (unknown.length > 0)
    to.say(md`Nothing is stored about its ${joined(unknown)}; the directory's record was searched.`, record);
  companyPassages(
    to,
    company,
    record,
    "make produce build manufacture offer provide sell product products do business",
  );
  return `${known.length + (await tellIdentifiers(db, company, to))} facts`;
}

/** Adds its numbers in registers, each with the table's line as source. Returns how many. */
async function tellIdentifiers(db: Queries, { id, name }: StoredCompany, to: SectionWriter): Promise<number> {
  const identifiers = await companyIdentifiers(db).load(id);
  for (const { scheme, value, method, source, file, line, importedAt } of identifiers) {
    const said = to.record(`identifier:${id}:${scheme}`, `Line ${line} of ${file}, by ${source}`, importedAt);
    to.fact(md`The ${SCHEMES[scheme]} of ${name} is ${value}, known by its ${method}.`, "identifier register", said);
  }
  return identifiers.length;
}

function factsOf(company: StoredCompany): { known: Markdown[]; unknown: string[] } {
  const known: Markdown[] = [];
  const unknown: string[] = [];
  const fact = (name: string, value: Markdown | null) => (value === null ? unknown.push(name) : known.push(value));
  const { name, description, employees, previousEmployees, revenueUsd, previousRevenueUsd } = company;
  const place = [company.city, company.state, company.country === null ? null : countryName(company.country)].filter(
    (part) => part !== null,
  );
  const list = (values: readonly (string | number)[], sentence: (listed: Markdown) => Markdown) =>
    values.length === 0 ? null : sentence(joined(values.map((value) => md`${value}`)));
  fact("description", description === "" ? null : md`The record of ${name} reads: ${quote(description)}.`);
  fact(
    "place",
    list(place, (listed) => md`Its place is ${listed}.`),
  );
  fact(
    "industries",
    list(company.industries, (listed) => md`Its industries are ${listed}.`),
  );
  fact(
    "keywords",
    list(company.keywords, (listed) => md`Its keywords are ${listed}.`),
  );
  fact(
    "employees",
    employees === null
      ? null
      : md`It has ${figure(`${whole(employees)} employees`, previousEmployees === null ? null : whole(previousEmployees))}.`,
  );
  fact(
    "revenue",
    revenueUsd === null
      ? null
      : md`Its revenue is ${figure(dollars(revenueUsd), previousRevenueUsd === null ? null : dollars(previousRevenueUsd))}.`,
  );
  fact(
    "certifications",
    list(company.certifications, (listed) => md`Its confirmed certifications are ${listed}.`),
  );
  if (company.unverifiedCertifications.length > 0)
    known.push(
      md`It claims these certifications, which no other source confirms: ${joined(company.unverifiedCertifications)}.`,
    );
  fact(
    "NAICS codes",
    list(company.naicsCodes, (listed) => md`Its NAICS codes are ${listed}.`),
  );
  if (company.founded !== null) known.push(md`It was founded in ${String(company.founded)}.`);
  fact("ISIN", company.isin === null ? null : md`Its ISIN is ${company.isin}.`);
  return { known, unknown };
}
