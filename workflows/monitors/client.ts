import {
  type Client,
  type IntervalSpec,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
} from "@temporalio/client";
import { type Priority, type SearchAttributePair, TypedSearchAttributes } from "@temporalio/common";
import type { MonitorSchedule, MonitorScheduler } from "#monitors/monitor-schedules";
import { fairTo, IN_THE_BACKGROUND } from "../client/execution-client.ts";
import type { Workflows } from "../client/workflow-types.ts";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { MONITOR_WORKFLOW, monitorScheduleId, monitorWorkflowId } from "./contract.ts";

type MonitorWorkflow = Workflows[typeof MONITOR_WORKFLOW];

/** The note of a schedule that was not paused by an operator. */
const PAUSED_BY_US = "paused through the API";

/**
 * Spreads monitors of one interval over time. Without an interval, the schedule starts nothing by itself, and only
 * triggers what is asked for.
 */
function intervalsOf({ monitorId, everyMinutes }: MonitorSchedule): IntervalSpec[] {
  if (everyMinutes === null) return [];
  const every = everyMinutes * 60_000;
  return [{ every, offset: (monitorId * 7_919_000) % every }];
}

function optionsOf(wanted: MonitorSchedule) {
  const { monitorId, name, marketId, teamId } = wanted;
  const attributes: SearchAttributePair[] = [
    { key: SEARCH_ATTRIBUTES.teamId, value: teamId },
    { key: SEARCH_ATTRIBUTES.kind, value: "monitor" },
    ...(marketId === null ? [] : [{ key: SEARCH_ATTRIBUTES.marketId, value: marketId }]),
  ];
  return {
    spec: { intervals: intervalsOf(wanted) },
    // One at a time. Runs missed during an outage are not caught up, because one run tells everything that has changed.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" as const },
    action: {
      type: "startWorkflow",
      workflowType: MONITOR_WORKFLOW,
      workflowId: monitorWorkflowId(monitorId, name),
      taskQueue: TASK_QUEUE,
      args: [{ monitorId }],
      // The client sends it, but its types lack it.
      priority: { ...fairTo(teamId), ...IN_THE_BACKGROUND },
      typedSearchAttributes: new TypedSearchAttributes(attributes),
      staticSummary: `Monitor ${monitorId} of ${marketId === null ? "events" : `market ${marketId}`}: ${name}`.slice(
        0,
        200,
      ),
    } satisfies ScheduleOptionsStartWorkflowAction<MonitorWorkflow> & { priority: Priority },
  };
}

/** Whether an operator has paused it, rather than a client through the API. */
const isOperators = ({ paused, note }: ScheduleDescription["state"]): boolean => paused && note !== PAUSED_BY_US;

/** Keeps schedules of monitors, which the Temporal UI shows, pauses and triggers. */
export function monitorScheduler({ schedule: schedules }: Client): MonitorScheduler {
  const handleOf = (monitorId: number) => schedules.getHandle(monitorScheduleId(monitorId));
  const trigger = (monitorId: number) => handleOf(monitorId).trigger(ScheduleOverlapPolicy.BUFFER_ONE);
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
    trigger,
    async triggerUnlessPaused(monitorId) {
      // A schedule that is triggered runs though it is paused.
      const { state } = await handleOf(monitorId).describe();
      if (isOperators(state)) return false;
      await trigger(monitorId);
      return true;
    },
  };
}
