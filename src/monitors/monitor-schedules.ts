import type { Logger } from "pino";
import type { Database } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { Relayed } from "#jobs/relay";

/** The intended schedule of a monitor. */
export interface MonitorSchedule {
  monitorId: number;
  name: string;
  teamId: number;
  marketId: number | null;
  everyMinutes: number;
  isPaused: boolean;
}

/** A monitor's schedule as it stands in Temporal. */
export interface KeptSchedule {
  /** Whether an operator has paused it in Temporal, which only an operator ends. */
  isPausedByOperator: boolean;
  /** The operator's reason; empty where none was given. */
  note: string;
  /** When the next run starts; null while the schedule is paused. */
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
}

interface Waiting extends MonitorSchedule {
  status: "active" | "paused" | "deleted";
  isToMake: boolean;
  isRunWanted: boolean;
  scheduleWanted: number;
  runWanted: number;
}

const WAITING = `
  SELECT id AS "monitorId", name, team_id AS "teamId", market_id AS "marketId", every_minutes AS "everyMinutes", status::text AS status,
    status = 'paused' AS "isPaused", schedule_made < schedule_wanted AS "isToMake", schedule_wanted AS "scheduleWanted",
    run_asked < run_wanted AS "isRunWanted", run_wanted AS "runWanted"
  FROM monitors WHERE schedule_made < schedule_wanted OR run_asked < run_wanted AND status = 'active'
  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;

/**
 * Carries the intended schedules of monitors, and requested runs, to Temporal. Locks a monitor's row meanwhile, so that
 * several processes may do so at once. Each step is idempotent and is recorded after it was done. So a killed process
 * loses nothing, and a run that is requested twice finds nothing changed.
 */
export function monitorSchedules(db: Database, scheduler: MonitorScheduler, log: Logger): Relayed {
  async function carry({ status, isToMake, monitorId, ...schedule }: Waiting): Promise<void> {
    if (isToMake && status === "deleted") await scheduler.remove(monitorId);
    else if (isToMake) await scheduler.keep({ ...schedule, monitorId });
    if (status === "active" && schedule.isRunWanted) await scheduler.trigger(monitorId);
  }
  /** Carries the next one; returns whether there was one. */
  const carryNext = () =>
    transaction(db, async (inside) => {
      const [next] = await inside.query<Waiting>(WAITING, []);
      if (next === undefined) return false;
      await carry(next);
      await inside.query(
        "UPDATE monitors SET schedule_made = $2, run_asked = CASE WHEN status = 'active' THEN $3 ELSE run_asked END WHERE id = $1",
        [next.monitorId, next.scheduleWanted, next.runWanted],
      );
      return true;
    });
  return {
    table: null,
    async dispatch() {
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
