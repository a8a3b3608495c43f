import { setImmediate as nextTurn } from "node:timers/promises";
import { type Expected, expectedCallCost } from "#costs/expected-cost";
import { PLATFORM_EVENTS } from "#costs/payer";
import { NotRecordedError, recordedPay } from "#costs/recorded-pay";
import type { Queries } from "#foundation/db/database";
import { ProviderError } from "#providers/provider-error";
import { readObservations } from "../content/read-observations.ts";
import type { GroupingOptions } from "../group-observations.ts";
import { readSources } from "../read-week.ts";
import { nextStoredEvents } from "../stored-events.ts";
import type { ReadingDeps } from "./event-reader.ts";
import { readingTask } from "./reading-task.ts";

/** The cost of having the model read all stored events. */
export interface ReadingEstimate {
  events: number;
  /** Events that need a call. The others have recorded answers. */
  unread: number;
  /**
   * Maximum cost of the unread events, in millionths of a US dollar: each with its re-ask, without repeats of
   * interrupted calls.
   */
  atMostMicroUsd: number;
  /** Expected cost of the unread events, in millionths of a US dollar, with its basis. */
  expected: Expected;
}

/**
 * Estimates the cost of the model's reading of every stored event. Builds the requests without sending them.
 * @throws the signal's reason where it is aborted
 */
export async function estimateReading(
  db: Queries,
  { model, taxonomy }: ReadingDeps,
  { signal, onProgress }: Pick<GroupingOptions, "signal" | "onProgress"> = {},
): Promise<ReadingEstimate> {
  const [counted] = await db.query<{ total: number }>("SELECT count(*)::int AS total FROM events", []);
  const total = counted?.total ?? 0;
  const estimate = { events: 0, unread: 0, atMostMicroUsd: 0 };
  const pay = recordedPay(db, PLATFORM_EVENTS);
  for (let after = 0; ; ) {
    const batch = await nextStoredEvents(db, after);
    const last = batch.at(-1);
    if (last === undefined) {
      const { unread, atMostMicroUsd } = estimate;
      // Half of an event's cap is for its re-ask.
      const cap = unread === 0 ? 0 : atMostMicroUsd / unread / 2;
      const each = await expectedCallCost(db, model, "events", { p50: cap, p90: cap });
      return { ...estimate, expected: { ...each, p50: each.p50 * unread, p90: each.p90 * unread } };
    }
    const sources = await readSources(
      db,
      batch.flatMap(({ members }) => members),
    );
    for (const { members } of batch) {
      signal?.throwIfAborted();
      const observations = members.flatMap((id) => sources.get(id) ?? []);
      const task = readingTask(readObservations(observations), taxonomy);
      estimate.events++;
      try {
        await model.ask(task, { pay });
      } catch (error) {
        if (error instanceof NotRecordedError) {
          estimate.unread++;
          estimate.atMostMicroUsd += model.capOf(task);
        } else if (!(error instanceof ProviderError)) throw error;
      }
    }
    onProgress?.({ done: estimate.events, total: Math.max(total, estimate.events) });
    await nextTurn();
    after = last.id;
  }
}
