import { type DigestDeps, sendDigests } from "#monitors/digests/send-digests";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";
import type { DigestsResult } from "./contract.ts";

/** Makes the activity that sends due digests. A repeat continues with the promised ones. */
export function createDigestActivities(deps: DigestDeps & BoundaryDeps) {
  return guardActivities(
    {
      sendDueDigests: (_input: object): Promise<DigestsResult> => withPulse("sending digests", () => sendDigests(deps)),
    },
    deps,
  );
}
