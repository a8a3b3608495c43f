import { naicsTitle } from "#companies/naics";
import type { StoredCompany } from "#companies/stored-company";
import type { Cited, SectionWriter } from "../report/section-writer.ts";

/** The parts of a company's record that may answer a question. */
export type PassageCompany = Pick<
  StoredCompany,
  "description" | "industries" | "keywords" | "certifications" | "unverifiedCertifications" | "naicsCodes"
>;

/** The sentences of a company's description, and each list of its labels: many records have no other words. */
export function companyPassages(to: SectionWriter, company: PassageCompany, record: Cited): void {
  to.passages(company.description, record);
  to.labels("Industries", company.industries, record);
  to.labels("Keywords", company.keywords, record);
  to.labels("Certifications", [...company.certifications, ...company.unverifiedCertifications], record);
  to.labels("NAICS", company.naicsCodes.map(naicsTitle), record);
}

/** A company's record in the directory as a source, linked to the company's site. */
export const companySource = (
  to: SectionWriter,
  { id, domain, source, url, updatedAt }: Pick<StoredCompany, "id" | "domain" | "source" | "url" | "updatedAt">,
): Cited =>
  to.record(
    `company:${id}`,
    `Record of ${domain} in the directory of companies, from ${source}`,
    updatedAt,
    url === "" ? `https://${domain}/` : url,
  );
