import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { createDigestActivities } from "./activities.ts";
import type { DigestsResult } from "./contract.ts";

const { sendDueDigests } = proxyActivities<ReturnType<typeof createDigestActivities>>({
  startToCloseTimeout: "30 minutes",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1s", maximumInterval: "30s" },
});

/** Sends the e-mail digests that are due. Started by its schedule; the activity of a killed worker is repeated. */
export async function sendDigests(): Promise<DigestsResult> {
  const result = await sendDueDigests.executeWithOptions({ summary: "send the digests that are due" }, [{}]);
  setCurrentDetails(`${result.sent} digests sent, ${result.waiting} wait.`);
  return result;
}
