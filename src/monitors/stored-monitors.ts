import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { appendNotices } from "#notices/notice-log";
import type { Comparison, Monitor, Subject } from "./monitor.ts";

/** Returns the monitor where it is active; null where it is paused, deleted or missing. */
export async function activeMonitor(db: Queries, monitorId: number): Promise<Monitor | null> {
  const [monitor] = await db.query<Monitor>(
    `SELECT id, team_id AS "teamId", kind::text AS kind, market_id AS "marketId", event_filter AS "eventFilter", runs,
       last_run_at AS "lastRunAt", basis
     FROM monitors WHERE id = $1 AND status = 'active'`,
    [monitorId],
  );
  return monitor ?? null;
}

/** Returns what a monitor saw, by id. */
export async function subjectsOf(db: Queries, monitorId: number): Promise<Map<number, Subject>> {
  const rows = await db.query<Subject>(
    `SELECT subject_id AS "subjectId", is_in AS "isIn", digest, facts, criteria FROM monitor_subjects WHERE monitor_id = $1`,
    [monitorId],
  );
  return new Map(rows.map((row) => [row.subjectId, row]));
}

/**
 * Writes a run's findings, its notices and its end: all of it or nothing. Writes nothing where another run has ended
 * since `monitor` was read, so that a killed and repeated run tells nothing twice.
 * @returns whether it was written
 */
export async function storeComparison(
  db: Pick<Database, "pool">,
  monitor: Monitor,
  found: Comparison,
): Promise<boolean> {
  return transaction(db, async (inside) => {
    const locked = await inside.query(
      "SELECT 1 FROM monitors WHERE id = $1 AND runs = $2 AND status = 'active' FOR UPDATE",
      [monitor.id, monitor.runs],
    );
    if (locked.length === 0) return false;
    if (found.gone.length > 0)
      await inside.query("DELETE FROM monitor_subjects WHERE monitor_id = $1 AND subject_id = ANY($2::int[])", [
        monitor.id,
        found.gone,
      ]);
    if (found.changed.length > 0)
      await inside.query(
        `INSERT INTO monitor_subjects (monitor_id, subject_id, is_in, digest, facts, criteria)
         SELECT $1, s."subjectId", s."isIn", s.digest, s.facts, s.criteria
         FROM jsonb_to_recordset($2::jsonb) AS s("subjectId" int, "isIn" boolean, digest text, facts jsonb, criteria jsonb)
         ON CONFLICT (monitor_id, subject_id) DO UPDATE
         SET is_in = excluded.is_in, digest = excluded.digest, facts = excluded.facts, criteria = excluded.criteria`,
        [monitor.id, JSON.stringify(found.changed)],
      );
    await appendNotices(inside, monitor.teamId, found.notices);
    await inside.query(
      `UPDATE monitors SET runs = runs + 1, last_run_at = now(), last_result = $2, matching = $3, basis = $4 WHERE id = $1`,
      [monitor.id, found.result, found.matching, JSON.stringify(found.basis)],
    );
    return true;
  });
}

/** Records a run that had nothing to compare. */
export async function storeIdleRun(db: Queries, monitor: Monitor, result: string): Promise<void> {
  await db.query(
    "UPDATE monitors SET runs = runs + 1, last_run_at = now(), last_result = $3 WHERE id = $1 AND runs = $2 AND status = 'active'",
    [monitor.id, monitor.runs, result],
  );
}

/** Makes the run due again after the monitor's interval, where changes of records started it. */
export async function runLater(db: Queries, monitorId: number): Promise<void> {
  await db.query(
    `UPDATE monitors SET has_changes = true, run_due_at = now() + make_interval(mins => every_minutes)
     WHERE id = $1 AND trigger = 'records_changed'`,
    [monitorId],
  );
}
