import type { Logger } from "pino";
import type { Listener } from "./listener.ts";
import { isDatabaseOutage } from "./outage.ts";

/** A poll catches what a lost notification would have reported. */
const POLL_MS = 2_000;

/**
 * Runs a step repeatedly: when the listener wakes it, and at least every two seconds, however often it is woken.
 * The step gets the payloads that woke it; null means that it must look at everything.
 * A step that throws is logged and tried again. `stop` waits for the running step.
 */
export function startWakeLoop(
  { listener, log }: { listener: Listener; log: Logger },
  step: (woken: ReadonlySet<string> | null) => Promise<void>,
): { stop(): Promise<void> } {
  let stopped = false;
  let wake = () => {};
  const payloads = new Set<string>();
  let isForAll = false;
  let nextForAll = 0;
  const unsubscribe = listener.subscribe((payload) => {
    if (payload === null || payload === "") isForAll = true;
    else payloads.add(payload);
    wake();
  });
  /** Returns the payloads since the last step, and clears them. */
  const taken = () => {
    const isDue = isForAll || payloads.size === 0 || performance.now() >= nextForAll;
    const woken = isDue ? null : new Set(payloads);
    if (woken === null) nextForAll = performance.now() + POLL_MS;
    isForAll = false;
    payloads.clear();
    return woken;
  };
  const loop = async () => {
    while (!stopped) {
      const woken = taken();
      try {
        await step(woken);
      } catch (error) {
        // The database's watch already logs an outage, once.
        if (isDatabaseOutage(error)) log.debug({ err: error }, "the relay waits for the database");
        else log.warn({ err: error }, "the relay could not read the database; it tries again");
        // The step did not finish its work, so the next one looks at everything.
        nextForAll = 0;
      }
      if (isForAll || payloads.size > 0 || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = loop();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      wake();
      await running;
    },
  };
}
