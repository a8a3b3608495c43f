import type { Queries } from "#foundation/db/database";
import { followLog } from "#foundation/db/follow-log";
import type { Listener } from "#foundation/db/listener";
import { NOTICES_CHANNEL, type Notice } from "./notice.ts";

/** A notice to write; its id is made from `key`. */
export interface NewNotice extends Pick<Notice, "kind" | "title" | "data"> {
  key: string;
  monitorId: number | null;
  marketId: number | null;
  companyId: number | null;
  eventId: number | null;
}

/**
 * Appends to a team's log, and wakes the readers when the transaction commits. Locks the log's row until then, so that
 * every reader sees the sequence in order and without gaps. A key that was written before is the caller's mistake, and
 * rolls the transaction back.
 */
export async function appendNotices(inside: Queries, teamId: number, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await inside.query(
    `WITH log AS (
       INSERT INTO notice_logs (team_id, sequence) VALUES ($1, $3)
       ON CONFLICT (team_id) DO UPDATE SET sequence = notice_logs.sequence + excluded.sequence RETURNING sequence)
     INSERT INTO notices (id, team_id, sequence, kind, title, monitor_id, market_id, company_id, event_id, is_of_events, data)
     SELECT md5(n.key)::uuid, $1, log.sequence - $3 + n.position, n.kind, n.title, n."monitorId", n."marketId", n."companyId", n."eventId",
       n."eventId" IS NOT NULL, n.data
     FROM log, ROWS FROM (jsonb_to_recordset($2::jsonb) AS (key text, kind text, title text, "monitorId" int, "marketId" int,
       "companyId" int, "eventId" int, data jsonb)) WITH ORDINALITY
       AS n(key, kind, title, "monitorId", "marketId", "companyId", "eventId", data, position)`,
    [teamId, JSON.stringify(notices), notices.length],
  );
  await inside.query(`SELECT pg_notify('${NOTICES_CHANNEL}', $1)`, [String(teamId)]);
}

const COLUMNS = `id, team_id AS "teamId", sequence, kind, at, title, monitor_id AS "monitorId", market_id AS "marketId",
  company_id AS "companyId", event_id AS "eventId", is_of_events AS "isOfEvents", data`;

/** The kinds of notices to read: those of markets, of events, or both. */
export interface ReadKinds {
  ofMarkets: boolean;
  ofEvents: boolean;
}

/** Returns a team's notices after a sequence, oldest first. One statement. */
export async function readNotices(
  db: Queries,
  teamId: number,
  { after, limit, ofMarkets, ofEvents }: ReadKinds & { after: number; limit: number },
): Promise<Notice[]> {
  return db.query<Notice>(
    `SELECT ${COLUMNS} FROM notices WHERE team_id = $1 AND sequence > $2 AND (is_of_events AND $4 OR NOT is_of_events AND $5)
     ORDER BY sequence LIMIT $3`,
    [teamId, after, limit, ofEvents, ofMarkets],
  );
}

/** Returns a monitor's notices before a sequence, newest first. One statement. */
export async function noticesOfMonitor(
  db: Queries,
  monitorId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<Notice[]> {
  return db.query<Notice>(
    `SELECT ${COLUMNS} FROM notices WHERE monitor_id = $1 AND ($2::int IS NULL OR sequence < $2) ORDER BY sequence DESC LIMIT $3`,
    [monitorId, before, limit],
  );
}

/** Returns a monitor's notices after a sequence, up to another where one is given, oldest first. One statement. */
export async function noticesOfMonitorAfter(
  db: Queries,
  monitorId: number,
  { after, upto, limit }: { after: number; upto: number | null; limit: number },
): Promise<Notice[]> {
  return db.query<Notice>(
    `SELECT ${COLUMNS} FROM notices WHERE monitor_id = $1 AND sequence > $2 AND ($3::int IS NULL OR sequence <= $3)
     ORDER BY sequence LIMIT $4`,
    [monitorId, after, upto, limit],
  );
}

/** Returns the sequence of a monitor's newest notice; 0 where there is none. */
export async function lastSequence(db: Queries, monitorId: number): Promise<number> {
  const [newest] = await noticesOfMonitor(db, monitorId, { before: null, limit: 1 });
  return newest?.sequence ?? 0;
}

/** Number of entries read at once. */
const BATCH = 100;

/** Follows a team's notices from after a sequence, then each new one, without end (see `followLog`). */
export const followNotices = (
  db: Queries,
  listener: Listener,
  teamId: number,
  { after, ...kinds }: ReadKinds & { after: number },
): AsyncIterableIterator<Notice, void, undefined> =>
  followLog(
    {
      listener,
      payload: String(teamId),
      read: async (last) => ({
        active: true,
        entries: await readNotices(db, teamId, { ...kinds, after: last, limit: BATCH }),
      }),
    },
    after,
  );
