import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Retriever } from "../retrieval/index.ts";

/** Companies between two looks at whether somebody needs the processor: half a second. */
const BATCH = 32;
/** A worker whose index nobody has asked for so long is idle: the steps of a discovery follow each other faster. */
const QUIET_MS = 3_000;
/** After a failure, such as a database that is away. */
const RETRY_MS = 30_000;

/**
 * Gives the companies of an index their sentence vectors while the worker is idle, until all have one or another index has taken its
 * place.
 * @param isCurrent whether the index still answers
 * @param lastAsked when it was last asked for, in ms since 1970
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
