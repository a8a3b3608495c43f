import { activityInfo, Context } from "@temporalio/activity";
import { type BegunRebuild, beginRebuild, finishRebuild, indexRange } from "#companies/engine/rebuild-index";
import type { SearchEngine } from "#companies/engine/search-engine";
import type { Database } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { type BoundaryDeps, guardActivities, throwIfCancelled, withPulse } from "../worker/guard-activities.ts";
import type { RangeInput } from "./contract.ts";

export interface SearchDeps extends BoundaryDeps {
  db: Database;
  /** Null: companies are found by the embedded engine. */
  searchEngine: SearchEngine | null;
}

/** Where an earlier attempt was cut off. */
interface RangeProgress {
  after?: number;
}

/** The steps of a rebuild of the search engine's index. */
export function createSearchActivities({ db, searchEngine, ...deps }: SearchDeps) {
  const engine = (): SearchEngine => {
    if (searchEngine !== null) return searchEngine;
    throw new ConflictError("this worker uses the embedded search engine; set SEARCH_ENGINE=opensearch");
  };
  return guardActivities(
    {
      /** Makes a new index beside the live one; the same run gets the same one again. */
      beginSearchIndex: (_input: object): Promise<BegunRebuild> =>
        withPulse("making an index", () => beginRebuild(db, engine(), activityInfo().workflowExecution?.runId ?? "")),

      /** Goes on behind the last page that an earlier attempt reported. Each page is a heartbeat. */
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

      /** Applies what has changed meanwhile, and has all searches go to the new index. */
      finishSearchIndex: ({ index }: { index: string }): Promise<number> =>
        withPulse("catching up", (signal) => finishRebuild(db, engine(), index, signal)),
    },
    deps,
  );
}
