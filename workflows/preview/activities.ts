import type { StepDeps } from "#markets/discovery/steps/job-context";
import { makePreview } from "#markets/preview/make-preview";
import { planInMemory } from "#markets/preview/search-in-memory";
import { type BoundaryDeps, guardActivities, withPulse } from "../worker/guard-activities.ts";
import type { CriteriaNotesInput, PreviewInput } from "./contract.ts";

/**
 * Makes the activities that plan and search in memory, where the index of the directory is. They write nothing, so a
 * repeat does no harm.
 */
export function createPreviewActivities(deps: StepDeps & BoundaryDeps) {
  return guardActivities(
    {
      searchInMemory: (input: PreviewInput) => withPulse("a preview", () => makePreview(deps, input)),
      planInMemory: ({ searchCriteria }: CriteriaNotesInput) =>
        withPulse("a plan", async () => {
          const { notes, plan } = await planInMemory(deps, searchCriteria);
          return [...notes, ...plan.notes];
        }),
    },
    deps,
  );
}
