/** The workflow's type name. */
export const MONITOR_WORKFLOW = "runMonitor";

/** The schedule of a monitor, and the prefix of its workflows' ids. */
export const monitorScheduleId = (monitorId: number): string => `monitor-${monitorId}`;

export interface MonitorInput {
  monitorId: number;
}

/** What a run came to. */
export interface MonitorRunResult {
  notices: number;
  /** A sentence for people. */
  result: string;
}
