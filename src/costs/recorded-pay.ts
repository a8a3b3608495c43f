import type { Queries } from "#foundation/db/database";
import type { Json, Pay } from "#providers/provider-call";
import { type Keeper, keptAnswer, requestHash } from "./recordings.ts";

/** A request that was not made, or not answered, under this job, run or platform. */
export class NotRecordedError extends Error {
  constructor() {
    super("no answer to this request was recorded");
    this.name = "NotRecordedError";
  }
}

/** Answers calls from recordings, without calling a provider. @throws NotRecordedError, by each call */
export const recordedPay =
  (db: Queries, keeper: Keeper): Pay =>
  async <T extends Json>({ provider, operation, model = "", request }: Parameters<Pay>[0]): Promise<T> => {
    const found = await keptAnswer(db, keeper, requestHash({ provider, operation, model, request }, keeper.columnId));
    if (found === undefined) throw new NotRecordedError();
    // Recorded under this very request.
    return found.answer as T;
  };
