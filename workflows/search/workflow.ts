import { executeChild, proxyActivities, setCurrentDetails, workflowInfo } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import { UNTIL_BACK } from "../sandbox/retry.ts";
import type { createSearchActivities } from "./activities.ts";
import type { RangeInput, RebuildResult } from "./contract.ts";

type Activities = ReturnType<typeof createSearchActivities>;

/**
 * Number of ranges written in parallel. With a single one, the engine would be idle while the range is read and
 * analysed.
 */
const AT_ONCE = 4;

const {
  beginSearchIndex: begin,
  indexCompanyRange,
  finishSearchIndex,
} = proxyActivities<Activities>({
  taskQueue: taskQueueOf("index"),
  startToCloseTimeout: "6 hours",
  // A page of companies takes a second or two.
  heartbeatTimeout: "30 seconds",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  ...UNTIL_BACK,
});

/** Writes the companies of one range of ids to an index. @returns the number written by its last attempt */
export async function indexCompanyRangeWorkflow(input: RangeInput): Promise<number> {
  const { from, to } = input.range;
  return indexCompanyRange.executeWithOptions({ summary: `write companies ${from} to ${to}` }, [input]);
}

/**
 * Rebuilds the search engine's index beside the live one, range by range. It then brings the index up to date and
 * directs all searches to it. Meanwhile, changes of companies are written to both indexes.
 */
export async function rebuildSearchIndex(): Promise<RebuildResult> {
  const { index, ranges } = await begin.executeWithOptions({ summary: "make an empty index" }, [{}]);
  const waiting = ranges.entries();
  let done = 0;
  const tell = () => setCurrentDetails(`**${done}** of ${ranges.length} ranges of companies are in ${index.name}`);
  tell();
  const writeRanges = async () => {
    for (const [at, range] of waiting) {
      await executeChild(indexCompanyRangeWorkflow, {
        workflowId: `${workflowInfo().workflowId}-${index.name}-${at}`,
        args: [{ index: index.name, range }],
      });
      done += 1;
      tell();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeRanges));
  const companies = await finishSearchIndex.executeWithOptions({ summary: "catch up and go live" }, [
    { index: index.name },
  ]);
  setCurrentDetails(`${index.name} is live, with ${companies} companies`);
  return { index: index.name, companies };
}
