import { calendarMonth } from "#foundation/calendar-month";
import type { Queries } from "#foundation/db/database";
import { gaugeOf } from "#foundation/metrics/metrics";

const observe = gaugeOf("teams_without_quota", "Teams that have used all discovery starts of this month", []);

/** Exports how many teams have no quota left as a metric of this process. @returns ends it */
export const measureQuota = (db: Queries): (() => void) =>
  observe(async () => {
    const [row] = await db.query<{ teams: number }>(
      `SELECT count(*)::int AS teams FROM quota_usage u JOIN teams t ON t.id = u.team_id
       WHERE u.month = $1 AND u.used >= t.monthly_quota`,
      [calendarMonth()],
    );
    return [{ labels: {}, value: row?.teams ?? 0 }];
  });
