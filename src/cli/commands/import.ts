import { Command } from "commander";
import { readConfig } from "../../config/config.ts";
import type { ImportCompaniesOptions } from "../import-companies.ts";
import { importCompaniesCommand } from "../import-companies.ts";
import { withDatabase } from "../with-database.ts";

/** `market import …` */
export function importCommand(): Command {
  const command = new Command("import").description("Load data into the database");
  command
    .command("companies")
    .description(
      "Load a directory of companies: CSV or NDJSON, plain or gzip (docs/company-files.md); known companies are updated",
    )
    .argument("<file>", "the file, or - for standard input")
    .option("--json", "print the report as JSON, and no progress", false)
    .option("--dry-run", "read, check and count, and write nothing", false)
    .option("--set-aside <file>", "write every row that could not be taken to this file, as NDJSON")
    .action(async (path: string, options: ImportCompaniesOptions) => {
      process.exitCode = await importCompaniesCommand(path, options, (work) => withDatabase(readConfig(), work));
    });
  return command;
}
