import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openCompanyFile } from "#companies/company-file";
import type { CompanyRecord } from "#companies/company-record";
import { resolveCountryName } from "#foundation/geography/countries";
import { generateCompanies } from "./generate.ts";

async function readRecords(path: string): Promise<CompanyRecord[]> {
  const file = await openCompanyFile(path, { resolveCountry: resolveCountryName });
  const records: CompanyRecord[] = [];
  for await (const row of file.rows) if (row.company !== undefined) records.push(row.company);
  return records;
}

/** What a directory is recombined from: a file of real companies, how many are wanted, and the seed. */
export interface RecombinedDirectory {
  from: string;
  companies: number;
  seed: number;
}

/** Writes a directory as gzipped NDJSON; the same options give the same companies. */
export async function writeDirectory(path: string, { from, companies, seed }: RecombinedDirectory): Promise<void> {
  const records = await readRecords(from);
  function* lines() {
    for (const company of generateCompanies(records, companies, seed)) yield `${JSON.stringify(company)}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path));
}
