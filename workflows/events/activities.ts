import { Context } from "@temporalio/activity";
import type { Database } from "#foundation/db/database";
import {
  type GroupingDeps,
  type GroupingOptions,
  groupObservations,
  groupObservationsOfWeek,
  linkWaitingEvents,
} from "#intelligence/events/group-observations";
import { waitingWeeks } from "#intelligence/events/read-week";
import { weekName } from "#intelligence/events/weeks";
import {
  type BoundaryDeps,
  guardActivities,
  heartbeat,
  throwIfCancelled,
  withPulse,
} from "../worker/guard-activities.ts";
import type { GroupObservationsResult, Week } from "./contract.ts";

export interface EventDeps extends BoundaryDeps {
  db: Database;
  grouping: GroupingDeps;
}

/** Maximum number of weeks in one run. The next run continues. */
const MAX_WEEKS = 200;

/** Groups observations into events. */
export function createEventActivities({ db, grouping, ...deps }: EventDeps) {
  const inActivity = <Result>(group: (options: GroupingOptions) => Promise<Result>) =>
    withPulse("grouping", async () => {
      try {
        return await group({
          signal: Context.current().cancellationSignal,
          onWaiting: () => heartbeat({ phase: "waiting for another run" }),
          onProgress: ({ done, total }) => heartbeat({ phase: "grouping", done, total }),
        });
      } catch (error) {
        throwIfCancelled();
        throw error;
      }
    });
  return guardActivities(
    {
      /** Lists the weeks with something to group, earliest first. */
      async listWaitingWeeks(_input: object): Promise<Week[]> {
        const weeks = await waitingWeeks(db);
        return weeks.slice(0, MAX_WEEKS).map((week) => ({ week, name: weekName(week) }));
      },

      /** Groups a week in one transaction. A repeat finds the week done. */
      groupWeek: ({ week }: { week: number }): Promise<GroupObservationsResult> =>
        inActivity((options) => groupObservationsOfWeek(db, grouping, week, options)),

      /** Finds the places in story lines of all events that wait for one. A repeat continues. */
      linkStoryLines: (_input: object): Promise<void> => inActivity((options) => linkWaitingEvents(db, options)),

      /** Groups all weeks in turn, one transaction each. Kept for runs that an earlier release began. */
      groupObservations: (_input: object): Promise<GroupObservationsResult> =>
        inActivity((options) => groupObservations(db, grouping, options)),
    },
    deps,
  );
}
