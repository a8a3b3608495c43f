import { Context } from "@temporalio/activity";
import type { Logger } from "pino";
import type { Database } from "#foundation/db/database";
import { type GroupingDeps, groupObservations } from "#intelligence/events/group-observations";
import { atBoundary, heartbeat, throwIfCancelled, withPulse } from "../worker/boundary.ts";
import type { GroupObservationsResult } from "./contract.ts";

export interface EventDeps {
  db: Database;
  grouping: GroupingDeps;
  log: Logger;
}

/** What makes events of observations. */
export function createEventActivities({ db, grouping, log }: EventDeps) {
  return atBoundary(
    {
      /** One transaction for each week of observations: repeated, it goes on with the weeks that are left. */
      groupObservations: (_input: object): Promise<GroupObservationsResult> =>
        withPulse("grouping", async () => {
          const { cancellationSignal: signal } = Context.current();
          try {
            return await groupObservations(db, grouping, {
              signal,
              onWaiting: () => heartbeat({ phase: "waiting for another run" }),
              onProgress: ({ done, total }) => heartbeat({ phase: "grouping", done, total }),
            });
          } catch (error) {
            throwIfCancelled();
            throw error;
          }
        }),
    },
    log,
  );
}
