/**
 * Retries a step during an outage, for a day. The limit is not on attempts, because an outage says nothing about the
 * job. A fault of the job itself ends it in the activities (`guard-activities.ts`), which also decide when the next
 * attempt is due. The intervals apply to attempts whose end those did not see, such as those of a killed worker.
 */
export const UNTIL_BACK = {
  scheduleToCloseTimeout: "24 hours",
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "10s" },
} as const;
