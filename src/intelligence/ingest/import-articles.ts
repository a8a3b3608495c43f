import type { PoolClient } from "pg";
import type { Database } from "#foundation/db/database";
import { type AppliedRows, type ImportReport, importRecords, type StagedRows } from "#foundation/files/import-records";
import type { IngestOptions, RecordInput } from "#foundation/files/record-input";
import { type ArticleRow, openArticles } from "./article-source.ts";
import type { ArticleKind } from "./article-staging.ts";
import * as staging from "./article-staging.ts";

/** Keys of the advisory locks that let one import of a kind write at a time ("newi" and "obsi" in ASCII). */
const IMPORT_LOCKS: Record<ArticleKind, number> = { news: 0x6e657769, observations: 0x6f627369 };

/**
 * Loads articles (docs/article-files.md: CSV, NDJSON, RSS, Atom, JSON Feed) as news or as observations of events. An
 * article is identified by its address. A known one keeps its id and is written only where its content changed. The
 * newer source wins field by field, and an empty field erases nothing. Idempotent: the same source again changes
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
      apply: (client, staged) => applyStaged(client, kind, staged),
      analyze: { tables: staging.tableOf(kind), changes: 1_000 },
    },
    options,
  );
}

async function applyStaged(client: PoolClient, kind: ArticleKind, { source }: StagedRows): Promise<AppliedRows> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCKS[kind]]);
  await client.query(staging.FIND_REPEATED);
  const repeated = await client.query<{ repeated: number }>(staging.COUNT_REPEATED);
  const otherIds = await client.query<{ line: number; id: string; id_line: number }>(staging.LIST_OTHER_IDS);
  await client.query(staging.DELETE_REPEATED);
  await client.query("ANALYZE staged_articles");
  await client.query(staging.mergeStaged(kind));
  const counted = await client.query<{ articles: number; inserted: number; updated: number }>(staging.COUNT_MERGED);
  const { articles = 0, inserted = 0, updated = 0 } = counted.rows[0] ?? {};
  if (updated > 0) await client.query(staging.updateChanged(kind), [source]);
  if (inserted > 0) await client.query(staging.insertNew(kind), [source]);
  return {
    inserted,
    updated,
    unchanged: articles - inserted - updated,
    duplicates: repeated.rows[0]?.repeated ?? 0,
    setAside: otherIds.rows.map(({ line, id, id_line }) => ({
      line,
      reason: `the id "${id}" is that of row ${id_line}, with another url`,
    })),
  };
}
