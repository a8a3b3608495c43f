import { isCancellation, patched, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { createEventActivities } from "../events/activities.ts";
import { askForWaitingWeeks } from "../events/ask-for-weeks.ts";
import { taskQueueOf } from "../queues.ts";
import type { createIngestActivities } from "./activities.ts";
import type { DueFeed, PolledFeed, PollFeedsResult } from "./contract.ts";

type Activities = ReturnType<typeof createIngestActivities>;

const feeds = proxyActivities<Omit<Activities, "analyseNews">>({
  taskQueue: taskQueueOf("ingest"),
  startToCloseTimeout: "5 minutes",
  heartbeatTimeout: "30 seconds",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  // Few attempts: an address that does not answer is a result, and the next scheduled run comes soon.
  retry: { initialInterval: "1s", maximumInterval: "10s", maximumAttempts: 3 },
});

// A large import may wait to be processed. A retry resumes where the last attempt stopped.
const derived = proxyActivities<
  Pick<Activities, "analyseNews"> & Pick<ReturnType<typeof createEventActivities>, "groupObservations">
>({
  taskQueue: taskQueueOf("ingest"),
  startToCloseTimeout: "2 hours",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 5 },
});

/** Number of feeds that are polled at the same time. */
const AT_ONCE = 4;
/** Maximum lines of the Temporal UI for feeds. */
const LISTED = 8;

/**
 * Polls the due feeds, then processes the new articles and those that imports left. The failure of one feed does not
 * stop the others. The schedule starts it, and the next run continues an interrupted one.
 */
export async function pollFeeds(): Promise<PollFeedsResult> {
  const due = await feeds.listDueFeeds.executeWithOptions({ summary: "find the feeds that are due" }, [{}]);
  const total: PollFeedsResult = { polled: 0, failed: 0, inserted: 0, updated: 0 };
  const lines: string[] = [];
  let hasObservations = false;
  const show = (last: string) =>
    setCurrentDetails(
      [`**${total.polled}** of ${due.length} due feeds polled`, ...lines.slice(-LISTED), last].join("\n"),
    );
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const polled = await Promise.all(due.slice(from, from + AT_ONCE).map(poll));
    for (const { feed, answer } of polled) {
      total.polled += 1;
      total.inserted += answer.inserted;
      total.updated += answer.updated;
      if (answer.outcome === "failed" || answer.outcome === "gone") total.failed += 1;
      if (answer.kind !== "news" && answer.inserted + answer.updated > 0) hasObservations = true;
      lines.push(`- ${feed.label}: ${answer.outcome === "failed" ? "**failed**, " : ""}${answer.result.slice(0, 200)}`);
    }
    show("");
  }
  // Always, because an import may have been interrupted before its articles were analysed.
  show("- … reading the news that wait");
  const { analysed } = await derived.analyseNews.executeWithOptions({ summary: "read the news that wait" }, [{}]);
  if (analysed > 0) lines.push(`- ${analysed} articles read for companies, sentiment and stories`);
  if (hasObservations) {
    show("- … asking for the weeks of new observations");
    if (patched("week by week")) await askForWaitingWeeks();
    else await derived.groupObservations.executeWithOptions({ summary: "group observations into events" }, [{}]);
  }
  show(due.length === 0 ? "No feed was due." : "Done");
  return total;
}

async function poll(feed: DueFeed): Promise<{ feed: DueFeed; answer: PolledFeed }> {
  try {
    const answer = await feeds.pollFeed.executeWithOptions({ summary: `poll feed ${feed.id}: ${feed.label}` }, [
      { feedId: feed.id },
    ]);
    return { feed, answer };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const result = "the service failed; Temporal shows why";
    return { feed, answer: { kind: "news", outcome: "failed", result, inserted: 0, updated: 0 } };
  }
}
