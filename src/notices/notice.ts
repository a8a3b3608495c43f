/** The channel that wakes readers of the logs; its payload is the team's id. */
export const NOTICES_CHANNEL = "notices";

/** What a notice is about. */
export const NOTICE_KINDS = [
  "discovery.completed",
  "discovery.failed",
  "discovery.cancelled",
  "publish.completed",
  "publish.failed",
  "publish.cancelled",
  "company.entered",
  "company.left",
  "event.entered",
  "event.left",
  "webhook.disabled",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** An entry of a team's log. */
export interface Notice {
  /** A UUID made from the notice's content: the same notice told twice has the same id. */
  id: string;
  teamId: number;
  /** From 1, without gaps, within the team. */
  sequence: number;
  kind: NoticeKind;
  at: Date;
  /** A line for people. */
  title: string;
  monitorId: number | null;
  marketId: number | null;
  companyId: number | null;
  eventId: number | null;
  /** Whether it is about events, which need a subscription. */
  isOfEvents: boolean;
  data: NoticeData;
}

/** A field that has changed. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Why something entered or left. */
export interface NoticeCause {
  /**
   * - `record`: the company's own record
   * - `criteria`: those of the market
   * - `rules`: the version that judges
   * - `directory`: other companies' records, which affect whether the search finds it
   * - `articles`: those of an event
   */
  kind: "record" | "criteria" | "rules" | "directory" | "articles";
  /** A sentence for people. */
  summary: string;
  /** The sources: a record of the company, or articles. */
  sources: { id: number; source: string; kind: string; line: number | null; url: string | null; at: string }[];
  changes: FieldChange[];
}

/** Data beside the columns. For a run: its `workflowId`, `status`, `requestedAt` and `endedAt`. */
export interface NoticeData {
  causes?: NoticeCause[];
  /** Criteria whose outcome has changed. */
  criteria?: FieldChange[];
  company?: { id: number; domain: string; name: string };
  event?: { id: number; title: string };
  [fact: string]: unknown;
}
