import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { Notice } from "../notice.ts";
import { appendNotices } from "../notice-log.ts";
import type { StoredSecret } from "./secrets.ts";

/** A delivery to send, with its notice and destination. */
export interface Due {
  id: string;
  kind: string;
  attempts: number;
  createdAt: Date;
  webhookId: number;
  teamId: number;
  url: string;
  secrets: StoredSecret[];
  /** Null for a ping. */
  notice: (Omit<Notice, "at" | "teamId" | "isOfEvents"> & { at: string }) | null;
}

/** How an attempt ended. */
export interface Attempt {
  /** HTTP status; null without an answer. */
  status: number | null;
  /** Empty where it was accepted. */
  error: string;
  /** The wait that the receiver asks for, in ms. */
  waitMs?: number | undefined;
}

/**
 * Pauses before the attempts after the first, in seconds: those that Standard Webhooks proposes, three days and three
 * hours in total.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#deliverability-and-reliability
 */
export const PAUSES_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Spreads the attempts at receivers of one outage over time. */
const JITTER = 0.1;
/** Time that a process has for an attempt, before another process makes it too. */
const LEASE_SECONDS = 60;
/** Number of notices turned into deliveries at once. */
const BATCH = 500;
/** The answer of a receiver that is gone permanently. */
const GONE = 410;

const QUEUE_NEXT = `
  WITH next AS (
    SELECT w.id, w.team_id, w.position, w.kinds, w.of_markets, w.of_events, least(l.sequence, w.position + ${BATCH}) AS upto
    FROM webhooks w JOIN notice_logs l ON l.team_id = w.team_id
    WHERE w.status = 'active' AND w.position < l.sequence ORDER BY w.id LIMIT 1 FOR UPDATE OF w SKIP LOCKED),
  queued AS (
    INSERT INTO webhook_deliveries (id, webhook_id, notice_id, sequence, kind)
    SELECT md5('webhook/' || next.id || '/' || n.id)::uuid, next.id, n.id, n.sequence, n.kind
    FROM next JOIN notices n ON n.team_id = next.team_id AND n.sequence > next.position AND n.sequence <= next.upto
      AND (next.kinds = '{}' OR n.kind = ANY(next.kinds)) AND (n.is_of_events AND next.of_events OR NOT n.is_of_events AND next.of_markets)
    ON CONFLICT (id) DO NOTHING)
  UPDATE webhooks w SET position = next.upto FROM next WHERE w.id = next.id RETURNING w.id`;

/** Makes the deliveries of all notices written since the last time. The same statement moves a webhook's position. */
export async function queueDeliveries(db: Queries): Promise<void> {
  while ((await db.query(QUEUE_NEXT, [])).length > 0);
}

const LEASE = `
  WITH due AS (
    SELECT d.id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
    WHERE d.status = 'pending' AND d.next_attempt_at <= now() AND w.status = 'active'
    ORDER BY d.next_attempt_at, d.sequence LIMIT $1 FOR UPDATE OF d SKIP LOCKED),
  leased AS (
    UPDATE webhook_deliveries d SET next_attempt_at = now() + interval '${LEASE_SECONDS} seconds',
      first_attempt_at = coalesce(d.first_attempt_at, now()), last_attempt_at = now()
    FROM due WHERE d.id = due.id RETURNING d.*)
  SELECT d.id, d.kind, d.attempts, d.created_at AS "createdAt", w.id AS "webhookId", w.team_id AS "teamId", w.url, w.secrets,
    CASE WHEN n.id IS NULL THEN NULL ELSE jsonb_build_object('id', n.id, 'sequence', n.sequence, 'kind', n.kind, 'at', n.at, 'title', n.title,
      'monitorId', n.monitor_id, 'marketId', n.market_id, 'companyId', n.company_id, 'eventId', n.event_id, 'data', n.data) END AS notice
  FROM leased d JOIN webhooks w ON w.id = d.webhook_id LEFT JOIN notices n ON n.id = d.notice_id
  ORDER BY d.sequence`;

/** Leases due deliveries for a minute, after which another process takes over those of a killed one. */
export const leaseDeliveries = (db: Queries, most: number): Promise<Due[]> => db.query<Due>(LEASE, [most]);

/** Postpones a delivery for an hour without an attempt, because the team's access has ended. */
export async function putOff(db: Queries, id: string): Promise<void> {
  await db.query("UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id = $1", [id]);
}

/** Returns the seconds until the next attempt; null where there is none. */
function pauseAfter(attempts: number, waitMs = 0): number | null {
  const pause = PAUSES_SECONDS[attempts - 1];
  return pause === undefined ? null : Math.max(pause * (1 + JITTER * Math.random()), waitMs / 1_000);
}

/**
 * Records the outcome of an attempt. Disables a webhook that is gone, or that accepted nothing since the first attempt
 * of a delivery that is given up. Its team is told.
 */
export async function noteAttempt(
  db: Pick<Database, "pool">,
  due: Due,
  { status, error, waitMs }: Attempt,
): Promise<void> {
  const attempts = due.attempts + 1;
  const isTaken = error === "";
  const pause = pauseAfter(attempts, waitMs);
  await transaction(db, async (inside) => {
    await inside.query(
      `UPDATE webhook_deliveries SET attempts = $2, last_status = $3, last_error = $4, status = $5::webhook_delivery_status,
         next_attempt_at = now() + make_interval(secs => $6) WHERE id = $1`,
      [
        due.id,
        attempts,
        status,
        error,
        isTaken ? "delivered" : pause === null || status === GONE ? "failed" : "pending",
        pause ?? 0,
      ],
    );
    await inside.query(
      "UPDATE webhooks SET failing_since = CASE WHEN $2 THEN NULL ELSE coalesce(failing_since, now()) END WHERE id = $1",
      [due.webhookId, isTaken],
    );
    if (isTaken || (pause !== null && status !== GONE)) return;
    const because = status === GONE ? "it answered 410 Gone" : "it took nothing for three days";
    const disabled = await inside.query(
      `UPDATE webhooks SET status = 'disabled', disabled_because = $2 WHERE id = $1 AND status = 'active'
         AND ($3 OR failing_since <= (SELECT first_attempt_at + interval '1 minute' FROM webhook_deliveries WHERE id = $4)) RETURNING id`,
      [due.webhookId, because, status === GONE, due.id],
    );
    if (disabled.length === 0) return;
    await appendNotices(inside, due.teamId, [
      {
        key: `webhook/${due.webhookId}/disabled/${due.id}/${attempts}`,
        kind: "webhook.disabled",
        title: `Webhook ${due.webhookId} is disabled: ${because}`,
        monitorId: null,
        marketId: null,
        companyId: null,
        eventId: null,
        data: { webhookId: due.webhookId, because },
      },
    ]);
  });
}
