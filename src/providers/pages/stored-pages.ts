import type { Queries } from "#foundation/db/database";
import type { StoredPage } from "./page.ts";
import { EMPTY_PAGE, pageDataSchema } from "./page-data.ts";

const COLUMNS = `url, final_url AS "finalUrl", status, etag, last_modified AS "lastModified", content_type AS "contentType",
  title, text, data, content_hash AS "contentHash", read_by AS "readBy", error, fetched_at AS "fetchedAt",
  changed_at AS "changedAt", expires_at AS "expiresAt"`;

export async function readPage(db: Queries, url: string): Promise<StoredPage | null> {
  const [row] = await db.query<StoredPage>(`SELECT ${COLUMNS} FROM pages WHERE url = $1`, [url]);
  return row === undefined ? null : checked(row);
}

/** Checks a row: data of an earlier version of the reader may have another shape, and the page is then read again. */
function checked(row: StoredPage): StoredPage {
  const data = pageDataSchema.safeParse(row.data);
  return { ...row, data: data.data ?? EMPTY_PAGE, readBy: data.success ? row.readBy : 0 };
}

/**
 * Returns stored pages by address, and the stored pages of the same sites to which they link as being about the
 * company.
 */
export async function readLinkedPages(db: Queries, urls: readonly string[]): Promise<StoredPage[]> {
  const rows = await db.query<StoredPage>(
    `SELECT ${COLUMNS} FROM pages WHERE url = ANY(ARRAY(
       SELECT unnest($1::text[]) UNION
       SELECT link ->> 'url' FROM pages h CROSS JOIN LATERAL jsonb_array_elements(
         CASE jsonb_typeof(h.data -> 'links') WHEN 'array' THEN h.data -> 'links' ELSE '[]' END) AS link
       WHERE h.url = ANY($1::text[])))`,
    [urls],
  );
  return rows.map(checked);
}

/** Days after expiry at which pages are removed. */
export const REMOVED_AFTER_DAYS = 180;
/** Number of pages removed by one statement. */
const REMOVED_AT_ONCE = 500;

/**
 * Removes pages that expired before that time, in short statements; concurrent processes take different rows. Returns
 * their number.
 */
export async function removeOldPages(db: Queries, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    const [gone] = await db.query<{ count: number }>(
      `WITH gone AS (DELETE FROM pages WHERE url IN (
         SELECT url FROM pages WHERE expires_at < now() - $1 * interval '1 day' ORDER BY expires_at LIMIT $2
         FOR UPDATE SKIP LOCKED) RETURNING 1)
       SELECT count(*)::int AS count FROM gone`,
      [REMOVED_AFTER_DAYS, REMOVED_AT_ONCE],
    );
    removed += gone?.count ?? 0;
    if (signal.aborted || (gone?.count ?? 0) < REMOVED_AT_ONCE) return removed;
  }
}

/** Writes a page. When two processes read a page at once, the later answer stays. */
export async function writePage(db: Queries, page: StoredPage): Promise<void> {
  await db.query(
    `INSERT INTO pages (url, final_url, status, etag, last_modified, content_type, title, text, data, content_hash, read_by,
       error, fetched_at, changed_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (url) DO UPDATE SET final_url = excluded.final_url, status = excluded.status, etag = excluded.etag,
       last_modified = excluded.last_modified, content_type = excluded.content_type, title = excluded.title,
       text = excluded.text, data = excluded.data, content_hash = excluded.content_hash, read_by = excluded.read_by,
       error = excluded.error, fetched_at = excluded.fetched_at, changed_at = excluded.changed_at,
       expires_at = excluded.expires_at
     WHERE pages.fetched_at <= excluded.fetched_at`,
    [
      page.url,
      page.finalUrl,
      page.status,
      page.etag,
      page.lastModified,
      page.contentType,
      page.title,
      page.text,
      JSON.stringify(page.data),
      page.contentHash,
      page.readBy,
      page.error,
      page.fetchedAt,
      page.changedAt,
      page.expiresAt,
    ],
  );
}
