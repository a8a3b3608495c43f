/** The workflow's type name. */
export const GROUP_OBSERVATIONS_WORKFLOW = "groupObservations";

/** The schedule's id, and the prefix of its workflows' ids. */
export const GROUP_OBSERVATIONS_ID = "group-observations";

export interface GroupObservationsResult {
  /** Observations that waited and have an event now. */
  grouped: number;
  created: number;
  changed: number;
  merged: number;
  split: number;
  /** The language model's readings; absent where none is configured. */
  reading?: EventReading;
}

/** A language model's work in a run. */
export interface EventReading {
  /** `provider:model`. */
  model: string;
  /** Events that it read. */
  read: number;
  /** Events that are left to the rules, because there is no answer. */
  byRules: number;
  /** Why the model is not called any more; null while it is. */
  stopped: string | null;
}
