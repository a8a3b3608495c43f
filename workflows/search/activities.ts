import { activityInfo, Context } from "@temporalio/activity";
import { type BegunRebuild, beginRebuild, finishRebuild, indexRange } from "#companies/engine/rebuild-index";
import type { SearchEngine } from "#companies/engine/search-engine";
import type { Database } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { type BoundaryDeps, guardActivities, throwIfCancelled, withPulse } from "../worker/guard-activities.ts";
import type { RangeInput } from "./contract.ts";

export interface SearchDeps extends BoundaryDeps {
  db: Database;
  /** Null where the embedded engine finds companies. */
  searchEngine: SearchEngine | null;
}

/** The position of an earlier attempt. */
interface RangeProgress {
  after?: number;
}

/** The activities that rebuild the search engine's index. */
export function createSearchActivities({ db, searchEngine, ...deps }: SearchDeps) {
  const engine = (): SearchEngine => {
    if (searchEngine !== null) return searchEngine;
    throw new ConflictError("this worker uses the embedded search engine; set SEARCH_ENGINE=opensearch");
  };
  return guardActivities(
    {
      /** Creates a new index beside the live one. The same run gets the same index again. */
      beginSearchIndex: (_input: object): Promise<BegunRebuild> =>
        withPulse("making an index", () => beginRebuild(db, engine(), activityInfo().workflowExecution?.runId ?? "")),

      /** Continues after the last page that an earlier attempt reported. Each page sends a heartbeat. */
      indexCompanyRange: ({ index, range }: RangeInput): Promise<number> => {
        const context = Context.current();
        const { after }: RangeProgress = context.info.heartbeatDetails ?? {};
        return indexRange(
          db,
          engine(),
          { index, range, after },
          {
            signal: context.cancellationSignal,
            onPage: (last) => {
              context.heartbeat({ after: last } satisfies RangeProgress);
              throwIfCancelled();
            },
          },
        );
      },

      /** Applies the changes since the beginning, and directs all searches to the new index. */
      finishSearchIndex: ({ index }: { index: string }): Promise<number> =>
        withPulse("catching up", (signal) => finishRebuild(db, engine(), index, signal)),
    },
    deps,
  );
}
