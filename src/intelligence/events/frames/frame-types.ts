/** The kinds of events that have a frame. */
export const FRAME_TYPES = [
  "acquisition",
  "funding",
  "earnings",
  "layoff",
  "launch",
  "lawsuit",
  "fine",
  "recall",
  "partnership",
  "executiveChange",
  "bankruptcy",
  "outage",
  "opening",
  "closure",
  "strike",
  "accident",
  "investigation",
  "regulation",
  "contract",
  "publicOffering",
  "payout",
] as const;
export type FrameType = (typeof FRAME_TYPES)[number];

/** A kind of event: how sentences tell of it, by patterns whose named groups are the roles. */
export interface FrameDefinition {
  type: FrameType;
  /** Alert types of the shipped taxonomy; an event without any of them has no such frame, unless a sentence is `evident`. */
  alertTypes: readonly string[];
  /** A sentence that shows the frame also in an event without any of these alert types. */
  evident?: RegExp;
  /** Matched against a clause of a sentence. */
  patterns: readonly RegExp[];
  /** The role of the name that a headline begins with, where no pattern is found in it. */
  subject?: string;
  /** The role of an amount of money in the same sentence. */
  money?: string;
  /** Whether a percentage of the same sentence belongs to it. */
  percent?: true;
  /** Roles of counted things in the same sentence, by the words of what is counted. */
  counts?: Readonly<Record<string, RegExp>>;
  /** The same by the words in front: "kills 11", "death toll rises to 14". */
  countsBehind?: Readonly<Record<string, RegExp>>;
  /** How far it has come: the first that a sentence has. */
  stages?: readonly (readonly [stage: string, pattern: RegExp])[];
}
