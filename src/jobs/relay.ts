import type { Logger } from "pino";
import type { Listener } from "#foundation/db/listener";
import { startWakeLoop } from "#foundation/db/wake-loop";
import type { RunQueue } from "./run-queue.ts";

/** The runs that the relay carries to Temporal. */
export type Relayed = Omit<RunQueue, "census" | "ended">;

export interface RelayDeps {
  queues: readonly Relayed[];
  /** Closes what killed processes have left open elsewhere; called as often as runs are compared. */
  closeLeftovers(): Promise<unknown>;
  listener: Listener;
  log: Logger;
}

/** Interval at which runs are compared with Temporal's state. */
const RECONCILE_MS = 30_000;

/**
 * Runs the outbox relay to Temporal: it dispatches queued runs, then requests to cancel. Commits wake it, a poll backs
 * that up, and it resumes after an outage of either side. Several processes may run it at once.
 */
export function startRelay({ queues, closeLeftovers, listener, log }: RelayDeps): { stop(): Promise<void> } {
  let lastReconcile = Date.now();
  const loop = startWakeLoop({ listener, log }, async (woken) => {
    const reconciles = Date.now() - lastReconcile > RECONCILE_MS;
    if (reconciles) lastReconcile = Date.now();
    // Runs in parallel, each to its end: a failure in one queue must not delay the others.
    const carried = await Promise.allSettled([
      ...queues.map(async (queue) => {
        if (woken !== null && !reconciles) {
          // Usually there is one new run and nothing else.
          if (queue.table !== null && woken.has(queue.table)) await queue.dispatch();
          return;
        }
        await queue.dispatch();
        await queue.handOverCancels();
        if (reconciles) await queue.reconcile();
      }),
      ...(reconciles ? [closeLeftovers()] : []),
    ]);
    const failed = carried.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(queues.map((queue) => queue.settle()));
    },
  };
}
