import type { Database, Queries } from "#foundation/db/database";
import {
  type AppliedRows,
  type ImportOptions,
  type ImportReport,
  importRecords,
  type StagedRows,
} from "#foundation/files/import-records";
import { resolveCountryName } from "#foundation/geography/countries";
import { type CompanyRow, type CompanySource, openCompanyFile } from "./company-file.ts";
import type { ColumnOptions } from "./file/column-answers.ts";
import { recordRegisterNumbers } from "./identifiers/record-register-numbers.ts";
import { setApartSharedDomains } from "./shared-domain-rows.ts";
import * as staging from "./staging.ts";

/** The directory after an import. */
interface Directory {
  version: number;
  companies: number;
}

export interface CompaniesReport extends ImportReport, Directory {
  /** Headings other than the field's own name, with the field they were taken for. */
  readAs: CompanySource["readAs"];
}

export interface ImportCompaniesOptions extends ImportOptions, ColumnOptions {
  /** Encoding of a file that does not declare one; UTF-8 by default. */
  encoding?: string | undefined;
}

/** Key of the advisory lock that lets one import write at a time ("companies" in ASCII, cut to 4 bytes). */
const IMPORT_LOCK = 0x636f6d70;
/**
 * Loads a file of companies (see docs/company-files.md; `-` is standard input) into the directory, by COPY into a
 * temporary table and in one transaction: all of the file's good rows, or nothing. A company is identified by its
 * domain. Known ones keep their id and are written only where a fact changed. The newer file wins field by field, and
 * an empty field erases nothing. A row whose name and country are not those of the company that has its domain is set
 * aside. Idempotent: the same file again changes nothing, not even the directory's version. Concurrent imports write
 * one after the other. Memory does not grow with the file.
 * @throws InvalidInputError where the file cannot be read as a whole; the signal's reason where it was aborted.
 */
export async function importCompanies(
  db: Pick<Database, "pool">,
  path: string,
  { encoding, columns, ignoredColumns, ...options }: ImportCompaniesOptions = {},
): Promise<CompaniesReport> {
  let directory: Directory = { version: 0, companies: 0 };
  let readAs: CompanySource["readAs"] = [];
  const report = await importRecords<CompanyRow>(
    db,
    {
      async open(onBytes) {
        const resolveCountry = rememberCountries();
        const file = await openCompanyFile(path, { resolveCountry, encoding, columns, ignoredColumns, onBytes });
        readAs = file.readAs;
        return file;
      },
      createStaging: staging.CREATE_STAGING,
      copyInto: staging.COPY_INTO_STAGING,
      toLine: (row) => (row.company === undefined ? "" : staging.toCopyLine(row.line, row.company, row.registers)),
      async apply(db, staged) {
        const applied = await applyStaged(db, staged);
        directory = await readDirectory(db, !staged.dryRun && applied.inserted + applied.updated > 0);
        return applied;
      },
      analyze: { tables: "companies, company_postings", changes: 0 },
    },
    options,
  );
  return { ...report, ...directory, readAs };
}

async function applyStaged(db: Queries, staged: StagedRows): Promise<AppliedRows> {
  const { source, dryRun } = staged;
  await db.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  await db.query("ANALYZE staged_companies");
  const count = staged.count - (await setApartSharedDomains(db, staged));
  await db.query(staging.MERGE_STAGED);
  const [counted] = await db.query<{ companies: number; inserted: number; updated: number }>(staging.COUNT_CHANGES);
  const { companies = 0, inserted = 0, updated = 0 } = counted ?? {};
  if (!dryRun && updated > 0) await db.query(staging.UPDATE_CHANGED, [source]);
  if (!dryRun && inserted > 0) await db.query(staging.INSERT_NEW, [source]);
  if (!dryRun) await recordRegisterNumbers(db, source);
  // Of rows with one domain the longest description is taken, then the earlier line.
  return { inserted, updated, unchanged: companies - inserted - updated, duplicates: count - companies, setAside: [] };
}

async function readDirectory(db: Queries, hasChanged: boolean): Promise<Directory> {
  const [state] = await db.query<Directory>(hasChanged ? staging.BUMP_VERSION : staging.READ_STATE);
  return state ?? { version: 0, companies: 0 };
}

/** Spellings of countries that are cached during an import: more than any real country column has. */
const MAX_SPELLINGS = 10_000;

function rememberCountries(): (name: string) => string | null {
  const known = new Map<string, string | null>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const code = resolveCountryName(name);
    if (known.size < MAX_SPELLINGS) known.set(name, code);
    return code;
  };
}
