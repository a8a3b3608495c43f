import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { createEventActivities } from "./activities.ts";
import type { EventReading, GroupObservationsResult } from "./contract.ts";

// A large week is grouped in one piece without heartbeats. Few attempts: the next scheduled run comes soon.
const events = proxyActivities<ReturnType<typeof createEventActivities>>({
  startToCloseTimeout: "2 hours",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 5 },
});

/**
 * Groups the observations that wait into events. Started by its schedule; the next run continues an interrupted one.
 */
export async function groupObservations(): Promise<GroupObservationsResult> {
  setCurrentDetails("Grouping the observations that wait");
  const result = await events.groupObservations.executeWithOptions({ summary: "group observations into events" }, [{}]);
  const { grouped, created, changed, merged, split, reading } = result;
  setCurrentDetails(
    grouped + changed === 0
      ? "No observation waited."
      : `**${grouped}** observations grouped\n- ${created} events new, ${changed} changed\n- ${merged} merged, ${split} split off${reading === undefined ? "" : readingLines(reading)}`,
  );
  return result;
}

function readingLines({ model, read, byRules, stopped }: EventReading): string {
  const left = byRules === 0 ? "" : `, ${byRules} left to the rules`;
  return `\n- ${read} events read by ${model}${left}${stopped === null ? "" : `\n- the model was not asked any more: ${stopped}`}`;
}
