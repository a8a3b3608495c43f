import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import copyStreams from "pg-copy-streams";
import type { Database } from "../db/database.ts";
import { resolveCountryName } from "../geography/countries.ts";
import type { CompanyFile } from "./company-file.ts";
import { openCompanyFile } from "./company-file.ts";
import type { SetAsideRow } from "./import-tally.ts";
import { ImportTally } from "./import-tally.ts";
import * as staging from "./staging.ts";

/** How far an import is. `bytesTotal` is null where the size is not known (standard input). */
export interface ImportProgress {
  phase: "reading" | "writing";
  bytesRead: number;
  bytesTotal: number | null;
  rows: number;
}

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
/** Size of the pieces that are sent to COPY, in characters. */
const COPY_CHUNK_LENGTH = 65_536;

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
  const client = await db.pool.connect();
  const cancel = cancelOnAbort(db, client, options.signal);
  try {
    await client.query("BEGIN");
    await client.query(staging.CREATE_STAGING);
    const copy = client.query(copyStreams.from(staging.COPY_INTO_STAGING));
    await pipeline(Readable.from(copyText(file, tally, () => report("reading"))), copy, { signal: options.signal });
    report("writing");
    const changes = await applyStaged(client, source, options.dryRun ?? false);
    options.signal?.throwIfAborted();
    cancel.dispose();
    await client.query(options.dryRun ? "ROLLBACK" : "COMMIT");
    // The import is done: statistics that fail now are made later by autovacuum.
    if (!options.dryRun && changes.inserted + changes.updated > 0)
      await client.query("ANALYZE companies").catch(() => {});
    client.release();
    return {
      source,
      format: file.format,
      dryRun: options.dryRun ?? false,
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
  } catch (error) {
    cancel.dispose();
    // The connection goes with the transaction: nothing of a half import can be left in either.
    client.release(true);
    options.signal?.throwIfAborted();
    throw error;
  }
}

/** The rows as COPY text in pieces; a piece is made when the database has taken the one before. */
async function* copyText(file: CompanyFile, tally: ImportTally, onPiece: () => void): AsyncGenerator<string> {
  let text = "";
  for await (const row of file.rows) {
    tally.count(row);
    if (row.company !== undefined) text += staging.toCopyLine(row.line, row.company);
    if (text.length >= COPY_CHUNK_LENGTH) {
      yield text;
      onPiece();
      text = "";
    }
  }
  if (text !== "") yield text;
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

/** A long statement does not look at our signal: PostgreSQL is asked to stop it. */
function cancelOnAbort(
  db: Pick<Database, "pool">,
  client: PoolClient,
  signal: AbortSignal | undefined,
): { dispose(): void } {
  if (signal === undefined) return { dispose() {} };
  const onAbort = () => {
    const backend = "processID" in client && typeof client.processID === "number" ? client.processID : null;
    // A failure to cancel only means that the statement runs to its end before it is rolled back.
    if (backend !== null) db.pool.query("SELECT pg_cancel_backend($1)", [backend]).catch(() => {});
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return { dispose: () => signal.removeEventListener("abort", onAbort) };
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
