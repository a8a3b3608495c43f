import type { Cited, SectionWriter } from "../report/section-writer.ts";

interface CompanyRecord {
  id: number;
  domain: string;
  /** The layout and the file that the record came in. */
  source: string;
  url: string;
  updatedAt: Date;
}

/** A company's record in the directory as a source, linked to the company's site. */
export const companySource = (to: SectionWriter, { id, domain, source, url, updatedAt }: CompanyRecord): Cited =>
  to.record(
    `company:${id}`,
    `Record of ${domain} in the directory of companies, from ${source}`,
    updatedAt,
    url === "" ? `https://${domain}/` : url,
  );
