/** The workflow's type name. */
export const GROUP_OBSERVATIONS_WORKFLOW = "groupObservations";

/** Of the schedule, and what the ids of its workflows begin with. */
export const GROUP_OBSERVATIONS_ID = "group-observations";

export interface GroupObservationsResult {
  /** Observations that waited and have an event now. */
  grouped: number;
  created: number;
  changed: number;
  merged: number;
  split: number;
}
