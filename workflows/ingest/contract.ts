/** The workflow's type name. */
export const POLL_FEEDS_WORKFLOW = "pollFeeds";

/** Of the schedule, and what the ids of its workflows begin with. */
export const POLL_FEEDS_ID = "poll-feeds";

/** A feed whose time has come. */
export interface DueFeed {
  id: number;
  /** Name or address. */
  label: string;
}

/** How the poll of one feed went. `busy`: another process was at it, or it was removed meanwhile. */
export interface PolledFeed {
  kind: "news" | "observations";
  outcome: "stored" | "notModified" | "failed" | "gone" | "busy";
  result: string;
  inserted: number;
  updated: number;
}

export interface PollFeedsResult {
  polled: number;
  /** Polls that did not bring a readable answer; the feed says why. */
  failed: number;
  inserted: number;
  updated: number;
}
