import type { Database, Queries } from "#foundation/db/database";
import { type AppliedRows, type ImportReport, importRecords, type StagedRows } from "#foundation/files/import-records";
import type { IngestOptions, RecordInput } from "#foundation/files/record-input";
import { type ArticleRow, openArticles } from "./article-source.ts";
import type { ArticleKind } from "./article-staging.ts";
import * as staging from "./article-staging.ts";

/** Keys of the advisory locks that let one import of a kind write at a time ("newi" and "obsi" in ASCII). */
const IMPORT_LOCKS: Record<ArticleKind, number> = { news: 0x6e657769, observations: 0x6f627369 };

/**
 * Loads articles (docs/article-files.md: CSV, NDJSON, RSS, Atom, JSON Feed, GDELT's GKG) as news or as observations of
 * events. The address identifies an article. A known article keeps its id and is written only if its content changed.
 * The newer source wins field by field, and an empty field erases nothing. Idempotent: the same source again changes
 * nothing. New and changed articles are marked as unprocessed; sentiment, companies and events are derived from them
 * afterwards.
 * @throws InvalidInputError where the source cannot be read as a whole; the signal's reason where it was aborted.
 */
export function importArticles(
  db: Pick<Database, "pool">,
  kind: ArticleKind,
  input: RecordInput,
  options: IngestOptions = {},
): Promise<ImportReport> {
  const now = options.now ?? new Date();
  return importRecords<ArticleRow>(
    db,
    {
      open: (onBytes) => openArticles(input, { now }, onBytes),
      createStaging: staging.CREATE_STAGING,
      copyInto: staging.COPY_INTO_STAGING,
      toLine: (row) => (row.article === undefined ? "" : staging.toCopyLine(kind, row.line, row.article)),
      apply: (db, staged) => applyStaged(db, kind, staged),
      analyze: { tables: staging.tableOf(kind), changes: 1_000 },
    },
    options,
  );
}

async function applyStaged(db: Queries, kind: ArticleKind, { source }: StagedRows): Promise<AppliedRows> {
  await db.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCKS[kind]]);
  await db.query(staging.FIND_REPEATED);
  const [repeated] = await db.query<{ repeated: number }>(staging.COUNT_REPEATED);
  const otherIds = await db.query<{ line: number; id: string; id_line: number }>(staging.LIST_OTHER_IDS);
  await db.query(staging.DELETE_REPEATED);
  await db.query("ANALYZE staged_articles");
  await db.query(staging.mergeStaged(kind));
  const [counted] = await db.query<{ articles: number; inserted: number; updated: number }>(staging.COUNT_MERGED);
  const { articles = 0, inserted = 0, updated = 0 } = counted ?? {};
  if (updated > 0) await db.query(staging.updateChanged(kind), [source]);
  if (inserted > 0) await db.query(staging.insertNew(kind), [source]);
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
