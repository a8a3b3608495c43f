import { hasAccess } from "#accounts/teams/find-team";
import { lookAtEvents } from "./look-at-events.ts";
import { type LookDeps, lookAtMarket } from "./look-at-market.ts";
import type { Monitor } from "./monitor.ts";
import { activeMonitor, runLater, storeComparison, storeIdleRun, subjectsOf } from "./stored-monitors.ts";

/** The result of a run. */
export interface MonitorRun {
  notices: number;
  /** A sentence for people. */
  result: string;
}

const ofMarket = (monitor: Monitor): monitor is Monitor & { marketId: number } => monitor.marketId !== null;

/**
 * Evaluates a monitor's question again and tells what has changed since the last time. Writes findings and notices in
 * one transaction. A killed run is repeated, tells nothing twice and forgets nothing.
 */
export async function runMonitor(deps: LookDeps, monitorId: number): Promise<MonitorRun> {
  const { db } = deps;
  const monitor = await activeMonitor(db, monitorId);
  if (monitor === null) return { notices: 0, result: "It is paused or deleted." };
  if (!(await hasAccess(db, monitor.teamId))) {
    await runLater(db, monitorId);
    return { notices: 0, result: "The team's access has ended." };
  }
  const known = await subjectsOf(db, monitorId);
  const found = ofMarket(monitor) ? await lookAtMarket(deps, monitor, known) : await lookAtEvents(db, monitor, known);
  if ("idle" in found) {
    await storeIdleRun(db, monitor, found.idle);
    return { notices: 0, result: found.idle };
  }
  const isStored = await storeComparison(db, monitor, found);
  if (!isStored) return { notices: 0, result: "Another run has ended meanwhile." };
  return { notices: found.notices.length, result: found.result };
}
