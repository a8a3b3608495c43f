/** The workflow's type name. */
export const MONITOR_WORKFLOW = "runMonitor";

/** Returns the id of a monitor's schedule, which is also the prefix of its workflows' ids. */
export const monitorScheduleId = (monitorId: number): string => `monitor-${monitorId}`;

const LONGEST_NAME = 60;

/**
 * Returns the prefix of the ids of a monitor's workflows, such as `monitor-7-wind-turbines`; Temporal adds the time.
 */
export function monitorWorkflowId(monitorId: number, name: string): string {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [monitorScheduleId(monitorId), ...words].join("-").slice(0, LONGEST_NAME).replace(/-$/, "");
}

export interface MonitorInput {
  monitorId: number;
}

/** The result of a run. */
export interface MonitorRunResult {
  notices: number;
  /** A sentence for people. */
  result: string;
}
