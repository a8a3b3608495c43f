import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { Notice } from "#notices/notice";
import { lastSequence, noticesOfMonitorAfter } from "#notices/notice-log";

export const DIGEST_PERIODS = ["daily", "weekly"] as const;
export type DigestPeriod = (typeof DIGEST_PERIODS)[number];

/** Maximum number of notices per mail; further ones make more mails. */
export const MOST_IN_A_MAIL = 200;
/** Wait after a mail that could not be sent. */
const RETRY_SECONDS = 300;

/** Subscribes a user, or changes the interval. Earlier notices are not sent. */
export async function storeDigest(
  db: Queries,
  { monitorId, userId, period, token }: { monitorId: number; userId: string; period: DigestPeriod; token: string },
): Promise<void> {
  await db.query(
    `INSERT INTO monitor_digests (monitor_id, user_id, period, unsubscribe_token, position, due_at)
     VALUES ($1, $2, $3::digest_period, $4, $5, now() + CASE $3 WHEN 'daily' THEN interval '1 day' ELSE interval '7 days' END)
     ON CONFLICT (monitor_id, user_id) DO UPDATE SET period = excluded.period, due_at = excluded.due_at`,
    [monitorId, userId, period, token, await lastSequence(db, monitorId)],
  );
}

/** Ends a user's digest. @returns whether there was one */
export async function removeDigest(db: Queries, monitorId: number, userId: string): Promise<boolean> {
  const gone = await db.query("DELETE FROM monitor_digests WHERE monitor_id = $1 AND user_id = $2 RETURNING id", [
    monitorId,
    userId,
  ]);
  return gone.length > 0;
}

/** Ends the digest whose mails have this token. Idempotent. */
export async function removeDigestByToken(db: Queries, token: string): Promise<void> {
  await db.query("DELETE FROM monitor_digests WHERE unsubscribe_token = $1", [token]);
}

interface Due {
  id: number;
  monitorId: number;
  position: number;
}

/**
 * Promises the mails that are due. One statement determines a mail's notices and moves the position to the last of
 * them. Where there is no notice, no mail is promised. A digest that has more to tell than one mail holds stays due.
 */
export async function promiseMails(db: Pick<Database, "pool">): Promise<void> {
  const promiseNext = () =>
    transaction(db, async (inside) => {
      const [due] = await inside.query<Due>(
        `SELECT d.id, d.monitor_id AS "monitorId", d.position FROM monitor_digests d JOIN monitors m ON m.id = d.monitor_id
         WHERE d.due_at <= now() AND d.sending_after IS NULL AND m.status <> 'deleted'
         ORDER BY d.due_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`,
        [],
      );
      if (due === undefined) return false;
      const range = { after: due.position, upto: null, limit: MOST_IN_A_MAIL };
      const told = await noticesOfMonitorAfter(inside, due.monitorId, range);
      const upto = told.at(-1)?.sequence ?? due.position;
      await inside.query(
        `UPDATE monitor_digests SET position = $2, sending_after = CASE WHEN $2 > position THEN position END, attempt_at = due_at,
           due_at = CASE WHEN $3 THEN due_at ELSE due_at + (1 + floor(extract(epoch FROM now() - due_at)
             / CASE period WHEN 'daily' THEN 86400 ELSE 604800 END)) * CASE period WHEN 'daily' THEN interval '1 day' ELSE interval '7 days' END END
         WHERE id = $1`,
        [due.id, upto, told.length === MOST_IN_A_MAIL],
      );
      return true;
    });
  while (await promiseNext());
}

/** A promised mail. */
export interface PromisedMail {
  digestId: number;
  userId: string;
  unsubscribeToken: string;
  period: DigestPeriod;
  upto: number;
  monitor: { id: number; teamId: number; name: string };
  /** Oldest first. */
  notices: Notice[];
}

/** Outcome of an attempt at a mail: it was sent, nobody is there to receive it, or it waits for a stated reason. */
export type MailAttempt = "sent" | "unwanted" | { waits: string };

interface Promised extends Omit<PromisedMail, "monitor" | "notices"> {
  monitorId: number;
  teamId: number;
  name: string;
  sendingAfter: number | null;
}

/**
 * Passes the next promised mail to `send`, and records the outcome. Locks the digest meanwhile: no other process sends
 * it, and a killed one leaves the promise as it was.
 * @returns the outcome; null where no promised mail may be tried now
 */
export async function sendNextPromised(
  db: Pick<Database, "pool">,
  send: (mail: PromisedMail, inside: Queries) => Promise<MailAttempt>,
): Promise<MailAttempt | null> {
  return transaction(db, async (inside) => {
    const [next] = await inside.query<Promised>(
      `SELECT d.id AS "digestId", d.user_id AS "userId", d.unsubscribe_token AS "unsubscribeToken", d.period::text AS period,
         d.position AS upto, d.sending_after AS "sendingAfter", m.id AS "monitorId", m.team_id AS "teamId", m.name
       FROM monitor_digests d JOIN monitors m ON m.id = d.monitor_id
       WHERE d.sending_after IS NOT NULL AND d.attempt_at <= now() AND m.status <> 'deleted'
       ORDER BY d.attempt_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`,
      [],
    );
    if (next === undefined || next.sendingAfter === null) return null;
    const { monitorId, teamId, name, sendingAfter, ...mail } = next;
    const range = { after: sendingAfter, upto: mail.upto, limit: MOST_IN_A_MAIL };
    const notices = await noticesOfMonitorAfter(inside, monitorId, range);
    const attempt = await send({ ...mail, monitor: { id: monitorId, teamId, name }, notices }, inside);
    if (attempt === "unwanted") await inside.query("DELETE FROM monitor_digests WHERE id = $1", [mail.digestId]);
    else if (attempt === "sent")
      await inside.query(
        "UPDATE monitor_digests SET sending_after = NULL, last_error = '', last_sent_at = now() WHERE id = $1",
        [mail.digestId],
      );
    else
      await inside.query(
        `UPDATE monitor_digests SET last_error = $2, attempt_at = clock_timestamp() + interval '${RETRY_SECONDS} seconds' WHERE id = $1`,
        [mail.digestId, attempt.waits],
      );
    return attempt;
  });
}
