import type { PoolClient } from "pg";
import { copyInTransaction } from "../db/copy-in-transaction.ts";
import type { Database } from "../db/database.ts";
import type { ImportProgress } from "../files/import-progress.ts";
import type { SetAsideRow } from "../files/import-tally.ts";
import { ImportTally } from "../files/import-tally.ts";
import { resolveCountryName } from "../geography/countries.ts";
import type { CompanyFile } from "./company-file.ts";
import { openCompanyFile } from "./company-file.ts";
import * as staging from "./staging.ts";

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Called for every row that is set aside; the report keeps the first 1,000. */
  onSetAside?: (row: SetAsideRow) => void;
  /** Aborted: the import ends with the signal's reason, and the directory is as it was. */
  signal?: AbortSignal;
  /** Reads, checks and counts, and writes nothing. */
  dryRun?: boolean;
  /** Where the records come from, in place of the file's layout and name. */
  source?: string;
}

export interface ImportReport {
  /** Layout and name of the file. */
  source: string;
  format: CompanyFile["format"];
  dryRun: boolean;
  /** Rows of the file, good and bad, without the header. */
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Rows whose domain another row of the file has, with a longer description or, where equal, earlier. */
  duplicatesInFile: number;
  /** The first 1,000 rows that could not be taken. */
  setAside: SetAsideRow[];
  setAsideCount: number;
  /** What was left out of rows that were taken, and columns that nothing reads; each kind once, counted. */
  warnings: string[];
  /** Version of the directory after the import and its number of companies. */
  version: number;
  companies: number;
  elapsedMs: number;
}

/** Key of the advisory lock that lets one import write at a time ("companies" in ASCII, cut to 4 bytes). */
const IMPORT_LOCK = 0x636f6d70;
/**
 * Loads a file of companies (see docs/company-files.md; `-` is standard input) into the directory, by COPY into a table
 * of this session and one transaction: all of the file's good rows, or nothing. A company is its domain: known ones keep
 * their id and are written only where a fact changed; the newer file wins field by field, and an empty field erases
 * nothing. The same file again changes nothing, the directory's version neither. Two imports at once: one writes after
 * the other. Memory does not grow with the file.
 * @throws InvalidInputError where the file cannot be read as a whole; the signal's reason where it was aborted.
 */
export async function importCompanies(
  db: Pick<Database, "pool">,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const startedAt = performance.now();
  options.signal?.throwIfAborted();
  let bytesRead = 0;
  const file = await openCompanyFile(path, {
    resolveCountry: rememberCountries(),
    onBytes: (read) => {
      bytesRead = read;
    },
  });
  const tally = new ImportTally(options.onSetAside);
  const report = (phase: ImportProgress["phase"]) =>
    options.onProgress?.({ phase, bytesRead, bytesTotal: file.totalBytes, rows: tally.read });

  const source = options.source ?? file.source;
  const dryRun = options.dryRun ?? false;
  const changes = await copyInTransaction(db, {
    createStaging: staging.CREATE_STAGING,
    copyInto: staging.COPY_INTO_STAGING,
    lines: copyLines(file, tally),
    onPiece: () => report("reading"),
    apply(client) {
      report("writing");
      return applyStaged(client, source, dryRun);
    },
    signal: options.signal,
    dryRun,
  }).finally(file.close);
  // The import is done: statistics that fail now are made later by autovacuum.
  if (!dryRun && changes.inserted + changes.updated > 0)
    await db.pool.query("ANALYZE companies, company_postings").catch(() => {});
  return {
    source,
    format: file.format,
    dryRun,
    read: tally.read,
    inserted: changes.inserted,
    updated: changes.updated,
    unchanged: changes.staged - changes.inserted - changes.updated,
    duplicatesInFile: tally.read - tally.setAsideCount - changes.staged,
    setAside: tally.setAside,
    setAsideCount: tally.setAsideCount,
    warnings: tally.warnings(file.unknownColumns),
    version: changes.version,
    companies: changes.companies,
    elapsedMs: Math.round(performance.now() - startedAt),
  };
}

async function* copyLines(file: CompanyFile, tally: ImportTally): AsyncGenerator<string> {
  for await (const row of file.rows) {
    tally.count(row);
    if (row.company !== undefined) yield staging.toCopyLine(row.line, row.company);
  }
}

interface Changes {
  /** Different domains of the file. */
  staged: number;
  inserted: number;
  updated: number;
  version: number;
  companies: number;
}

async function applyStaged(client: PoolClient, source: string, dryRun: boolean): Promise<Changes> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  await client.query("ANALYZE staged_companies");
  await client.query(staging.MERGE_STAGED);
  const counted = await client.query<{ companies: number; inserted: number; updated: number }>(staging.COUNT_CHANGES);
  const { companies: staged = 0, inserted = 0, updated = 0 } = counted.rows[0] ?? {};
  if (!dryRun && updated > 0) await client.query(staging.UPDATE_CHANGED, [source]);
  if (!dryRun && inserted > 0) await client.query(staging.INSERT_NEW, [source]);
  const changed = !dryRun && inserted + updated > 0;
  const state = await client.query<{ version: number; companies: number }>(
    changed ? staging.BUMP_VERSION : staging.READ_STATE,
  );
  const { version = 0, companies = 0 } = state.rows[0] ?? {};
  return { staged, inserted, updated, version, companies };
}

/** Spellings that are remembered within one import: more than any file has that means its country column. */
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
