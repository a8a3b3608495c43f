import { copyInTransaction } from "../db/copy-in-transaction.ts";
import type { Database, Queries } from "../db/database.ts";
import { type CountedRow, ImportTally, type SetAsideRow } from "./import-tally.ts";
import type { RecordSource } from "./record-source.ts";

/** Progress of an import. `bytesTotal` is null where the size is unknown (standard input). */
export interface ImportProgress {
  phase: "reading" | "writing";
  bytesRead: number;
  bytesTotal: number | null;
  rows: number;
}

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Called for every row set aside; the report keeps the first 1,000. */
  onSetAside?: (row: SetAsideRow) => void;
  /** On abort, the import rejects with the signal's reason and stores nothing of the source. */
  signal?: AbortSignal | undefined;
  /** Reads, checks and counts, but writes nothing. */
  dryRun?: boolean;
  /** Source of the records, in place of the format and the file's name or address. */
  source?: string | undefined;
}

/** The result of an import. */
export interface ImportReport {
  source: string;
  format: string;
  dryRun: boolean;
  /** Rows of the file (without the header) or entries of the feed, good and bad. */
  read: number;
  inserted: number;
  /** Known rows whose content has changed. */
  updated: number;
  unchanged: number;
  /** Rows replaced by another row of the same file with the same identity. */
  duplicatesInFile: number;
  /** The first 1,000 rows that could not be taken. */
  setAside: SetAsideRow[];
  setAsideCount: number;
  /** What was cut or left out of accepted rows, and unknown columns; each kind once, with its count. */
  warnings: string[];
  elapsedMs: number;
}

/** The rows that wait to be applied. */
export interface StagedRows {
  source: string;
  /** Number of staged rows. */
  count: number;
  /** The transaction is rolled back afterwards, so work that only writes can be skipped. */
  dryRun: boolean;
  /** Sets aside a staged row that the store removed. `count` still includes that row. */
  setAside(row: SetAsideRow): void;
  /** Notes what was left out of an accepted row. */
  note(line: number, note: string): void;
}

/** The counts of an applied import. */
export interface AppliedRows {
  inserted: number;
  updated: number;
  unchanged: number;
  duplicates: number;
  /** Rows that conflict with other rows, or that need data which the database lacks. */
  setAside: SetAsideRow[];
}

/** How one kind of record is stored. */
export interface RecordStore<Row extends CountedRow> {
  open(onBytes: (read: number) => void): Promise<RecordSource<Row>>;
  createStaging: string;
  copyInto: string;
  /** Formats a row without a problem as COPY's text. */
  toLine(row: Row): string;
  apply(inside: Queries, staged: StagedRows): Promise<AppliedRows>;
  /** The tables to ANALYZE (as in `ANALYZE a, b`), once more than `changes` rows have changed. */
  analyze: { tables: string; changes: number };
}

/**
 * Stores a source's good rows by COPY into a temporary table, in one transaction: all of them or none, even when the
 * process is killed. Memory does not grow with the number of rows.
 * @throws InvalidInputError where the source cannot be read as a whole; the signal's reason on abort.
 */
export async function importRecords<Row extends CountedRow>(
  db: Pick<Database, "pool">,
  store: RecordStore<Row>,
  options: ImportOptions,
): Promise<ImportReport> {
  const startedAt = performance.now();
  options.signal?.throwIfAborted();
  let bytesRead = 0;
  const opened = await store.open((read) => {
    bytesRead = read;
  });
  const tally = new ImportTally(options.onSetAside);
  const report = (phase: ImportProgress["phase"]) =>
    options.onProgress?.({ phase, bytesRead, bytesTotal: opened.totalBytes, rows: tally.read });
  // A reader that waits for more of standard input would keep the aborted import waiting too.
  options.signal?.addEventListener("abort", opened.close, { once: true });
  const source = options.source ?? opened.source;
  const dryRun = options.dryRun ?? false;
  const applied = await copyInTransaction(db, {
    createStaging: store.createStaging,
    copyInto: store.copyInto,
    lines: goodLines(opened.rows, tally, store),
    onPiece: () => report("reading"),
    apply(inside) {
      report("writing");
      return store.apply(inside, {
        source,
        count: tally.read - tally.setAsideCount,
        dryRun,
        setAside: (row) => tally.addSetAside(row),
        note: (line, note) => tally.addNote(line, note),
      });
    },
    signal: options.signal,
    dryRun,
  }).finally(() => {
    options.signal?.removeEventListener("abort", opened.close);
    opened.close();
  });
  for (const row of applied.setAside) tally.addSetAside(row);
  // The import is done: if statistics fail now, autovacuum makes them later.
  if (!dryRun && applied.inserted + applied.updated > store.analyze.changes)
    await db.pool.query(`ANALYZE ${store.analyze.tables}`).catch(() => {});
  return {
    source,
    format: opened.format,
    dryRun,
    read: tally.read,
    inserted: applied.inserted,
    updated: applied.updated,
    unchanged: applied.unchanged,
    duplicatesInFile: applied.duplicates,
    setAside: tally.setAside,
    setAsideCount: tally.setAsideCount,
    warnings: tally.warnings(opened.unknownColumns),
    elapsedMs: Math.round(performance.now() - startedAt),
  };
}

async function* goodLines<Row extends CountedRow>(
  rows: AsyncIterable<Row>,
  tally: ImportTally,
  store: RecordStore<Row>,
): AsyncGenerator<string> {
  for await (const row of rows) {
    tally.count(row);
    if (row.problem === undefined) yield store.toLine(row);
  }
}
