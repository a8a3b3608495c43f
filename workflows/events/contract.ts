/** The workflow's type name. */
export const GROUP_OBSERVATIONS_WORKFLOW = "groupObservations";

/** The schedule's id, and the prefix of its workflows' ids. */
export const GROUP_OBSERVATIONS_ID = "group-observations";

/** A week of observations. */
export interface Week {
  /** The week's number (`weekOf`). */
  week: number;
  /** By ISO 8601, such as 2026-W10. */
  name: string;
}

/** Returns the id of a week's workflow, of which one runs at a time. */
export const groupWeekId = ({ name }: Week) => `group-week-${name}`;

export interface GroupWeekInput extends Week {
  /** Time without new observations before the grouping begins, in ms; 0 begins at once. */
  quietMs: number;
}

/** The result of grouping observations. */
export interface GroupObservationsResult {
  /** Observations that waited and now have an event. */
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
  /** Events left to the rules, because the model gave no answer. */
  byRules: number;
  /** Why the model is no longer called; null while it is. */
  stopped: string | null;
}
