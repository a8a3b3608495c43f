import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { createMonitorActivities } from "./activities.ts";
import type { MonitorInput, MonitorRunResult } from "./contract.ts";

const { compareWithLastRun } = proxyActivities<ReturnType<typeof createMonitorActivities>>({
  startToCloseTimeout: "30 minutes",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1s", maximumInterval: "30s" },
});

/** One run of a monitor, started by its schedule; a killed run is repeated. */
export async function runMonitor({ monitorId }: MonitorInput): Promise<MonitorRunResult> {
  const run = await compareWithLastRun.executeWithOptions(
    { summary: `compare monitor ${monitorId} with its last run` },
    [{ monitorId }],
  );
  setCurrentDetails(`${run.notices} notices. ${run.result}`);
  return run;
}
