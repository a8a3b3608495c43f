import type { StepDeps } from "#markets/discovery/steps/job-context";
import { makePreview } from "#markets/preview/make-preview";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";
import type { PreviewInput } from "./contract.ts";

/**
 * Makes the activity that searches in memory, where the index of the directory is. It writes nothing, so a repeat does
 * no harm.
 */
export function createPreviewActivities(deps: StepDeps & BoundaryDeps) {
  return guardActivities(
    { searchInMemory: (input: PreviewInput) => withPulse("a preview", () => makePreview(deps, input)) },
    deps,
  );
}
