import { directoryVersion } from "#companies/directory";
import type { Queries } from "#foundation/db/database";
import { type Download, digestOf } from "./download.ts";
import type { SourceState, SyncCounts } from "./manage-sources.ts";

/** A sync that is under way. */
export interface OpenSync {
  id: number;
  source: string;
  /** Number of rows read and stored. */
  position: number;
  digest: string;
  path: string;
}

/** Number of rows shown individually in the report of a sync. */
const MOST_NOTES = 100;

/** Returns a source's interrupted sync; null where there is none. */
export async function openSyncOf(db: Queries, source: string): Promise<Omit<OpenSync, "path"> | null> {
  const [open] = await db.query<Omit<OpenSync, "path">>(
    `SELECT id, source, position, digest FROM source_syncs WHERE source = $1 AND ended_at IS NULL ORDER BY id DESC LIMIT 1`,
    [source],
  );
  return open ?? null;
}

/**
 * Begins a sync of the fetched file, or of the existing one.
 * @param found.fetched null: the publisher has no other file than `kept`
 * @param found.again reads it in any case
 * @returns null where that file was read, and the directory has not changed since
 */
export async function openSync(
  db: Queries,
  { name, layout, licence }: SourceState,
  {
    fetched,
    kept,
    again,
    signal,
  }: { fetched: Download | null; kept: Download | null; again: boolean; signal?: AbortSignal | undefined },
): Promise<OpenSync | null> {
  const file = fetched ?? kept;
  if (file === null) return null;
  const { digest, bytes } = await digestOf(file.path, signal);
  const [last] = await db.query<{ digest: string; version: number | null }>(
    `SELECT digest, directory_version AS version FROM source_syncs WHERE source = $1 AND error = '' AND ended_at IS NOT NULL
     ORDER BY id DESC LIMIT 1`,
    [name],
  );
  if (!again && fetched === null && last?.digest === digest && last.version === (await directoryVersion(db)))
    return null;
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO source_syncs (source, layout, url, licence, validator, digest, bytes, fetched_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [name, layout, file.url, licence, file.validator, digest, bytes, file.fetchedAt],
  );
  return { id: row?.id ?? 0, source: name, position: 0, digest, path: file.path };
}

/** Adds to the counts of a sync, in the transaction that stores the rows. */
export async function advanceSync(inside: Queries, id: number, counts: SyncCounts): Promise<void> {
  await inside.query(
    `UPDATE source_syncs SET position = position + $2, joined = joined + $3, inserted = inserted + $4, updated = updated + $5,
       unmatched = unmatched + $6, unsure = unsure + $7, left_out = left_out + $8, set_aside = set_aside + $9,
       notes = CASE WHEN jsonb_array_length(notes) >= ${MOST_NOTES} THEN notes ELSE notes || $10::jsonb END
     WHERE id = $1`,
    [
      id,
      counts.position,
      counts.joined,
      counts.inserted,
      counts.updated,
      counts.unmatched,
      counts.unsure,
      counts.leftOut,
      counts.setAside,
      JSON.stringify(counts.notes.slice(0, MOST_NOTES)),
    ],
  );
}

const NOTHING: SyncCounts = {
  position: 0,
  joined: 0,
  inserted: 0,
  updated: 0,
  unmatched: 0,
  unsure: 0,
  leftOut: 0,
  setAside: 0,
  notes: [],
};

/**
 * Ends a sync.
 * @param error why it ended early; "" where it did not
 */
export async function endSync(db: Queries, id: number, error: string, counts: Partial<SyncCounts> = {}): Promise<void> {
  await advanceSync(db, id, { ...NOTHING, ...counts });
  await db.query("UPDATE source_syncs SET ended_at = now(), error = $2, directory_version = $3 WHERE id = $1", [
    id,
    error.slice(0, 1_000).toWellFormed(),
    await directoryVersion(db),
  ]);
}

/** A source that fails is tried again after an hour, then two, four, …; at the latest when it is due anyway. */
const FIRST_RETRY_HOURS = 1;

/** Records the result of a sync, and when the source is due again. */
export async function noteResult(
  db: Queries,
  { id, failures, everyHours }: SourceState,
  { result, hasFailed }: { result: string; hasFailed: boolean },
): Promise<void> {
  const hours = hasFailed ? Math.min(everyHours, FIRST_RETRY_HOURS * 2 ** Math.min(failures, 12)) : everyHours;
  await db.query(
    `UPDATE sources SET last_result = $2, failures = $3,
       next_sync_at = CASE WHEN every_hours = 0 THEN NULL ELSE now() + make_interval(hours => $4) END
     WHERE id = $1`,
    [id, result.slice(0, 1_000).toWellFormed(), hasFailed ? failures + 1 : 0, hours],
  );
}
