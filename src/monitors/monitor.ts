import type { EventFilter } from "#intelligence/events/event-filter";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import type { CriterionOutcome } from "#markets/judging/index";
import type { NewNotice } from "#notices/notice-log";

/** A market or a filter of events that is evaluated repeatedly. */
export interface Monitor {
  id: number;
  teamId: number;
  kind: "market" | "events";
  marketId: number | null;
  eventFilter: EventFilter | null;
  /** Number of ended runs. */
  runs: number;
  lastRunAt: Date | null;
  /** Null before the first comparison. */
  basis: Basis | null;
}

/** The basis of a comparison. */
export interface Basis {
  /** For a market: the digest of the criteria of judgement, and the criteria themselves. */
  criteria: { digest: string; searchCriteria: Partial<SearchCriteria> } | null;
  /** Version of the rules that judge or read. */
  rules: string;
  /** Version of the directory. */
  directory: number;
}

/** A company or an event, as a monitor last saw it. */
export interface Subject {
  subjectId: number;
  isIn: boolean;
  /** Changes whenever its record or content changes. */
  digest: string;
  facts: Record<string, unknown>;
  criteria: CriterionOutcome[];
}

/** A run's findings, to be written in one transaction with its notices. */
export interface Comparison {
  basis: Basis;
  /** Subjects that have changed. */
  changed: Subject[];
  /** Ids of subjects that are gone. */
  gone: number[];
  matching: number;
  notices: NewNotice[];
  /** A sentence for people. */
  result: string;
}
