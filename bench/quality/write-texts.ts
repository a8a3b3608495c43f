import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { embeddingText } from "#companies/analysis/embedding-text";
import { readCompanies } from "./data.ts";

/** `npm run quality -- write-texts FILE`: what the token vectors are fitted to (scripts/make-token-vectors.py). */
export const writeTextsCommand = new Command("write-texts")
  .description("Writes what a sentence model is shown of each company, one JSON object with a text a line.")
  .argument("<file>")
  .option("--companies <file>", "directory of companies, CSV or NDJSON, also gzip", "../shared/data/companies.csv.gz")
  .action(async (file: string, { companies }: { companies: string }) => {
    const lines = (await readCompanies(companies)).map((company) => JSON.stringify({ text: embeddingText(company) }));
    writeFileSync(file, `${lines.join("\n")}\n`);
  });
