import {
  ScheduleAlreadyRunning,
  type ScheduleClient,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { DIGESTS_ID, DIGESTS_WORKFLOW } from "../digests/contract.ts";
import { GROUP_OBSERVATIONS_ID, GROUP_OBSERVATIONS_WORKFLOW } from "../events/contract.ts";
import { POLL_FEEDS_ID, POLL_FEEDS_WORKFLOW } from "../ingest/contract.ts";
import { RETENTION_ID, RETENTION_WORKFLOW } from "../retention/contract.ts";
import { SYNC_SOURCES_ID, SYNC_SOURCES_WORKFLOW } from "../sources/contract.ts";
import { IN_THE_BACKGROUND } from "./execution-client.ts";
import type { ScheduledName } from "./workflow-types.ts";

/** A workflow that Temporal starts by itself, one at a time. */
export interface ScheduledWorkflow {
  /** The schedule's id; the ids of its workflows begin with it. */
  id: string;
  workflowType: ScheduledName;
  /** 0 means never, and removes a schedule of an earlier configuration. */
  everyMinutes: number;
  /** One line for the Temporal UI. */
  summary: string;
}

/** Interval of each schedule; 0 means never. */
export interface ScheduleIntervals {
  groupObservationsMinutes: number;
  pollFeedsMinutes: number;
  syncSourcesMinutes: number;
  retentionMinutes: number;
  digestsMinutes: number;
}

/** Returns all scheduled workflows. */
export const scheduledWorkflows = (every: ScheduleIntervals): ScheduledWorkflow[] => [
  {
    id: GROUP_OBSERVATIONS_ID,
    workflowType: GROUP_OBSERVATIONS_WORKFLOW,
    everyMinutes: every.groupObservationsMinutes,
    summary: "Group the observations that wait into events",
  },
  {
    id: POLL_FEEDS_ID,
    workflowType: POLL_FEEDS_WORKFLOW,
    everyMinutes: every.pollFeedsMinutes,
    summary: "Poll the feeds that are due, read the news that wait",
  },
  {
    id: SYNC_SOURCES_ID,
    workflowType: SYNC_SOURCES_WORKFLOW,
    everyMinutes: every.syncSourcesMinutes,
    summary: "Read the sources of open data that are due, look up the parents that records name",
  },
  {
    id: RETENTION_ID,
    workflowType: RETENTION_WORKFLOW,
    everyMinutes: every.retentionMinutes,
    summary: "Clear rows that are older than they are kept",
  },
  {
    id: DIGESTS_ID,
    workflowType: DIGESTS_WORKFLOW,
    everyMinutes: every.digestsMinutes,
    summary: "Send the e-mail digests of monitors that are due",
  },
];

/**
 * Creates, updates or removes the schedule as configured. Idempotent; any number of workers may do so at once. A
 * schedule that an operator has paused stays paused.
 */
export async function ensureSchedule(schedules: ScheduleClient, wanted: ScheduledWorkflow): Promise<void> {
  const { id, workflowType, everyMinutes, summary } = wanted;
  if (everyMinutes === 0) {
    await schedules
      .getHandle(id)
      .delete()
      .catch((error: unknown) => {
        if (!(error instanceof ScheduleNotFoundError)) throw error;
      });
    return;
  }
  const options = {
    spec: { intervals: [{ every: everyMinutes * 60_000 }] },
    // One at a time. Runs missed during an outage are not caught up, because one run processes everything that waits.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" as const },
    action: {
      type: "startWorkflow" as const,
      workflowType,
      workflowId: id,
      taskQueue: TASK_QUEUE,
      args: [],
      priority: IN_THE_BACKGROUND,
      typedSearchAttributes: new TypedSearchAttributes([{ key: SEARCH_ATTRIBUTES.kind, value: id }]),
      staticSummary: summary,
    },
  };
  try {
    await schedules.create({ scheduleId: id, ...options });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await schedules.getHandle(id).update(({ state }) => ({ ...options, state }));
  }
}
