import type { AlertType } from "../taxonomy/taxonomy.ts";

/** What the model of meaning says of a headline. */
export interface HeadlineMeaning {
  /** The alert types that it shows, with their likelihood (0 to 1). */
  likely: readonly { type: AlertType; likelihood: number }[];
  /** The alert types that it hardly shows, so that their terms are taken for another sense. */
  unlikely: readonly AlertType[];
}

/** What the model of meaning reads in an event's headlines, by headline. */
export type MeantAlerts = ReadonlyMap<string, HeadlineMeaning>;

export const NOTHING_MEANT: MeantAlerts = new Map();
