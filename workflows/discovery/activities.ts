import type { Logger } from "pino";
import { generateStep } from "../../src/discovery/steps/generate-step.ts";
import type { StepDeps } from "../../src/discovery/steps/job-context.ts";
import { judgeStep } from "../../src/discovery/steps/judge-step.ts";
import { planStep } from "../../src/discovery/steps/plan-step.ts";
import { resolveStep } from "../../src/discovery/steps/resolve-step.ts";
import { storeStep } from "../../src/discovery/steps/store-step.ts";
import { atBoundary, heartbeat, withPulse } from "../boundary.ts";

export interface DiscoveryDeps extends StepDeps {
  log: Logger;
}

/** The steps of a discovery. Each writes keyed by job, so that running it again changes nothing or goes on. */
export function createDiscoveryActivities(deps: DiscoveryDeps) {
  return atBoundary(
    {
      planDiscovery: ({ jobId }: { jobId: number }) => withPulse("planning", () => planStep(deps, jobId)),
      generateCandidates: ({ jobId, generator }: { jobId: number; generator: string }) =>
        withPulse("searching", (signal) => generateStep(deps, jobId, generator, signal)),
      resolveIdentities: ({ jobId }: { jobId: number }) => withPulse("resolving", () => resolveStep(deps, jobId)),
      judgeCandidates: ({ jobId }: { jobId: number }) =>
        withPulse("judging", (signal) => judgeStep(deps, jobId, heartbeat, signal)),
      storeMarket: ({ jobId }: { jobId: number }) => withPulse("storing", () => storeStep(deps, jobId)),
    },
    deps.log,
  );
}
