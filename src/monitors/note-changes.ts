import type { Queries } from "#foundation/db/database";

/**
 * Deletes the notes of changed companies and events, and makes a run due for each monitor that follows them. The run is
 * due a minute after the first change, so that many changes need one run. It is due `every_minutes` after the last run at
 * the earliest.
 *
 * A run that is nearly due, or asked for, is written too. So the statement waits for a process that starts this run,
 * which may miss the change, and makes another one due.
 */
const NOTE = `
  WITH noted AS (
    DELETE FROM monitor_changes
    WHERE id IN (SELECT id FROM monitor_changes ORDER BY id LIMIT 10000 FOR UPDATE SKIP LOCKED)
    RETURNING kind
  )
  UPDATE monitors SET has_changes = true,
    run_due_at = CASE WHEN has_changes THEN run_due_at ELSE greatest(now() + interval '1 minute',
      last_run_at + make_interval(mins => every_minutes), run_due_at + make_interval(mins => every_minutes)) END
  WHERE trigger = 'records_changed' AND status <> 'deleted' AND kind IN (SELECT kind FROM noted)
    AND (NOT has_changes OR run_due_at < now() + interval '10 seconds' OR run_asked < run_wanted)`;

/** Makes runs due for what has changed since. Several processes may do so at once, and a killed one loses nothing. */
export async function noteChanges(db: Queries): Promise<void> {
  await db.query(NOTE, []);
}
