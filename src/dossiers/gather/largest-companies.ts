import type { StoredCompany } from "#companies/stored-company";
import { counted } from "#foundation/language/counted";
import { joined, md } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companySource, dollars, whole } from "./company-record.ts";

/** Number of companies named, the largest first. */
const NAMED = 5;

const SIZES = [
  {
    of: ({ employees }: StoredCompany) => employees,
    name: "employees",
    write: whole,
    asked: "staff workforce headcount size",
  },
  {
    of: ({ revenueUsd }: StoredCompany) => revenueUsd,
    name: "revenue",
    write: dollars,
    asked: "sales turnover size money",
  },
] as const;

/** Names the largest companies by employees and by revenue, and for how many that is stored. */
export function tellLargest(companies: readonly StoredCompany[], to: SectionWriter): void {
  for (const { of, name, write, asked } of SIZES) {
    const sized = companies.flatMap((company) => {
      const size = of(company);
      return size === null ? [] : [{ company, size }];
    });
    const largest = sized
      .sort((a, b) => b.size - a.size || a.company.id - b.company.id)
      .slice(0, NAMED)
      .map(({ company, size }) => ({ said: md`${company.name} ${write(size)}`, source: companySource(to, company) }));
    const [first, ...others] = largest;
    if (first === undefined) continue;
    const known =
      sized.length === companies.length
        ? ""
        : `, stored of ${sized.length} of ${counted(companies.length, "company", "companies")}`;
    to.fact(
      md`By ${name}${known}, the largest ${others.length === 0 ? "is" : "are"} ${joined(
        largest.map(({ said }) => said),
        "; ",
      )}.`,
      `${asked} largest biggest most highest`,
      first.source,
      ...others.map(({ source }) => source),
    );
  }
}
