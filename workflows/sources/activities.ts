import { Context } from "@temporalio/activity";
import { linkParents } from "#companies/identity/link-parents";
import type { Database } from "#foundation/db/database";
import type { Fetcher } from "#providers/fetching/fetcher";
import { dueSources } from "#sources/manage-sources";
import { syncSource } from "#sources/sync-source";
import { type BoundaryDeps, guardActivities, heartbeat, withPulse } from "../worker/guard-activities.ts";
import type { SyncedSource } from "./contract.ts";

export interface SourceDeps extends BoundaryDeps {
  db: Database;
  fetcher: Fetcher;
  /** Where the files of sources are stored. */
  dataDir: string;
}

/** Makes the activities that read open data and look up parents. */
export function createSourceActivities({ db, fetcher, dataDir, ...deps }: SourceDeps) {
  return guardActivities(
    {
      listDueSources: async (_input: object): Promise<string[]> => dueSources(db),

      /** A repeat continues where the last attempt was interrupted. */
      syncSource: ({ name }: { name: string }): Promise<SyncedSource> =>
        withPulse("reading", async (signal) => {
          const { outcome, result } = await syncSource({ db, fetcher, dataDir }, name, {
            signal,
            onProgress: ({ phase, rows }) => heartbeat({ phase, done: rows }),
          });
          return { outcome, result };
        }),

      /** Works in committed batches; a repeat resumes. */
      linkParents: (_input: object): Promise<number> =>
        withPulse("looking up parents", () => linkParents(db, Context.current().cancellationSignal)),
    },
    deps,
  );
}
