import type { Logger } from "pino";
import type { Listener } from "#foundation/db/listener";
import type { RunQueue } from "./run-queue.ts";
import { startWakeLoop } from "./wake-loop.ts";

export interface RelayDeps {
  queues: readonly RunQueue[];
  /** Closes what processes that were killed have left open elsewhere; called as often as runs are compared. */
  closeLeftovers(): Promise<unknown>;
  listener: Listener;
  log: Logger;
}

/** How often runs are compared with what Temporal says of them. */
const RECONCILE_MS = 30_000;

/**
 * Carries what was committed to Temporal: queued runs, then requests to cancel. Woken by the commits, polls besides, and
 * goes on by itself after an outage of either side. Several processes may run it at once.
 */
export function startRelay({ queues, closeLeftovers, listener, log }: RelayDeps): { stop(): Promise<void> } {
  let lastReconcile = Date.now();
  return startWakeLoop({ listener, log }, async () => {
    const reconciles = Date.now() - lastReconcile > RECONCILE_MS;
    if (reconciles) lastReconcile = Date.now();
    // Side by side, and each to its end: what is wrong with one queue must not hold up the others.
    const carried = await Promise.allSettled([
      ...queues.map(async (queue) => {
        await queue.dispatch();
        await queue.handOverCancels();
        if (reconciles) await queue.reconcile();
      }),
      ...(reconciles ? [closeLeftovers()] : []),
    ]);
    const failed = carried.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  });
}
