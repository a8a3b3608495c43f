/**
 * How long a step is repeated while what it needs is away: until the day after. It is not bound by attempts, because an outage says nothing
 * about the job; what is wrong with the job itself ends it at the boundary of the activities (`guard-activities.ts`), which also says when the
 * next attempt is due. The intervals are for attempts that it did not see the end of, such as those of a killed worker.
 */
export const UNTIL_BACK = {
  scheduleToCloseTimeout: "24 hours",
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "10s" },
} as const;
