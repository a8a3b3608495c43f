import { createHash } from "node:crypto";
import type { Queries } from "#foundation/db/database";
import { firstFields } from "./warc-records.ts";

/** What a WARC file says about itself in its first record. */
export interface Archive {
  /** The id of that record, which no other file has. */
  id: string;
  /** When the file was written; null where it does not say so. */
  writtenAt: Date | null;
  /** The terms under which it is offered, where they are known. */
  licence: string;
}

/** Common Crawl offers its files under its terms of use; the texts stay their publishers'. */
export const COMMON_CRAWL_TERMS = "Common Crawl terms of use (https://commoncrawl.org/terms-of-use)";

/** Reads the first record, `warcinfo`, in the beginning of a file. */
export function archiveOf(head: string): Archive {
  const fields = firstFields(head);
  const written = new Date(fields.get("warc-date") ?? "");
  const isCommonCrawl = /^CC-/.test(fields.get("warc-filename") ?? "") || /common ?crawl/i.test(head.slice(0, 2_000));
  return {
    id: fields.get("warc-record-id") ?? createHash("sha256").update(head).digest("hex"),
    writtenAt: Number.isNaN(written.getTime()) ? null : written,
    licence: isCommonCrawl ? COMMON_CRAWL_TERMS : "",
  };
}

/** Returns the number of the record up to which an unfinished import has stored the file; 0 without one. */
export async function positionOf(db: Queries, kind: string, { id }: Archive): Promise<number> {
  const [found] = await db.query<{ position: number }>(
    "SELECT position FROM article_archives WHERE kind = $1 AND archive_id = $2 AND ended_at IS NULL",
    [kind, id],
  );
  return found?.position ?? 0;
}

/** Notes how far the file is stored. Runs in the transaction that stores its articles. */
export async function notePosition(
  inside: Queries,
  kind: string,
  { id, writtenAt, licence }: Archive,
  { source, position, isDone }: { source: string; position: number; isDone: boolean },
): Promise<void> {
  await inside.query(
    `INSERT INTO article_archives (kind, archive_id, source, licence, written_at, position, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN now() END)
     ON CONFLICT (kind, archive_id) DO UPDATE SET source = EXCLUDED.source, position = EXCLUDED.position, ended_at = EXCLUDED.ended_at,
       started_at = CASE WHEN article_archives.ended_at IS NULL THEN article_archives.started_at ELSE now() END`,
    [kind, id, source, licence, writtenAt, position, isDone],
  );
}
