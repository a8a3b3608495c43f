/** The workflow's type name. */
export const POLL_FEEDS_WORKFLOW = "pollFeeds";

/** The schedule's id, and the prefix of its workflows' ids. */
export const POLL_FEEDS_ID = "poll-feeds";

/** A feed that is due. */
export interface DueFeed {
  id: number;
  /** Name or address. */
  label: string;
}

/**
 * The result of polling one feed. `busy` means that another process was polling it, or that it was removed meanwhile.
 */
export interface PolledFeed {
  /** What its articles serve; `articles` are both news and observations. */
  kind: "articles" | "news" | "observations";
  outcome: "stored" | "notModified" | "failed" | "gone" | "busy";
  result: string;
  inserted: number;
  updated: number;
}

export interface PollFeedsResult {
  polled: number;
  /** Polls without a readable answer; the feed records why. */
  failed: number;
  inserted: number;
  updated: number;
}
