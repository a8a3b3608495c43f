import { Command, Option } from "commander";
import { SOURCE_KINDS } from "#companies/records/source-kind";
import { readConfig } from "#foundation/config/config";
import type { ImportCompaniesOptions } from "../import-companies.ts";
import type { ImportRecordsOptions } from "../import-records.ts";
import { isArticleKind, type RecordKind } from "../record-kind.ts";
import { changeDatabase } from "../with-database.ts";

/** `market import …` */
export function importCommand(): Command {
  const command = new Command("import");
  common(
    command
      .command("companies")
      .description(
        "Load a directory of companies: CSV or NDJSON, plain, gzip or the only file of a ZIP archive (docs/company-files.md); known companies are updated",
      )
      .argument("<file>", "the file, or - for standard input"),
  )
    .option(
      "--column <heading=field>",
      'the field that a column contains, such as "Profile=description"; may be repeated',
      collect,
    )
    .option("--ignore-column <heading>", "ignore a column; may be repeated", collect)
    .addOption(
      new Option(
        "--kind <kind>",
        "the kind of the source; values of a register take precedence over those of a directory",
      )
        .choices(SOURCE_KINDS)
        .default("directory"),
    )
    .action(async (path: string, options: ImportCompaniesOptions) => {
      const { importCompaniesCommand } = await import("../import-companies.ts");
      process.exitCode = await importCompaniesCommand(path, options, (work) =>
        changeDatabase(readConfig(), imported("importCompanies", options), work),
      );
    });
  records(
    command,
    "articles",
    "Load articles once, for news, ESG, people and events: RSS, Atom, JSON Feed, CSV, NDJSON, GDELT or WARC (docs/article-files.md)",
  );
  records(command, "news", "Load articles for news, ESG and people alone");
  records(command, "observations", "Load articles for events alone");
  records(command, "esg", "Load ESG items about companies of the directory: CSV or NDJSON (docs/article-files.md)");
  records(
    command,
    "identifiers",
    "Load a table of D-U-N-S numbers and LEIs: CSV or NDJSON, also GLEIF's LEI,ISIN (docs/identifiers.md)",
  );
  return command;
}

/** An import for the audit trail; a rehearsal stores nothing. */
const imported = (operation: string, { dryRun }: { dryRun: boolean }) => ({
  operation: dryRun ? `${operation} --dry-run` : operation,
  subject: {},
});

const collect = (value: string, values: string[] = []): string[] => [...values, value];

function common(command: Command): Command {
  return command
    .option("--json", "print the report as JSON, and no progress", false)
    .option("--dry-run", "read, check and count the rows, and write nothing", false)
    .option("--encoding <name>", "the encoding of a file that does not declare one, such as windows-1252")
    .option("--set-aside <file>", "write every row that could not be imported to this file, as NDJSON");
}

function records(parent: Command, kind: RecordKind, description: string): void {
  const command = common(
    parent
      .command(kind)
      .description(`${description}; known ones are updated`)
      .argument("<file>", "the file, - for standard input, or an http(s) address"),
  ).option("--source <name>", "the source of the records, instead of the file's name or the address");
  if (isArticleKind(kind))
    command
      .option("--no-analysis", "leave the analysis of the rows to the worker")
      .option("--language <code>", "read only the pages of a WARC file in this language; may be repeated", collect);
  command.action(async (target: string, options: ImportRecordsOptions) => {
    const config = readConfig();
    // Loaded late: the dictionaries for articles take seconds, too long for a help text.
    const { importRecordsCommand } = await import("../import-records.ts");
    process.exitCode = await importRecordsCommand(kind, target, options, config, (work) =>
      changeDatabase(config, imported(`import ${kind}`, options), work),
    );
  });
}
