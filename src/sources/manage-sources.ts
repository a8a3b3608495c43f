import type { Database } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { isStorableText } from "#foundation/language/storable-text";
import { checkUrl } from "#providers/fetching/check-url";
import { FetchRefusedError } from "#providers/fetching/errors";
import { layoutOf } from "./layouts/layouts.ts";

export interface NewSource {
  layout: string;
  /** The name that marks its records; by default the layout's. */
  name?: string | undefined;
  /** By default the publisher's. */
  url?: string | undefined;
  licence?: string | undefined;
  /** 0 means only on request; at most 8,784 (a year). */
  everyHours?: number | undefined;
}

/** A source as operators see it. */
export interface SourceState {
  id: number;
  name: string;
  layout: string;
  url: string;
  licence: string;
  everyHours: number;
  /** Null means only on request. */
  nextSyncAt: Date | null;
  lastResult: string;
  /** Number of consecutive failed syncs. */
  failures: number;
  /** The last reading; null before the first. */
  lastSync: SyncState | null;
}

/** What a reading of a source, or a part of it, comes to. */
export interface SyncCounts {
  position: number;
  joined: number;
  inserted: number;
  updated: number;
  unmatched: number;
  unsure: number;
  leftOut: number;
  setAside: number;
  /** The first rows that were unsure or set aside. */
  notes: readonly { line: number; reason: string }[];
}

/** One reading of a source. */
export interface SyncState extends SyncCounts {
  url: string;
  licence: string;
  fetchedAt: Date;
  startedAt: Date;
  /** Null while it is under way, or where it was interrupted and continues at `position`. */
  endedAt: Date | null;
  error: string;
}

const LONGEST_WAIT_HOURS = 8_784;
const NAME = /^[a-z0-9][a-z0-9._-]{0,59}$/;

const STATES = `
  SELECT s.id, s.name, s.layout, s.url, s.licence, s.every_hours AS "everyHours", s.next_sync_at AS "nextSyncAt",
    s.last_result AS "lastResult", s.failures,
    (SELECT json_build_object('url', y.url, 'licence', y.licence, 'fetchedAt', y.fetched_at, 'startedAt', y.started_at,
       'endedAt', y.ended_at, 'position', y.position, 'joined', y.joined, 'inserted', y.inserted, 'updated', y.updated,
       'unmatched', y.unmatched, 'unsure', y.unsure, 'leftOut', y.left_out, 'setAside', y.set_aside, 'notes', y.notes, 'error', y.error)
     FROM source_syncs y WHERE y.source = s.name ORDER BY y.id DESC LIMIT 1) AS "lastSync"
  FROM sources s`;

/**
 * Adds open data to read from now on, the first time at once.
 * @param allowed host:port pairs that may be fetched although they are not public
 * @throws InvalidInputError for what cannot be fetched or read; ConflictError where a source of that name exists
 */
export async function addSource(
  db: Pick<Database, "query">,
  given: NewSource,
  allowed: ReadonlySet<string>,
): Promise<SourceState> {
  const layout = layoutOf(given.layout);
  const { name = given.layout, everyHours = layout.everyHours } = given;
  const [url, licence] = [given.url ?? layout.url, (given.licence ?? layout.licence).trim()];
  if (!NAME.test(name))
    throw new InvalidInputError("the name must have 1–60 lowercase letters, digits, dots and hyphens");
  if (!Number.isInteger(everyHours) || everyHours < 0 || everyHours > LONGEST_WAIT_HOURS)
    throw new InvalidInputError(`the interval must be 1–${LONGEST_WAIT_HOURS} hours, or 0 to sync only on request`);
  if (licence === "" || licence.length > 500 || !isStorableText(licence))
    throw new InvalidInputError("a licence of at most 500 characters is required; it is stored with each record");
  try {
    await db.query(
      `INSERT INTO sources (name, layout, url, licence, every_hours, next_sync_at)
       VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 = 0 THEN NULL ELSE now() END)`,
      [name, given.layout, checked(url, allowed), licence, everyHours],
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`there is a source "${name}" already`);
    throw error;
  }
  return findSource(db, name);
}

function checked(address: string, allowed: ReadonlySet<string>): string {
  if (address === "") throw new InvalidInputError("an address is required, because this layout has no default one");
  try {
    return checkUrl(address, undefined, allowed).href;
  } catch (error) {
    if (error instanceof FetchRefusedError) throw new InvalidInputError(error.message);
    throw error;
  }
}

/** Returns all sources by name. */
export const listSources = (db: Pick<Database, "query">): Promise<SourceState[]> =>
  db.query<SourceState>(`${STATES} ORDER BY s.name`);

/** @throws NotFoundError */
export async function findSource(db: Pick<Database, "query">, name: string): Promise<SourceState> {
  const [source] = await db.query<SourceState>(`${STATES} WHERE s.name = $1`, [name]);
  if (source === undefined) throw new NotFoundError(`source ${name}`);
  return source;
}

/** Returns the names of sources that are due, the longest overdue first. */
export async function dueSources(db: Pick<Database, "query">): Promise<string[]> {
  const due = await db.query<{ name: string }>(
    "SELECT name FROM sources WHERE next_sync_at <= now() ORDER BY next_sync_at, id",
    [],
  );
  return due.map(({ name }) => name);
}

/**
 * Makes a source due now: the worker reads it with the next run of its schedule.
 * @throws NotFoundError
 */
export async function requestSync(db: Pick<Database, "query">, name: string): Promise<SourceState> {
  await db.query("UPDATE sources SET next_sync_at = now() WHERE name = $1", [name]);
  return findSource(db, name);
}

/**
 * Ends the reading of a source; its records stay, with their licence.
 * @throws NotFoundError
 */
export async function removeSource(db: Pick<Database, "query">, name: string): Promise<SourceState> {
  const source = await findSource(db, name);
  await db.query("DELETE FROM sources WHERE name = $1", [name]);
  return source;
}
