/** The workflow's type name. */
export const GROUP_OBSERVATIONS_WORKFLOW = "groupObservations";

/** The schedule's id, and the prefix of its workflows' ids. */
export const GROUP_OBSERVATIONS_ID = "group-observations";

/** A week of observations. */
export interface Week {
  /** As `weekOf` counts them. */
  week: number;
  /** By ISO 8601: 2026-W10. */
  name: string;
}

/** The workflow of a week; one runs at a time. */
export const groupWeekId = ({ name }: Week) => `group-week-${name}`;

export interface GroupWeekInput extends Week {
  /** Begins once no observations have come for so long, in ms; 0: at once. */
  quietMs: number;
}

/** What the grouping of observations did. */
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
