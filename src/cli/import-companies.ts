import { checkCompanyFile } from "#companies/company-file";
import { type CompaniesReport, importCompanies } from "#companies/import-companies";
import type { SourceKind } from "#companies/records/source-kind";
import type { Database } from "#foundation/db/database";
import { count, describeImport } from "./import-report.ts";
import { type ImportCommandOptions, runImport } from "./import-run.ts";

export interface ImportCompaniesOptions extends ImportCommandOptions {
  /** Encoding of a file that does not declare one. */
  encoding?: string;
  /** Answers as `heading=field`, saying what a column is. */
  column?: string[];
  /** Headings of columns to ignore. */
  ignoreColumn?: string[];
  /** The kind of source. */
  kind?: SourceKind;
}

/**
 * `market import companies FILE`: imports, shows the progress on a terminal, prints the report.
 * @param withDatabase opens the database for the duration of the import
 * @returns the exit code: 0 when something was imported or all was known, 1 when no row was accepted, 130 when it was
 * interrupted; the directory is then unchanged
 * @throws InvalidInputError where the file cannot be read as a whole
 */
export async function importCompaniesCommand(
  path: string,
  options: ImportCompaniesOptions,
  withDatabase: (work: (db: Database) => Promise<CompaniesReport>) => Promise<CompaniesReport>,
): Promise<number> {
  const reading = { encoding: options.encoding, columns: options.column, ignoredColumns: options.ignoreColumn };
  // Checked before the database starts, so that a wrong file is reported at once.
  if (path !== "-") await checkCompanyFile(path, reading);
  return runImport(
    options,
    async ({ signal, onProgress, onSetAside }, stopBar) => {
      const report = await withDatabase(async (db) => {
        const imported = await importCompanies(db, path, {
          dryRun: options.dryRun,
          ...reading,
          kind: options.kind,
          signal,
          onProgress,
          onSetAside,
        });
        // Parents may have come with this file, or their subsidiaries.
        if (imported.inserted + imported.updated > 0 && options.dryRun !== true)
          await (await import("#companies/identity/link-parents")).linkParents(db, signal);
        return imported;
      });
      stopBar();
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeReport(report, options.setAside));
      return report.read > report.setAsideCount ? 0 : 1;
    },
    () => "Interrupted: nothing was imported from the file.",
  );
}

function describeReport(report: CompaniesReport, setAsidePath?: string): string {
  const readAs = report.readAs.map(({ heading, field }) => `"${heading}" as ${field}`).join(", ");
  const columns = readAs === "" ? "" : `Columns read: ${readAs}\n`;
  return `${columns}${describeImport(
    report,
    {
      duplicates: "the row with the longest description was used",
      place: "line",
      written: `The directory has ${count(report.companies)} companies (version ${report.version}).`,
    },
    setAsidePath,
  )}`;
}
