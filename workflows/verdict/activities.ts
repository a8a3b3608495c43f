import type { StepDeps } from "#markets/discovery/steps/job-context";
import { explainVerdict } from "#markets/why-not/explain";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";
import type { VerdictInput } from "./contract.ts";

/**
 * Makes the activity that judges one company, where the index of the directory is. It writes nothing, so a repeat does
 * no harm.
 */
export function createVerdictActivities(deps: StepDeps & BoundaryDeps) {
  return guardActivities(
    { judgeCompany: (input: VerdictInput) => withPulse("judging one company", () => explainVerdict(deps, input)) },
    deps,
  );
}
