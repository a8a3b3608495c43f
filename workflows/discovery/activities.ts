import { generateStep } from "#markets/discovery/steps/generate-step";
import type { StepDeps } from "#markets/discovery/steps/job-context";
import { judgeStep } from "#markets/discovery/steps/judge-step";
import { planStep } from "#markets/discovery/steps/plan-step";
import { resolveStep } from "#markets/discovery/steps/resolve-step";
import { storeStep } from "#markets/discovery/steps/store-step";
import { type BoundaryDeps, guardActivities, heartbeat, withPulse } from "../worker/guard-activities.ts";

export interface DiscoveryDeps extends StepDeps, BoundaryDeps {}

/**
 * Makes the steps of a discovery. Each is idempotent: it writes keyed by job, and a repeat changes nothing or resumes.
 */
export function createDiscoveryActivities(deps: DiscoveryDeps) {
  return guardActivities(
    {
      planDiscovery: ({ jobId }: { jobId: number }) => withPulse("planning", () => planStep(deps, jobId)),
      generateCandidates: ({ jobId, generator }: { jobId: number; generator: string }) =>
        withPulse("searching", (signal) => generateStep(deps, jobId, generator, signal)),
      resolveIdentities: ({ jobId }: { jobId: number }) => withPulse("resolving", () => resolveStep(deps, jobId)),
      judgeCandidates: ({ jobId }: { jobId: number }) =>
        withPulse("judging", (signal) => judgeStep(deps, jobId, heartbeat, signal)),
      storeMarket: ({ jobId }: { jobId: number }) => withPulse("storing", () => storeStep(deps, jobId)),
    },
    deps,
  );
}
