import type { EventFilter } from "#intelligence/events/event-filter";
import type { SearchCriteria } from "#markets/criteria/search-criteria";
import type { CriterionOutcome } from "#markets/judging/index";
import type { NewNotice } from "#notices/notice-log";

/** A market or a filter of events that is asked again and again. */
export interface Monitor {
  id: number;
  teamId: number;
  kind: "market" | "events";
  marketId: number | null;
  eventFilter: EventFilter | null;
  /** Runs that have ended. */
  runs: number;
  lastRunAt: Date | null;
  /** Null: it was never compared. */
  basis: Basis | null;
}

/** What a comparison was made by. */
export interface Basis {
  /** Of a market: digest of what companies are judged by, and the criteria themselves. */
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
  /** Another one whenever its record or content changes. */
  digest: string;
  facts: Record<string, unknown>;
  criteria: CriterionOutcome[];
}

/** What a run found, to be written in one transaction with its notices. */
export interface Comparison {
  basis: Basis;
  /** Those that are others than before. */
  changed: Subject[];
  /** Those that are not there any more. */
  gone: number[];
  matching: number;
  notices: NewNotice[];
  /** A sentence for people. */
  result: string;
}
