import { type DigestDeps, sendDigests } from "#monitors/digests/send-digests";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";
import type { DigestsResult } from "./contract.ts";

/** Sends the digests that are due. A repeat goes on with those that are promised. */
export function createDigestActivities(deps: DigestDeps & BoundaryDeps) {
  return guardActivities(
    {
      sendDueDigests: (_input: object): Promise<DigestsResult> => withPulse("sending digests", () => sendDigests(deps)),
    },
    deps,
  );
}
