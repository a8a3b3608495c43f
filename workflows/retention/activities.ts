import type { RetentionConfig } from "#foundation/config/retention";
import type { Database } from "#foundation/db/database";
import { applyRetention } from "#upkeep/retention";
import { type BoundaryDeps, guardActivities, heartbeat, withPulse } from "../worker/guard-activities.ts";
import type { RetentionResult } from "./contract.ts";

export interface RetentionDeps extends BoundaryDeps {
  db: Database;
  retention: RetentionConfig;
}

/** Makes the activity that clears rows past their retention. */
export function createRetentionActivities({ db, retention, ...deps }: RetentionDeps) {
  return guardActivities(
    {
      /** Works in committed batches; a repeat continues with the rest. */
      clearOldRows: (_input: object): Promise<RetentionResult> =>
        withPulse("clearing old rows", async (signal) => {
          const done = await applyRetention(db, retention, {
            signal,
            onBatch: (rows) => heartbeat({ phase: "clearing old rows", done: rows }),
          });
          return {
            cleared: Object.fromEntries(done.filter(({ rows }) => rows > 0).map(({ what, rows }) => [what, rows])),
          };
        }),
    },
    deps,
  );
}
