import type { JobStatus, MarketStatus, Verdict } from "../generated/graphql.ts";

const MARKET: Record<MarketStatus, [tone: string, words: string]> = {
  DISCOVERING: ["busy", "Discovering"],
  IN_REVIEW: ["open", "In review"],
  PUBLISHED: ["good", "Published"],
  FAILED: ["bad", "Failed"],
};

const JOB: Record<JobStatus, [tone: string, words: string]> = {
  QUEUED: ["busy", "Queued"],
  RUNNING: ["busy", "Running"],
  COMPLETED: ["good", "Completed"],
  FAILED: ["bad", "Failed"],
  CANCELLED: ["quiet", "Cancelled"],
};

export const VERDICTS: Record<Verdict, { tone: string; words: string; meaning: string }> = {
  IN: { tone: "good", words: "In the market", meaning: "No criterion speaks against it." },
  BELOW_CUT: {
    tone: "open",
    words: "Below the cut",
    meaning: "Meets every criterion that is known, but the wanted number was reached before it.",
  },
  RELATED: {
    tone: "open",
    words: "Related",
    meaning:
      "Meets every criterion that is known except the offer, to which it is close, such as a supplier or a neighbouring trade.",
  },
  FAILED: { tone: "bad", words: "Close, not met", meaning: "A criterion is not met. The closest come first." },
  EXCLUDED: { tone: "bad", words: "Excluded", meaning: "Its kind or its place is excluded." },
  DUPLICATE: { tone: "quiet", words: "Duplicate", meaning: "Another record of a company in the market." },
};

/** A word in a colour: `good`, `bad`, `open`, `busy` or `quiet`. */
export function Badge({ tone, words }: { tone: string; words: string }) {
  return <span className={`badge badge-${tone}`}>{words}</span>;
}

export function MarketBadge({ status }: { status: MarketStatus }) {
  const [tone, words] = MARKET[status];
  return <Badge tone={tone} words={words} />;
}

export function JobBadge({ status }: { status: JobStatus }) {
  const [tone, words] = JOB[status];
  return <Badge tone={tone} words={words} />;
}

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return <Badge {...VERDICTS[verdict]} />;
}
