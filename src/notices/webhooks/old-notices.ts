import { type Counted, counted, type ExpiringRows } from "#foundation/retention/expiring-rows";

/**
 * Selects deliveries settled long ago: accepted, or given up. Never includes a waiting one, even where its webhook is
 * disabled.
 */
const OLD = `FROM webhook_deliveries d
  WHERE d.status <> 'pending' AND coalesce(d.last_attempt_at, d.created_at) < now() - make_interval(days => $1::int)`;

/** Old deliveries. One that somebody requests again meanwhile is pending, and stays. */
export const OLD_DELIVERIES: ExpiringRows = {
  what: "settled deliveries of webhooks",
  table: "webhook_deliveries",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${OLD}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH due AS (SELECT d.id ${OLD} LIMIT $2::int FOR UPDATE SKIP LOCKED),
   gone AS (DELETE FROM webhook_deliveries d USING due WHERE d.id = due.id RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};

/**
 * Selects the notices before the start of each team's log. The log begins with the oldest notice that is recent enough,
 * that a delivery still has to bring, or that a webhook has not reached. A disabled webhook gets its notices when
 * somebody enables it. All earlier notices go, so that the rest has no gaps.
 */
const BEFORE = `FROM notices n JOIN (
    SELECT l.team_id, least(
      (SELECT min(y.sequence) FROM notices y WHERE y.team_id = l.team_id AND y.at >= now() - make_interval(days => $1::int)),
      (SELECT min(d.sequence) FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE w.team_id = l.team_id AND d.status = 'pending' AND d.notice_id IS NOT NULL),
      (SELECT min(w.position) + 1 FROM webhooks w WHERE w.team_id = l.team_id AND w.status <> 'deleted'),
      l.sequence + 1) AS first
    FROM notice_logs l) log ON log.team_id = n.team_id AND n.sequence < log.first`;

/** Old notices with their deliveries, the oldest first; later ones continue the numbering. */
export const OLD_NOTICES: ExpiringRows = {
  what: "notices that are sent",
  table: "notices",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${BEFORE}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH due AS (SELECT n.id ${BEFORE} ORDER BY n.team_id, n.sequence LIMIT $2::int),
   gone AS (DELETE FROM notices n USING due WHERE n.id = due.id RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};
