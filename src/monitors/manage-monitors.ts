import { actingTeam, authorOf, type Caller, owned } from "#accounts/auth/caller";
import { requireTeam } from "#accounts/teams/find-team";
import type { Database } from "#foundation/db/database";
import { ConflictError, ForbiddenError, InvalidInputError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { isStorableText } from "#foundation/language/storable-text";
import { type EventFilter, listConditions } from "#intelligence/events/event-filter";
import { RUNS_CHANNEL } from "#jobs/run-states";
import { findMarket } from "#markets/find-market";
import type { MonitorTrigger } from "./monitor-schedules.ts";

/** A year. */
const LONGEST_MINUTES = 525_600;
const DEFAULT_MINUTES = 60;
/** Maximum number of a team's monitors that are not deleted. */
const MOST_MONITORS = 200;
const LONGEST_NAME = 200;

export interface NewMonitor {
  teamId?: number | null | undefined;
  /** Either a market or a filter of events. */
  marketId?: number | null | undefined;
  eventFilter?: EventFilter | null | undefined;
  name?: string | null | undefined;
  /** By default the schedule. */
  trigger?: MonitorTrigger | null | undefined;
  everyMinutes?: number | null | undefined;
}

/** What is to be different about a monitor; the rest stays. */
export interface MonitorChange {
  monitorId: number;
  trigger?: MonitorTrigger | null | undefined;
  everyMinutes?: number | null | undefined;
}

type Deps = Pick<Database, "prisma" | "query">;

/** Wakes the relay, which makes the schedule. */
const wake = (db: Deps) => db.query(`SELECT pg_notify('${RUNS_CHANNEL}', '')`);

function needs(holds: boolean, what: string): void {
  if (!holds) throw new ForbiddenError(`the key lacks ${what}`);
}

/** Checks that the caller may make and change a monitor of this kind. @throws ForbiddenError */
function assertMayChange({ scopes, subscriptions }: Caller, kind: "market" | "events"): void {
  if (kind === "market") needs(scopes.has("discovery:write"), "the scope discovery:write");
  else {
    needs(scopes.has("impact:read"), "the scope impact:read");
    needs(subscriptions.has("events-monitor"), "the subscription events-monitor");
  }
}

/**
 * Checks that the caller may read notices of a monitor of this kind, in addition to changing it. @throws ForbiddenError
 */
export function assertMayRead({ scopes }: Caller, kind: "market" | "events"): void {
  if (kind === "market") needs(scopes.has("markets:read"), "the scope markets:read");
}

function assertInterval(minutes: number): void {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > LONGEST_MINUTES)
    throw new InvalidInputError(`everyMinutes must be 1–${LONGEST_MINUTES}`);
}

function checked({ marketId, eventFilter, name, everyMinutes }: NewMonitor) {
  if ((marketId == null) === (eventFilter == null)) throw new InvalidInputError("give marketId or eventFilter");
  const minutes = everyMinutes ?? DEFAULT_MINUTES;
  assertInterval(minutes);
  const given = name?.trim() ?? "";
  if (given.length > LONGEST_NAME || !isStorableText(given))
    throw new InvalidInputError(`name must be a text of at most ${LONGEST_NAME} characters`);
  if (eventFilter != null) {
    listConditions(eventFilter);
    const isEmpty = Object.values(eventFilter).every(
      (value) => value == null || (Array.isArray(value) && value.length === 0),
    );
    if (isEmpty)
      throw new InvalidInputError("eventFilter has no condition, so every event would match; add a condition");
  }
  return { everyMinutes: minutes, name: given };
}

/**
 * Makes a monitor; its schedule follows within seconds. The first run remembers what matches. For a
 * market, it tells what differs from what the discoveries decided.
 * @returns its id
 * @throws InvalidInputError, ForbiddenError, NotFoundError (market, team); ConflictError where the team has too many
 */
export async function createMonitor(
  db: Deps,
  caller: Caller,
  input: NewMonitor,
  claim?: IdempotencyClaim,
): Promise<number> {
  const { prisma } = db;
  const { everyMinutes, name } = checked(input);
  const kind = input.marketId == null ? "events" : "market";
  assertMayChange(caller, kind);
  const named = actingTeam(caller, input.teamId);
  const market = input.marketId == null ? null : await findMarket(prisma, caller, input.marketId);
  const teamId = named ?? market?.teamId ?? null;
  if (teamId === null) throw new InvalidInputError("teamId is missing: a platform key has to name the team");
  if (market !== null && market.teamId !== teamId)
    throw new InvalidInputError("the market belongs to a different team");
  await requireTeam(prisma, teamId);
  if ((await prisma.monitor.count({ where: { teamId, status: { not: "deleted" } } })) >= MOST_MONITORS)
    throw new ConflictError(`a team has at most ${MOST_MONITORS} monitors: delete one`);
  const { id } = await doOnce(prisma, claim, (tx) =>
    tx.monitor.create({
      data: {
        teamId,
        kind,
        marketId: market?.id ?? null,
        ...(input.eventFilter == null ? {} : { eventFilter: JSON.parse(JSON.stringify(input.eventFilter)) }),
        name: name || (market?.name ?? "Events"),
        trigger: input.trigger ?? "schedule",
        everyMinutes,
        createdBy: authorOf(caller),
        // At once, not only after the first interval.
        runWanted: 1,
      },
      select: { id: true },
    }),
  );
  await wake(db);
  return id;
}

/** Returns a monitor of the caller's that is not deleted. @throws NotFoundError, ForbiddenError */
export async function changeableMonitor(db: Pick<Deps, "prisma">, caller: Caller, monitorId: number) {
  const found = await db.prisma.monitor.findUnique({ where: { id: monitorId } });
  const monitor = owned(caller, found?.status === "deleted" ? null : found, `monitor ${monitorId}`);
  assertMayChange(caller, monitor.kind);
  return monitor;
}

/** As `monitor_trigger` has it. */
const STORED_TRIGGER = { schedule: "schedule", recordsChanged: "records_changed" } as const satisfies Record<
  MonitorTrigger,
  string
>;

/**
 * What changed before a monitor followed changes was not noted for it, so that a run is due at once. A run that is due
 * later keeps to the new interval. `$1`: the monitor; `$2`: its trigger, `$3`: its interval, null where they stay.
 */
const CHANGE = `
  UPDATE monitors SET schedule_wanted = schedule_wanted + 1,
    trigger = coalesce($2::monitor_trigger, trigger), every_minutes = coalesce($3::int, every_minutes),
    has_changes = CASE WHEN $2::monitor_trigger <> trigger THEN $2::monitor_trigger = 'records_changed' ELSE has_changes END,
    run_due_at = CASE WHEN $2::monitor_trigger <> trigger THEN now()
      WHEN has_changes AND $3::int IS NOT NULL
        THEN greatest(least(run_due_at, now() + interval '1 minute'), last_run_at + make_interval(mins => $3::int))
      ELSE run_due_at END
  WHERE id = $1`;

/**
 * Changes what starts a monitor's runs, or their interval; the schedule follows within seconds.
 * @returns its id
 * @throws InvalidInputError, NotFoundError, ForbiddenError
 */
export async function updateMonitor(
  db: Deps,
  caller: Caller,
  { monitorId, trigger, everyMinutes }: MonitorChange,
): Promise<number> {
  if (trigger == null && everyMinutes == null)
    throw new InvalidInputError("nothing to change: give trigger or everyMinutes");
  if (everyMinutes != null) assertInterval(everyMinutes);
  const { id } = await changeableMonitor(db, caller, monitorId);
  await db.query(CHANGE, [id, trigger == null ? null : STORED_TRIGGER[trigger], everyMinutes ?? null]);
  await wake(db);
  return id;
}

/** Pauses or resumes; the first run after a pause tells what has changed meanwhile. @throws NotFoundError, ForbiddenError */
export async function setPaused(db: Deps, caller: Caller, monitorId: number, isPaused: boolean): Promise<number> {
  const { id, status, trigger } = await changeableMonitor(db, caller, monitorId);
  // The pause may have ended a run that was started for a change.
  const isMissed = !isPaused && status === "paused" && trigger === "recordsChanged";
  await db.prisma.monitor.update({
    where: { id },
    data: {
      status: isPaused ? "paused" : "active",
      scheduleWanted: { increment: 1 },
      ...(isMissed ? { hasChanges: true, runDueAt: new Date() } : {}),
    },
  });
  await wake(db);
  return id;
}

/** Ends a monitor. Its notices stay in the team's log. @throws NotFoundError, ForbiddenError */
export async function deleteMonitor(db: Deps, caller: Caller, monitorId: number): Promise<number> {
  const { id } = await changeableMonitor(db, caller, monitorId);
  await db.prisma.$transaction([
    db.prisma.monitor.update({
      where: { id },
      data: { status: "deleted", scheduleWanted: { increment: 1 }, feedHash: null },
    }),
    db.prisma.monitorSubject.deleteMany({ where: { monitorId: id } }),
    db.prisma.monitorDigest.deleteMany({ where: { monitorId: id } }),
  ]);
  await wake(db);
  return id;
}

/** Requests a run outside the schedule. @throws NotFoundError, ForbiddenError, ConflictError where it is paused */
export async function askForRun(
  db: Deps,
  caller: Caller,
  monitorId: number,
  claim?: IdempotencyClaim,
): Promise<number> {
  const { id, status } = await changeableMonitor(db, caller, monitorId);
  if (status === "paused") throw new ConflictError("the monitor is paused: resume it first");
  await doOnce(db.prisma, claim, (tx) =>
    tx.monitor.update({ where: { id }, data: { runWanted: { increment: 1 } }, select: { id: true } }),
  );
  await wake(db);
  return id;
}
