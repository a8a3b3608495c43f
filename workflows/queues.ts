import type { QueueKind } from "#foundation/config/queue-kinds";
import { TASK_QUEUE } from "./contract.ts";

/**
 * The task queue of a kind of work. Workflows wait in that of `control`, which was the only one once: runs of that time
 * have their activities there, and every worker that serves it knows them all.
 */
export const taskQueueOf = (kind: QueueKind): string => (kind === "control" ? TASK_QUEUE : `${TASK_QUEUE}-${kind}`);
