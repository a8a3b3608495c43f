import type { RetentionConfig } from "#foundation/config/retention";
import type { Database } from "#foundation/db/database";
import { applyRetention } from "#upkeep/retention";
import { type BoundaryDeps, guardActivities, heartbeat, withPulse } from "../worker/guard-activities.ts";
import type { RetentionResult } from "./contract.ts";

export interface RetentionDeps extends BoundaryDeps {
  db: Database;
  retention: RetentionConfig;
}

/** Clears rows that are old enough. */
export function createRetentionActivities({ db, retention, ...deps }: RetentionDeps) {
  return guardActivities(
    {
      /** In committed batches; a repeat goes on with what is left. */
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
