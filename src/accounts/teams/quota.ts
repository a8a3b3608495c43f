import { calendarMonth } from "#foundation/calendar-month";
import type { Database, Transaction } from "#foundation/db/database";
import { QuotaExceededError } from "#foundation/errors/index";

/**
 * Charges one discovery start within the caller's transaction. The conditional upsert locks the month's row, so that
 * two starts cannot both take the last one. Returns the month charged.
 * @throws QuotaExceededError when the month's starts are used up.
 */
export async function chargeQuota(tx: Transaction, teamId: number): Promise<string> {
  const { monthlyQuota } = await tx.team.findUniqueOrThrow({ where: { id: teamId }, select: { monthlyQuota: true } });
  const month = calendarMonth();
  const charged = await tx.$executeRaw`
    INSERT INTO quota_usage (team_id, month, used)
    SELECT ${teamId}, ${month}, 1 WHERE ${monthlyQuota}::int IS NULL OR ${monthlyQuota}::int > 0
    ON CONFLICT (team_id, month) DO UPDATE SET used = quota_usage.used + 1
    WHERE ${monthlyQuota}::int IS NULL OR quota_usage.used < ${monthlyQuota}::int`;
  if (charged === 0)
    throw new QuotaExceededError(
      `all ${monthlyQuota} discovery starts of ${month} are used; the next month starts with new ones`,
    );
  return month;
}

/** Gives one start back to the month that it was charged to. */
export async function giveBackQuota(tx: Transaction, teamId: number, month: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE quota_usage SET used = used - 1 WHERE team_id = ${teamId} AND month = ${month} AND used > 0`;
}

/** Starts left this month; null: no limit. */
export async function quotaLeft(db: Database, teamId: number): Promise<number | null> {
  const [row] = await db.query<{ left: number | null }>(
    `SELECT greatest(t.monthly_quota - coalesce(u.used, 0), 0) AS left
     FROM teams t LEFT JOIN quota_usage u ON u.team_id = t.id AND u.month = $2 WHERE t.id = $1`,
    [teamId, calendarMonth()],
  );
  return row?.left ?? null;
}
