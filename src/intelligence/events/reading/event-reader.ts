import PQueue from "p-queue";
import { createCircuitBreaker } from "#costs/circuit-breaker";
import { payFor } from "#costs/paid-call";
import { PLATFORM_EVENTS } from "#costs/payer";
import { NotRecordedError, recordedPay } from "#costs/recorded-pay";
import type { Database } from "#foundation/db/database";
import type { LanguageModel, ModelTask } from "#providers/language-model/language-model";
import { ProviderError } from "#providers/provider-error";
import type { ContentObservation } from "../content/content.ts";
import { readObservations } from "../content/read-observations.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { type ReadingAnswer, readingTask } from "./reading-task.ts";
import type { Answered } from "./verify-reading.ts";

/** Number of concurrent calls. */
const CONCURRENCY = 4;

/** The model that reads events, with its settings. */
export interface ReadingDeps {
  model: LanguageModel;
  taxonomy: Taxonomy;
}

/** A model's work in a run. */
export interface ReadingReport {
  /** `provider:model`. */
  model: string;
  /** Events that it read, in this run or before. */
  read: number;
  /** Events left to the rules, because the model gave no answer. */
  byRules: number;
  /** Why the model is no longer called; null while it is. */
  stopped: string | null;
}

/** A model that reads the events of one run. */
export interface EventReader {
  /**
   * Returns the model's answer about an event; null if it has none because of a cap, a key or a refusal. Of concurrent
   * requests, it sends a few at a time.
   * @throws the signal's reason where the run is aborted; errors of the database
   */
  read(observations: readonly ContentObservation[]): Promise<Answered | null>;
  report(): ReadingReport;
}

/**
 * Starts a reader for one run. The platform pays. Recorded answers cost nothing, and are used even if the model is no
 * longer called. The first error that is not a provider's fails the run.
 */
export function startReader(db: Database, { model, taxonomy }: ReadingDeps, signal?: AbortSignal): EventReader {
  const broken = new AbortController();
  const ending = signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal]);
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const paying = payFor(db, PLATFORM_EVENTS, { signal: ending });
  const remembering = recordedPay(db, PLATFORM_EVENTS);
  const breaker = createCircuitBreaker();
  const counts = { read: 0, byRules: 0 };

  /** Returns the recorded answer; undefined if there is none. An unusable answer counts as an answer. */
  const remembered = async (task: ModelTask<ReadingAnswer>): Promise<ReadingAnswer | null | undefined> => {
    try {
      return await model.ask(task, { pay: remembering });
    } catch (error) {
      if (error instanceof NotRecordedError) return undefined;
      if (error instanceof ProviderError) return null;
      throw error;
    }
  };

  const ask = async (task: ModelTask<ReadingAnswer>): Promise<ReadingAnswer | null> => {
    try {
      const answer = await model.ask(task, { pay: paying });
      breaker.succeeded();
      return answer;
    } catch (error) {
      // An aborted call is not a failure of the model.
      ending.throwIfAborted();
      breaker.failed(error);
      return null;
    }
  };

  const read = async (observations: readonly ContentObservation[]): Promise<Answered | null> => {
    ending.throwIfAborted();
    try {
      const task = readingTask(readObservations(observations), taxonomy);
      const before = await remembered(task);
      const answer = before === undefined && breaker.stopped() === null ? await ask(task) : before;
      if (answer == null) {
        counts.byRules++;
        return null;
      }
      counts.read++;
      return { model: model.name, answer };
    } catch (error) {
      broken.abort(error);
      throw error;
    }
  };

  return {
    read: (observations) => queue.add(() => read(observations)),
    report: () => ({ model: model.name, ...counts, stopped: breaker.stopped() }),
  };
}
