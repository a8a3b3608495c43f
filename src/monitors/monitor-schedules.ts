import type { Logger } from "pino";
import type { Database } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { Relayed } from "#jobs/relay";
import { noteChanges } from "./note-changes.ts";

/** What starts the runs of a monitor. */
export type MonitorTrigger = "schedule" | "recordsChanged";

/** The intended schedule of a monitor. */
export interface MonitorSchedule {
  monitorId: number;
  name: string;
  teamId: number;
  marketId: number | null;
  /** Null where no interval starts runs, because changes of records do. */
  everyMinutes: number | null;
  isPaused: boolean;
}

/** A monitor's schedule as it stands in Temporal. */
export interface KeptSchedule {
  /** Whether an operator has paused it in Temporal, which only an operator ends. */
  isPausedByOperator: boolean;
  /** The operator's reason; empty where none was given. */
  note: string;
  /** When the schedule starts the next run; null while it is paused, and where changes of records start runs. */
  nextRunAt: Date | null;
}

/** Where schedules are stored: in Temporal. */
export interface MonitorScheduler {
  /** Makes or changes the schedule. One that an operator has paused stays paused. Idempotent. */
  keep(schedule: MonitorSchedule): Promise<void>;
  /** Returns the schedule; null where it has not been made yet, or Temporal does not respond. */
  read(monitorId: number): Promise<KeptSchedule | null>;
  /** Idempotent. */
  remove(monitorId: number): Promise<void>;
  /** Starts a run outside the schedule, after the one under way. */
  trigger(monitorId: number): Promise<void>;
  /** Starts a run as `trigger` does, unless an operator has paused the schedule. Returns whether it did. */
  triggerUnlessPaused(monitorId: number): Promise<boolean>;
}

interface Waiting extends MonitorSchedule {
  status: "active" | "paused" | "deleted";
  isToMake: boolean;
  isRunWanted: boolean;
  isRunDue: boolean;
  scheduleWanted: number;
  runWanted: number;
}

const WAITING = `
  SELECT id AS "monitorId", name, team_id AS "teamId", market_id AS "marketId",
    CASE trigger WHEN 'schedule' THEN every_minutes END AS "everyMinutes", status::text AS status,
    status = 'paused' AS "isPaused", schedule_made < schedule_wanted AS "isToMake", schedule_wanted AS "scheduleWanted",
    run_asked < run_wanted AS "isRunWanted", run_wanted AS "runWanted", coalesce(has_changes AND run_due_at <= now(), false) AS "isRunDue"
  FROM monitors
  WHERE schedule_made < schedule_wanted OR status = 'active' AND (run_asked < run_wanted OR has_changes AND run_due_at <= now())
  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** An operator's pause is looked at again after a minute. A run that was started has told of all changes before it. */
const CARRIED = `
  UPDATE monitors SET schedule_made = $2, run_asked = CASE WHEN status = 'active' THEN $3 ELSE run_asked END,
    has_changes = has_changes AND NOT $4::boolean,
    run_due_at = CASE WHEN $4::boolean THEN now() WHEN $5::boolean THEN now() + interval '1 minute' ELSE run_due_at END
  WHERE id = $1`;

/**
 * Carries the intended schedules of monitors, requested runs, and runs that are due because records have changed, to Temporal. Locks a monitor's row meanwhile, so that
 * several processes may do so at once. Each step is idempotent and is recorded after it was done. So a killed process
 * loses nothing, and a run that is requested twice finds nothing changed.
 */
export function monitorSchedules(db: Database, scheduler: MonitorScheduler, log: Logger): Relayed {
  /** Returns whether it has started a run. */
  async function carry({ status, isToMake, isRunWanted, isRunDue, monitorId, ...schedule }: Waiting): Promise<boolean> {
    if (isToMake && status === "deleted") await scheduler.remove(monitorId);
    else if (isToMake) await scheduler.keep({ ...schedule, monitorId });
    if (status !== "active") return false;
    if (isRunWanted) await scheduler.trigger(monitorId);
    return isRunWanted || (isRunDue && (await scheduler.triggerUnlessPaused(monitorId)));
  }
  /** Carries the next one; returns whether there was one. */
  const carryNext = () =>
    transaction(db, async (inside) => {
      const [next] = await inside.query<Waiting>(WAITING, []);
      if (next === undefined) return false;
      const isStarted = await carry(next);
      await inside.query(CARRIED, [next.monitorId, next.scheduleWanted, next.runWanted, isStarted, next.isRunDue]);
      return true;
    });
  return {
    table: null,
    async dispatch() {
      await noteChanges(db);
      try {
        while (await carryNext());
      } catch (error) {
        log.debug({ err: error }, "the schedules of monitors wait for Temporal");
      }
    },
    async handOverCancels() {},
    async reconcile() {},
    async settle() {},
  };
}

/** Makes all schedules again, because Temporal may have been set up anew or restored. */
export async function wantAllSchedules(db: Pick<Database, "query">): Promise<void> {
  await db.query("UPDATE monitors SET schedule_wanted = schedule_wanted + 1 WHERE status <> 'deleted'", []);
}
