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

/** A kind of event, and the patterns of sentences that report it. Their named groups are the roles. */
export interface FrameDefinition {
  type: FrameType;
  /**
   * Alert types of the shipped taxonomy. An event without any of them has no such frame, unless a sentence is
   * `evident`.
   */
  alertTypes: readonly string[];
  /** Matches sentences that show the frame even in an event without these alert types. */
  evident?: RegExp;
  /** Matched against a clause of a sentence. */
  patterns: readonly RegExp[];
  /** The role of the name at the beginning of a headline, used if no pattern matches the headline. */
  subject?: string;
  /** Roles that are things of any kind, so that they need no capital: "frozen spinach". */
  things?: readonly string[];
  /** Matches an act that is called off, so that there is no frame: "delays launch". */
  undone?: RegExp;
  /** The role of an amount of money in the same sentence. */
  money?: string;
  /** Whether small amounts belong to it too: a dividend per share. */
  isSmallMoney?: boolean;
  /** Whether a percentage in the same sentence belongs to it, and a share: "a third of its staff". */
  percent?: true;
  /** Roles of counts in the same sentence, by the counted word. */
  counts?: Readonly<Record<string, RegExp>>;
  /** Roles of counts, by the words before the number: "kills 11", "death toll rises to 14". */
  countsBehind?: Readonly<Record<string, RegExp>>;
  /** Stages of progress. The first that matches a sentence counts. */
  stages?: readonly (readonly [stage: string, pattern: RegExp])[];
}
