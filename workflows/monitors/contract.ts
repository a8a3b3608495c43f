/** The workflow's type name. */
export const MONITOR_WORKFLOW = "runMonitor";

/** The schedule of a monitor, and the prefix of its workflows' ids. */
export const monitorScheduleId = (monitorId: number): string => `monitor-${monitorId}`;

const LONGEST_NAME = 60;

/** What the ids of a monitor's workflows begin with, such as `monitor-7-wind-turbines`; Temporal adds the time. */
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

/** What a run came to. */
export interface MonitorRunResult {
  notices: number;
  /** A sentence for people. */
  result: string;
}
