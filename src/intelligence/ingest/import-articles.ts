import type { Database, Queries } from "#foundation/db/database";
import {
  type AppliedRows,
  type ImportReport,
  importRecords,
  type RecordStore,
  type StagedRows,
} from "#foundation/files/import-records";
import type { IngestOptions, RecordInput } from "#foundation/files/record-input";
import type { RecordSource } from "#foundation/files/record-source";
import { type ArticleRow, type ArticleSource, openArticles } from "./article-source.ts";
import * as staging from "./article-staging.ts";
import { type ArticleForm, type ArticleKind, formsOf } from "./article-staging.ts";
import { notePosition, positionOf } from "./warc/archive.ts";

/** Keys of the advisory locks that let one import of a form write at a time ("newi" and "obsi" in ASCII). */
const IMPORT_LOCKS: Record<ArticleForm, number> = { news: 0x6e657769, observations: 0x6f627369 };

export interface ArticleImportOptions extends IngestOptions {
  /** Languages of the pages of an archive that are read (`en`); all by default. */
  languages?: readonly string[] | undefined;
  /** Called when a part of an archive was stored for good. */
  onPartStored?: (() => void) | undefined;
}

/**
 * Loads articles (docs/article-files.md: CSV, NDJSON, RSS, Atom, JSON Feed, GDELT's GKG, WARC) as news, as observations
 * of events, or as both in one transaction. The address identifies an article. A known article keeps its id and is written only if its
 * content changed. The newer source wins field by field, and an empty field erases nothing. Idempotent: the same source
 * again changes nothing. New and changed articles are marked as unprocessed; sentiment, companies and events are
 * derived from them afterwards. A source is stored as a whole, a WARC file in parts: an import that was interrupted
 * goes on behind the last one.
 * @throws InvalidInputError where the source cannot be read as a whole; the signal's reason where it was aborted.
 */
export async function importArticles(
  db: Pick<Database, "pool" | "query">,
  kind: ArticleKind,
  input: RecordInput,
  options: ArticleImportOptions = {},
): Promise<ImportReport> {
  options.signal?.throwIfAborted();
  let onBytes: (read: number) => void = () => {};
  const settings = { now: options.now ?? new Date(), languages: options.languages };
  const opened = await openArticles(input, settings, (read) => onBytes(read));
  const listen = (listener: typeof onBytes) => {
    onBytes = listener;
  };
  const { archive } = opened;
  if (archive === undefined)
    return importRecords(
      db,
      storeOf(kind, opened, listen, (inside, staged) => applyStaged(inside, kind, staged)),
      options,
    );
  try {
    return await importArchive(db, kind, { ...opened, archive }, listen, options);
  } finally {
    opened.close();
  }
}

function storeOf(
  kind: ArticleKind,
  opened: RecordSource<ArticleRow>,
  listen: (onBytes: (read: number) => void) => void,
  apply: RecordStore<ArticleRow>["apply"],
): RecordStore<ArticleRow> {
  return {
    open: (onBytes) => {
      listen(onBytes);
      return Promise.resolve(opened);
    },
    createStaging: staging.CREATE_STAGING,
    copyInto: staging.COPY_INTO_STAGING,
    toLine: (row) => (row.article === undefined ? "" : staging.toCopyLine(row.line, row.article)),
    apply,
    analyze: { tables: staging.tablesOf(kind), changes: 1_000 },
  };
}

/** Number of articles of an archive in one transaction. */
const PART = 1_000;
/** Rows set aside and warnings that a report keeps. */
const [MOST_SET_ASIDE, MOST_WARNINGS] = [1_000, 100];

/** Stores an archive in parts, each with the position behind it. */
async function importArchive(
  db: Pick<Database, "pool" | "query">,
  kind: ArticleKind,
  opened: ArticleSource & Required<Pick<ArticleSource, "archive">>,
  listen: (onBytes: (read: number) => void) => void,
  options: ArticleImportOptions,
): Promise<ImportReport> {
  const { archive } = opened;
  const { dryRun = false, onProgress, onPartStored } = options;
  let position = dryRun ? 0 : await positionOf(db, kind, archive);
  const goesOnAt = position;
  const rows = archive.rowsAfter(position)[Symbol.asyncIterator]();
  let isDone = false;
  async function* part(): AsyncGenerator<ArticleRow> {
    for (let taken = 0; taken < PART; taken++) {
      const next = await rows.next();
      if (next.done === true) {
        isDone = true;
        return;
      }
      position = next.value.line;
      yield next.value;
    }
  }
  const reports: ImportReport[] = [];
  while (!isDone) {
    const before = reports.reduce((sum, { read }) => sum + read, 0);
    const store = storeOf(kind, { ...opened, rows: part(), close: () => {} }, listen, async (inside, staged) => {
      const applied = await applyStaged(inside, kind, staged);
      await notePosition(inside, kind, archive, { source: staged.source, position, isDone });
      return applied;
    });
    const report = await importRecords(db, store, {
      ...options,
      onProgress: (progress) => onProgress?.({ ...progress, rows: before + progress.rows }),
    });
    reports.push(report);
    if (!dryRun) onPartStored?.();
  }
  return joined(reports, goesOnAt);
}

function joined(reports: readonly ImportReport[], goesOnAt: number): ImportReport {
  const [first] = reports;
  if (first === undefined) throw new Error("an archive has a part");
  const sum = (of: (report: ImportReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const whole: ImportReport = {
    ...first,
    read: sum(({ read }) => read),
    inserted: sum(({ inserted }) => inserted),
    updated: sum(({ updated }) => updated),
    unchanged: sum(({ unchanged }) => unchanged),
    duplicatesInFile: sum(({ duplicatesInFile }) => duplicatesInFile),
    setAside: reports.flatMap(({ setAside }) => setAside).slice(0, MOST_SET_ASIDE),
    setAsideCount: sum(({ setAsideCount }) => setAsideCount),
    warnings: reports.flatMap(({ warnings }) => warnings).slice(0, MOST_WARNINGS),
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
  };
  const resumed = `went on after record ${goesOnAt}, up to which an earlier import had stored the file`;
  return goesOnAt === 0 ? whole : { ...whole, warnings: [resumed, ...whole.warnings] };
}

async function applyStaged(db: Queries, kind: ArticleKind, { source }: StagedRows): Promise<AppliedRows> {
  const forms = formsOf(kind);
  for (const form of forms) await db.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCKS[form]]);
  await db.query(staging.FIND_REPEATED);
  const [repeated] = await db.query<{ repeated: number }>(staging.COUNT_REPEATED);
  const otherIds = await db.query<{ line: number; id: string; id_line: number }>(staging.LIST_OTHER_IDS);
  await db.query(staging.DELETE_REPEATED);
  await db.query("ANALYZE staged_articles");
  for (const form of forms) await db.query(staging.mergeStaged(form));
  const [counted] = await db.query<{ articles: number; inserted: number; updated: number }>(staging.countMerged(forms));
  const { articles = 0, inserted = 0, updated = 0 } = counted ?? {};
  if (inserted + updated > 0)
    for (const form of forms) {
      await db.query(staging.lockChanged(form));
      await db.query(staging.updateChanged(form), [source]);
      await db.query(staging.insertNew(form), [source]);
    }
  return {
    inserted,
    updated,
    unchanged: articles - inserted - updated,
    duplicates: repeated?.repeated ?? 0,
    setAside: otherIds.map(({ line, id, id_line }) => ({
      line,
      reason: `the id "${id}" is that of row ${id_line}, with another url`,
    })),
  };
}
