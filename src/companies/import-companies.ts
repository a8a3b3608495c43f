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
import { COPY_INTO_STAGING, CREATE_STAGING, DIRECTORY_LOCK, deriveCompanies } from "./records/derive-companies.ts";
import { type DirectoryVersion, versionAfter } from "./records/directory-version.ts";
import { setApartSharedDomains } from "./records/shared-domain-rows.ts";
import type { SourceKind } from "./records/source-kind.ts";
import { toStagingLine } from "./records/staged-record.ts";

export interface CompaniesReport extends ImportReport, DirectoryVersion {
  /** Headings other than the field's own name, with the field that each was taken for. */
  readAs: CompanySource["readAs"];
}

export interface ImportCompaniesOptions extends ImportOptions, ColumnOptions {
  /** Encoding of a file that does not declare one; UTF-8 by default. */
  encoding?: string | undefined;
  /** The kind of source that the file is; a directory by default. */
  kind?: SourceKind | undefined;
  /** The sync that brought the file. */
  syncId?: number | undefined;
}

/**
 * Imports a file of companies (see docs/company-files.md; `-` is standard input) into the directory. Uses COPY into a
 * temporary table in one transaction: all of the file's good rows, or nothing. Keeps each row as a record. A domain
 * identifies a company, whose fields are what its records add up to (docs/records.md). Known companies keep their id
 * and are written only where a fact changed. A row whose name and country differ from those of the company with its
 * domain is kept apart and reported. Idempotent: importing the same file again changes nothing, not even the
 * directory's version. Concurrent imports write one after another. Memory does not grow with the file.
 * @throws InvalidInputError where the file cannot be read as a whole; the signal's reason on abort
 */
export async function importCompanies(
  db: Pick<Database, "pool">,
  path: string,
  { encoding, columns, ignoredColumns, kind = "directory", syncId, ...options }: ImportCompaniesOptions = {},
): Promise<CompaniesReport> {
  let directory: DirectoryVersion = { version: 0, companies: 0 };
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
      createStaging: CREATE_STAGING,
      copyInto: COPY_INTO_STAGING,
      toLine: (row) => (row.company === undefined ? "" : toStagingLine({ ...row, ...row.registers })),
      async apply(db, staged) {
        const applied = await applyStaged(db, staged, kind, syncId ?? null);
        directory = await versionAfter(db, !staged.dryRun && applied.inserted + applied.updated > 0);
        return applied;
      },
      analyze: { tables: "companies, company_postings", changes: 0 },
    },
    options,
  );
  return { ...report, ...directory, readAs };
}

async function applyStaged(
  db: Queries,
  staged: StagedRows,
  kind: SourceKind,
  syncId: number | null,
): Promise<AppliedRows> {
  const { source, dryRun } = staged;
  await db.query("SELECT pg_advisory_xact_lock($1)", [DIRECTORY_LOCK]);
  await db.query("ANALYZE staged_companies");
  const { apart, givenUp } = await setApartSharedDomains(db, staged);
  const count = staged.count - apart;
  const { companies, inserted, updated } = await deriveCompanies(db, {
    source,
    kind,
    syncId,
    givenUp,
    writes: !dryRun,
  });
  if (!dryRun) await recordRegisterNumbers(db, source);
  return { inserted, updated, unchanged: companies - inserted - updated, duplicates: count - companies, setAside: [] };
}

/** Number of country spellings cached during an import: more than any real column has. */
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
