import type { Logger } from "pino";
import type { Listener } from "./listener.ts";
import { isDatabaseOutage } from "./outage.ts";

/** A poll catches what a lost notification would have reported. */
const POLL_MS = 2_000;

/**
 * Runs a step again and again: when the listener wakes it, and by itself every two seconds. A step that throws is logged and tried
 * again. `stop` waits for the step that runs.
 */
export function startWakeLoop(
  { listener, log }: { listener: Listener; log: Logger },
  step: () => Promise<void>,
): { stop(): Promise<void> } {
  let stopped = false;
  let wake = () => {};
  let woken = false;
  const unsubscribe = listener.subscribe(() => {
    woken = true;
    wake();
  });
  const loop = async () => {
    while (!stopped) {
      woken = false;
      try {
        await step();
      } catch (error) {
        // The database's watch already logs an outage, once.
        if (isDatabaseOutage(error)) log.debug({ err: error }, "the relay waits for the database");
        else log.warn({ err: error }, "the relay could not read the database; it tries again");
      }
      if (woken || stopped) continue;
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
