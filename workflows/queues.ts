import type { QueueKind } from "#foundation/config/queue-kinds";
import { TASK_QUEUE } from "./contract.ts";

/**
 * The task queue of a kind of work. Workflows wait in that of `control`. Earlier releases had only this queue, so its
 * workers know all activities.
 */
export const taskQueueOf = (kind: QueueKind): string => (kind === "control" ? TASK_QUEUE : `${TASK_QUEUE}-${kind}`);
