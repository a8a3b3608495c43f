import { QUEUE_KINDS, type QueueKind } from "#foundation/config/queue-kinds";
import type { TemporalServer } from "#foundation/config/temporal";
import { pollersOf } from "#foundation/temporal/temporal-server";
import { taskQueueOf } from "../queues.ts";

/** Who serves the task queues of a namespace. */
export interface ServedQueues {
  /** Workers that have asked for workflows within five minutes. */
  workers: number;
  /** Queues that nobody has asked for activities within five minutes. */
  unserved: QueueKind[];
}

/** Asks Temporal who serves each queue. @throws what gRPC says when it does not answer */
export async function servedQueues(server: TemporalServer, namespace: string): Promise<ServedQueues> {
  const [workers, ...pollers] = await Promise.all([
    pollersOf(server, namespace, taskQueueOf("control"), "workflows"),
    ...QUEUE_KINDS.map((kind) => pollersOf(server, namespace, taskQueueOf(kind), "activities")),
  ]);
  return { workers, unserved: QUEUE_KINDS.filter((_, i) => pollers[i] === 0) };
}
