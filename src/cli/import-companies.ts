import { checkCompanyFile } from "#companies/company-file";
import { type CompaniesReport, importCompanies } from "#companies/import-companies";
import type { Database } from "#foundation/db/database";
import { count, describeImport } from "./import-report.ts";
import { type ImportCommandOptions, runImport } from "./import-run.ts";

export interface ImportCompaniesOptions extends ImportCommandOptions {
  /** Encoding of a file that does not say it itself. */
  encoding?: string;
}

/**
 * `market import companies FILE`: imports, shows the progress on a terminal, prints the report.
 * @param withDatabase opens the database for the time of the import.
 * @returns the exit code: 0 when something was imported or everything was known, 1 when no row could be taken, 130 when
 *   it was interrupted (the directory is then as it was).
 * @throws InvalidInputError where the file cannot be read as a whole.
 */
export async function importCompaniesCommand(
  path: string,
  options: ImportCompaniesOptions,
  withDatabase: (work: (db: Database) => Promise<CompaniesReport>) => Promise<CompaniesReport>,
): Promise<number> {
  // Before the database is started: a wrong file is said at once.
  if (path !== "-") await checkCompanyFile(path, options.encoding);
  return runImport(
    options,
    async ({ signal, onProgress, onSetAside }, stopBar) => {
      const report = await withDatabase((db) =>
        importCompanies(db, path, {
          dryRun: options.dryRun,
          encoding: options.encoding,
          signal,
          onProgress,
          onSetAside,
        }),
      );
      stopBar();
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeReport(report, options.setAside));
      return report.read > report.setAsideCount ? 0 : 1;
    },
    () => "Interrupted: nothing of the file was imported.",
  );
}

function describeReport(report: CompaniesReport, setAsidePath?: string): string {
  return describeImport(
    report,
    {
      duplicates: "the longest description was taken",
      place: "line",
      written: `The directory has ${count(report.companies)} companies (version ${report.version}).`,
    },
    setAsidePath,
  );
}
