import type { StoredCompany } from "#companies/stored-company";
import type { Cited, SectionWriter } from "../report/section-writer.ts";

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
