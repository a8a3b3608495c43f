import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Retriever } from "../retrieval/index.ts";

/** Number of companies between two checks whether somebody needs the processor: half a second. */
const BATCH = 32;
/** Time without questions after which a worker's index is idle: the steps of a discovery follow each other faster. */
const QUIET_MS = 3_000;
/** Wait after a failure, such as a database that is away. */
const RETRY_MS = 30_000;

/**
 * Makes sentence vectors for an index's companies while the worker is idle, until all have one or another index has
 * replaced it.
 * @param isCurrent whether the index still answers
 * @param lastAsked time of its last question, in ms since 1970
 */
export async function makeVectorsWhenIdle(
  retriever: Retriever,
  {
    isCurrent,
    lastAsked,
    log,
    signal,
  }: { isCurrent(): boolean; lastAsked(): number; log: Logger; signal: AbortSignal },
): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const started = Date.now();
  let made = 0;
  while (isCurrent() && !signal.aborted) {
    const quietMs = Date.now() - lastAsked();
    if (quietMs < QUIET_MS) {
      await pause(QUIET_MS - quietMs);
      continue;
    }
    try {
      const tried = await retriever.makeVectors(BATCH);
      if (tried === 0) {
        if (made > 0) log.info({ made, tookMs: Date.now() - started }, "every company has its sentence vector");
        return;
      }
      made += tried;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, "sentence vectors could not be made; the worker tries again");
      await pause(RETRY_MS);
    }
  }
}
