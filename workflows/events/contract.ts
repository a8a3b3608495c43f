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
  /** What a language model read; where none is configured, nothing. */
  reading?: EventReading;
}

/** What a language model did in a run. */
export interface EventReading {
  /** `provider:model`. */
  model: string;
  /** Events that it read. */
  read: number;
  /** Events that are left to the rules, because there is no answer. */
  byRules: number;
  /** Why the model is not asked any more; null while it is. */
  stopped: string | null;
}
