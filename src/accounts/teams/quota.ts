import { calendarMonth } from "#foundation/calendar-month";
import type { Database, Transaction } from "#foundation/db/database";
import { QuotaExceededError } from "#foundation/errors/index";

/**
 * Part of a statement: charges one discovery start for the row of `admitted` (team_id, and the month, null where
 * nothing is charged). The conditional upsert locks the month's row, so that two starts cannot both take the last one.
 * `charged` is empty where the month's starts are used up.
 */
export const CHARGE_PART = `
  payer AS (
    SELECT t.id, t.monthly_quota, a.month FROM admitted a JOIN teams t ON t.id = a.team_id WHERE a.month IS NOT NULL),
  charged AS (
    INSERT INTO quota_usage (team_id, month, used)
    SELECT id, month, 1 FROM payer WHERE monthly_quota IS NULL OR monthly_quota > 0
    ON CONFLICT (team_id, month) DO UPDATE SET used = quota_usage.used + 1
    WHERE (SELECT monthly_quota IS NULL OR quota_usage.used < monthly_quota FROM payer)
    RETURNING month)`;

/** Makes the error for a start that was not charged. @param month the month to charge */
export const quotaExceeded = (monthlyQuota: number | null, month: string) =>
  new QuotaExceededError(`all ${monthlyQuota} discovery starts of ${month} are used; the quota is renewed next month`);

/** Gives one start back to the month that it was charged to. */
export async function giveBackQuota(tx: Transaction, teamId: number, month: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE quota_usage SET used = used - 1 WHERE team_id = ${teamId} AND month = ${month} AND used > 0`;
}

/** Returns the starts left this month; null means no limit. */
export async function quotaLeft(db: Database, teamId: number): Promise<number | null> {
  const [row] = await db.query<{ left: number | null }>(
    `SELECT greatest(t.monthly_quota - coalesce(u.used, 0), 0) AS left
     FROM teams t LEFT JOIN quota_usage u ON u.team_id = t.id AND u.month = $2 WHERE t.id = $1`,
    [teamId, calendarMonth()],
  );
  return row?.left ?? null;
}
