import { z } from "zod";
import { QUEUE_KINDS, type QueueKind } from "./queue-kinds.ts";
import { wholeNumber } from "./values.ts";

const ALL = QUEUE_KINDS.join(",");
const NAME = QUEUE_KINDS.join("|");

/** Environment variables that say what a worker serves. */
export const workersEnvironment = {
  WORKER_QUEUES: z
    .string()
    .regex(new RegExp(`^(?:${NAME})(?:,(?:${NAME}))*$`), `must be a comma-separated list of names from ${ALL}`)
    .default(ALL)
    .describe("[which queues a worker serves](temporal.md#queues-by-kind), separated by commas"),
  WORKER_PAID_PER_SECOND: wholeNumber(1, 10_000)
    .optional()
    .meta({ description: "how many paid activities start per second, over all workers", unset: "no limit" }),
};

type Environment = z.output<z.ZodObject<typeof workersEnvironment>>;

export interface WorkersConfig {
  /** The task queues that a worker serves. */
  queues: readonly QueueKind[];
  /**
   * Maximum number of activities of the queue `paid` that begin per second, over all workers; undefined means no limit.
   */
  paidPerSecond: number | undefined;
}

export const readWorkers = (e: Environment): WorkersConfig => ({
  queues: QUEUE_KINDS.filter((kind) => e.WORKER_QUEUES.split(",").includes(kind)),
  paidPerSecond: e.WORKER_PAID_PER_SECOND,
});
