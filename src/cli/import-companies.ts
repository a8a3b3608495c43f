import { closeSync, openSync, writeSync } from "node:fs";
import { SingleBar } from "cli-progress";
import { checkCompanyFile } from "../companies/company-file.ts";
import type { ImportProgress, ImportReport } from "../companies/import-companies.ts";
import { importCompanies } from "../companies/import-companies.ts";
import type { SetAsideRow } from "../companies/import-tally.ts";
import type { Database } from "../db/database.ts";
import { InvalidInputError } from "../errors/index.ts";

export interface ImportCompaniesOptions {
  json: boolean;
  dryRun: boolean;
  /** Path of the file that takes every row that was set aside. */
  setAside?: string;
}

/** Bad rows that are listed on the terminal. */
const LISTED_ROWS = 20;
/** What a shell reports for a program that Ctrl-C ended: 128 + SIGINT. */
const INTERRUPTED = 130;

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
  withDatabase: (work: (db: Database) => Promise<ImportReport>) => Promise<ImportReport>,
): Promise<number> {
  // Before the database is started: a wrong file is said at once.
  if (path !== "-") await checkCompanyFile(path);
  const setAsideFile = options.setAside === undefined ? null : new SetAsideFile(options.setAside);
  const bar = options.json || !process.stderr.isTTY ? null : new ProgressBar();
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort(new Error("interrupted"));
  process.once("SIGINT", onInterrupt);
  process.once("SIGTERM", onInterrupt);
  try {
    const report = await withDatabase((db) =>
      importCompanies(db, path, {
        dryRun: options.dryRun,
        signal: interrupt.signal,
        onProgress: (progress) => bar?.show(progress),
        onSetAside: (row) => setAsideFile?.add(row),
      }),
    );
    bar?.stop();
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeReport(report, options.setAside));
    return report.read > report.setAsideCount ? 0 : 1;
  } catch (error) {
    bar?.stop();
    if (!interrupt.signal.aborted) throw error;
    process.stderr.write("Interrupted: nothing of the file was imported.\n");
    return INTERRUPTED;
  } finally {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onInterrupt);
    setAsideFile?.close();
  }
}

/** The report for people, several lines, each ended. */
export function describeReport(report: ImportReport, setAsidePath?: string): string {
  const count = (value: number) => value.toLocaleString("en");
  const seconds = report.elapsedMs / 1000;
  const lines = [
    `${report.source}: ${count(report.read)} rows in ${seconds.toFixed(1)} s (${count(Math.round(report.read / Math.max(seconds, 0.001)))} a second)`,
    `  ${report.dryRun ? "would be inserted" : "inserted"} ${count(report.inserted)} · ${report.dryRun ? "would be updated" : "updated"} ${count(report.updated)} · unchanged ${count(report.unchanged)}`,
  ];
  if (report.duplicatesInFile > 0)
    lines.push(`  duplicates in the file ${count(report.duplicatesInFile)} (the longest description was taken)`);
  if (report.setAsideCount > 0) {
    lines.push(`  set aside ${count(report.setAsideCount)}:`);
    for (const { line, reason } of report.setAside.slice(0, LISTED_ROWS)) lines.push(`    line ${line}: ${reason}`);
    const more = report.setAsideCount - Math.min(LISTED_ROWS, report.setAside.length);
    if (more > 0 && setAsidePath === undefined)
      lines.push(`    and ${count(more)} more (--set-aside FILE writes all of them)`);
    if (setAsidePath !== undefined) lines.push(`    all of them are in ${setAsidePath}`);
  }
  for (const warning of report.warnings) lines.push(`  warning: ${warning}`);
  if (report.read === 0) lines.push("No row was found below the header.");
  else if (report.read === report.setAsideCount) lines.push("Not one row could be taken.");
  lines.push(
    report.dryRun
      ? "Dry run: nothing was written."
      : `The directory has ${count(report.companies)} companies (version ${report.version}).`,
  );
  return `${lines.join("\n")}\n`;
}

/** Bytes read of the file, then the time of writing, whose length nobody knows. */
class ProgressBar {
  #bar: SingleBar | null = null;

  show({ phase, bytesRead, bytesTotal, rows }: ImportProgress): void {
    // The length of standard input is not known: no bar.
    if (bytesTotal === null) return;
    if (this.#bar === null) {
      this.#bar = new SingleBar({
        format: "{phase} [{bar}] {percentage} % · {rows} rows",
        hideCursor: true,
        clearOnComplete: true,
      });
      this.#bar.start(bytesTotal, 0, { phase, rows });
    }
    this.#bar.update(bytesRead, {
      phase: phase === "writing" ? "writing into the directory" : phase,
      rows: rows.toLocaleString("en"),
    });
  }

  stop(): void {
    this.#bar?.stop();
  }
}

/** Written synchronously, because a file of nothing but bad rows must not pile up in memory. */
class SetAsideFile {
  readonly #file: number;
  #text = "";

  constructor(path: string) {
    try {
      this.#file = openSync(path, "w");
    } catch (error) {
      throw new InvalidInputError(
        `--set-aside ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  add(row: SetAsideRow): void {
    this.#text += `${JSON.stringify(row)}\n`;
    if (this.#text.length > 65_536) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#text);
    this.#text = "";
  }
}
