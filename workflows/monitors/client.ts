import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from "@temporalio/client";
import { type SearchAttributePair, TypedSearchAttributes } from "@temporalio/common";
import type { MonitorSchedule, MonitorScheduler } from "#monitors/monitor-schedules";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { MONITOR_WORKFLOW, monitorScheduleId, monitorWorkflowId } from "./contract.ts";

/** The note of a schedule that was not paused by an operator. */
const PAUSED_BY_US = "paused through the API";

function optionsOf({ monitorId, name, marketId, teamId, everyMinutes }: MonitorSchedule) {
  const attributes: SearchAttributePair[] = [
    { key: SEARCH_ATTRIBUTES.teamId, value: teamId },
    { key: SEARCH_ATTRIBUTES.kind, value: "monitor" },
    ...(marketId === null ? [] : [{ key: SEARCH_ATTRIBUTES.marketId, value: marketId }]),
  ];
  const everyMs = everyMinutes * 60_000;
  return {
    // Spreads monitors of one interval over time.
    spec: { intervals: [{ every: everyMs, offset: (monitorId * 7_919_000) % everyMs }] },
    // One at a time. Runs missed during an outage are not caught up, because one run tells everything that has changed.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" as const },
    action: {
      type: "startWorkflow" as const,
      workflowType: MONITOR_WORKFLOW,
      workflowId: monitorWorkflowId(monitorId, name),
      taskQueue: TASK_QUEUE,
      args: [{ monitorId }],
      typedSearchAttributes: new TypedSearchAttributes(attributes),
      staticSummary: `Monitor ${monitorId} of ${marketId === null ? "events" : `market ${marketId}`}: ${name}`.slice(
        0,
        200,
      ),
    },
  };
}

/** Whether an operator has paused it, rather than a client through the API. */
const isOperators = ({ paused, note }: ScheduleDescription["state"]): boolean => paused && note !== PAUSED_BY_US;

/** Keeps schedules of monitors, which the Temporal UI shows, pauses and triggers. */
export function monitorScheduler({ schedule: schedules }: Client): MonitorScheduler {
  const handleOf = (monitorId: number) => schedules.getHandle(monitorScheduleId(monitorId));
  return {
    async keep(wanted) {
      const options = optionsOf(wanted);
      const ours = wanted.isPaused ? { paused: true, note: PAUSED_BY_US } : { paused: false };
      try {
        await schedules.create({ scheduleId: monitorScheduleId(wanted.monitorId), ...options, state: ours });
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await handleOf(wanted.monitorId).update(({ state }) => ({
          ...options,
          state: isOperators(state) ? state : { ...state, note: "", ...ours },
        }));
      }
    },
    async read(monitorId) {
      try {
        const { state, info } = await handleOf(monitorId).describe();
        const isPausedByOperator = isOperators(state);
        return {
          isPausedByOperator,
          note: isPausedByOperator ? (state.note ?? "") : "",
          nextRunAt: state.paused ? null : (info.nextActionTimes[0] ?? null),
        };
      } catch (error) {
        const isAway = error instanceof ScheduleNotFoundError || isGrpcServiceError(error);
        if (isAway || isGrpcServiceError((error as Error).cause)) return null;
        throw error;
      }
    },
    async remove(monitorId) {
      await handleOf(monitorId)
        .delete()
        .catch((error: unknown) => {
          if (!(error instanceof ScheduleNotFoundError)) throw error;
        });
    },
    trigger: (monitorId) => handleOf(monitorId).trigger(ScheduleOverlapPolicy.BUFFER_ONE),
  };
}
