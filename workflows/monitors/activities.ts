import type { LookDeps } from "#monitors/look-at-market";
import { runMonitor } from "#monitors/run-monitor";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";
import type { MonitorInput, MonitorRunResult } from "./contract.ts";

/**
 * Makes the activity that compares what a monitor asks for with what it saw last. A repeat continues from what was
 * committed.
 */
export function createMonitorActivities(deps: LookDeps & BoundaryDeps) {
  return guardActivities(
    {
      compareWithLastRun: ({ monitorId }: MonitorInput): Promise<MonitorRunResult> =>
        withPulse("comparing", () => runMonitor(deps, monitorId)),
    },
    deps,
  );
}
