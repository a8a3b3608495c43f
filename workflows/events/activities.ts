import { Context } from "@temporalio/activity";
import type { Database } from "#foundation/db/database";
import { type GroupingDeps, groupObservations } from "#intelligence/events/group-observations";
import {
  type BoundaryDeps,
  guardActivities,
  heartbeat,
  throwIfCancelled,
  withPulse,
} from "../worker/guard-activities.ts";
import type { GroupObservationsResult } from "./contract.ts";

export interface EventDeps extends BoundaryDeps {
  db: Database;
  grouping: GroupingDeps;
}

/** Groups observations into events. */
export function createEventActivities({ db, grouping, ...deps }: EventDeps) {
  return guardActivities(
    {
      /** One transaction for each week of observations; a repeat goes on with the remaining weeks. */
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
    deps,
  );
}
