import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Command } from "commander";
import { openCompanyFile } from "#companies/company-file";
import type { CompanyRecord } from "#companies/company-record";
import { resolveCountryName } from "#foundation/geography/countries";

/**
 * Reduces files with one row for each listing to one company for each registrable domain. Rows without a description
 * are left out. Of several with one domain, the longest description wins, the first of equals.
 */
export async function reduceDirectory(files: readonly string[]): Promise<CompanyRecord[]> {
  const companies = new Map<string, CompanyRecord>();
  for (const file of files) {
    const { rows } = await openCompanyFile(file, { resolveCountry: resolveCountryName });
    for await (const { company } of rows) {
      if (!company?.description) continue;
      const kept = companies.get(company.domain);
      if (!kept || company.description.length > kept.description.length) companies.set(company.domain, company);
    }
  }
  return [...companies.values()];
}

/** `npm run quality -- reduce-directory` */
export const reduceDirectoryCommand = new Command("reduce-directory")
  .description("Makes the directory that the questions are about from the equities files of FinanceDatabase.")
  .argument("<files...>", "the publisher's CSV files, also gzip")
  .requiredOption("--output <file>", "where to write it, NDJSON, gzip")
  .action(async (files: string[], { output }: { output: string }) => {
    const companies = await reduceDirectory(files);
    writeFileSync(output, gzipSync(companies.map((company) => `${JSON.stringify(company)}\n`).join("")));
    process.stdout.write(`${companies.length} companies in ${output}\n`);
  });
