import { requestHash } from "../../costs/paid-request.ts";
import { ownRecording } from "../../costs/recordings.ts";
import type { Database } from "../../db/database.ts";
import type { LanguageModel } from "../../providers/language-model/language-model.ts";
import { SdkLanguageModel } from "../../providers/language-model/sdk-language-model.ts";
import type { Json, Pay } from "../../providers/provider-call.ts";

/** A request that the job did not make, or that was not answered. */
export class NotRecordedError extends Error {
  constructor() {
    super("no answer to this request was recorded");
    this.name = "NotRecordedError";
  }
}

/** The model of a manifest (`provider:model`), which asks for the same and can only be answered from recordings. */
export function recordedModel(name: string): LanguageModel {
  const at = name.indexOf(":");
  return new SdkLanguageModel({
    provider: name.slice(0, at),
    model: name.slice(at + 1),
    sdk: "not asked in a replay",
    price: { input: 0, output: 0 },
    timeoutMs: 1,
  });
}

/** Answers calls from what a job recorded. Nothing is asked of anybody. @throws NotRecordedError, by each call */
export const recordedPay =
  (db: Pick<Database, "query">, jobId: number): Pay =>
  async <T extends Json>({ provider, operation, model = "", request }: Parameters<Pay>[0]): Promise<T> => {
    const found = await ownRecording(db, jobId, requestHash({ provider, operation, model, request }));
    if (found === undefined) throw new NotRecordedError();
    // Recorded under this very request.
    return found.answer as T;
  };
