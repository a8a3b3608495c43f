import type { Queries } from "#foundation/db/database";
import { ConflictError, NotFoundError } from "#foundation/errors/index";
import type { ArticleKind } from "../article-staging.ts";

/** A feed that this process may poll until its lease ends. */
export interface LeasedFeed {
  id: number;
  url: string;
  kind: ArticleKind;
  name: string;
  everyMinutes: number;
  etag: string | null;
  lastModified: string | null;
  failures: number;
  /** For a list of files (GDELT), the interval that was read last, `YYYYMMDDHHMMSS`. */
  readTo: string | null;
}

/** Longer than a poll with its timeouts. If a process dies, its lease expires and frees the feed. */
const LEASE_MINUTES = 10;

const FIELDS = `id, url, kind, name, every_minutes AS "everyMinutes", etag, last_modified AS "lastModified", failures, read_to AS "readTo"`;

/** Lists feeds that are due, longest overdue first, without those that are being polled. */
export function dueFeeds(
  db: Queries,
  limit: number,
): Promise<{ id: number; name: string; url: string; kind: ArticleKind }[]> {
  return db.query(
    `SELECT id, name, url, kind FROM feeds
     WHERE next_poll_at <= now() AND (leased_until IS NULL OR leased_until < now())
     ORDER BY next_poll_at, id LIMIT $1`,
    [limit],
  );
}

/** Takes a feed for this process, due or not. Returns null if another process polls it, or if it does not exist. */
export async function leaseFeed(db: Queries, id: number): Promise<LeasedFeed | null> {
  const [feed] = await db.query<LeasedFeed>(
    `UPDATE feeds SET leased_until = now() + make_interval(mins => ${LEASE_MINUTES})
     WHERE id = $1 AND (leased_until IS NULL OR leased_until < now()) RETURNING ${FIELDS}`,
    [id],
  );
  return feed ?? null;
}

/**
 * Takes a feed like `leaseFeed`, for an explicit request.
 * @throws NotFoundError; ConflictError while another process polls it
 */
export async function leaseFeedOrThrow(db: Queries, id: number): Promise<LeasedFeed> {
  const feed = await leaseFeed(db, id);
  if (feed !== null) return feed;
  const known = await db.query("SELECT id FROM feeds WHERE id = $1", [id]);
  if (known.length === 0) throw new NotFoundError(`feed ${id}`);
  throw new ConflictError(`feed ${id} is being polled by another process`);
}

/** Releases a feed without a result. */
export async function releaseFeed(db: Queries, id: number): Promise<void> {
  await db.query("UPDATE feeds SET leased_until = NULL WHERE id = $1", [id]);
}
