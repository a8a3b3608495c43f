import type { TaskStore } from "@modelcontextprotocol/sdk/experimental/tasks";
import type { CallToolResult, Task } from "@modelcontextprotocol/sdk/types.js";
import { AppError, InvalidInputError } from "#foundation/errors/index";
import { McpCancelDocument, McpJobDocument, type McpJobQuery } from "#generated/operations/graphql";
import { runOperation } from "#rest/run-operation";
import type { GraphContext } from "#schema/context";
import { marketLink } from "./links.ts";
import { type Answered, resultOf } from "./result.ts";

/** How often a client should ask. */
const POLL_MS = 1_000;

const STATUSES = {
  QUEUED: "working",
  RUNNING: "working",
  COMPLETED: "completed",
  FAILED: "failed",
  CANCELLED: "cancelled",
} as const;

/** Whether a job goes on no more. */
export const hasEnded = (status: keyof typeof STATUSES): boolean => STATUSES[status] !== "working";

type Job = NonNullable<McpJobQuery["discoveryJob"]>;

/** The id of the task that a job is; its log is told from an entry on. */
export const taskIdOf = (jobId: number, after: number): string => `discovery-${jobId}-${after}`;

/** A task's job; null: no id of ours, absent, or another team's. */
async function jobOf(taskId: string, context: GraphContext): Promise<{ job: Job; after: number } | null> {
  const [, jobId, after] = /^discovery-(\d{1,9})-(\d{1,9})$/.exec(taskId)?.map(Number) ?? [];
  if (jobId === undefined || after === undefined) return null;
  try {
    const { discoveryJob: job } = await runOperation(McpJobDocument, { jobId, after }, context);
    return job == null ? null : { job, after };
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

const ownLog = ({ jobId, market }: Job) => market.log.filter((entry) => entry.jobId === jobId);

function taskOf(taskId: string, job: Job): Task {
  const last = ownLog(job).at(-1);
  return {
    taskId,
    status: STATUSES[job.status],
    // As long as the job is stored.
    ttl: null,
    createdAt: new Date(job.startTime).toISOString(),
    lastUpdatedAt: new Date(job.endTime ?? last?.at ?? job.startTime).toISOString(),
    pollInterval: POLL_MS,
    ...(last === undefined ? {} : { statusMessage: last.message }),
  };
}

/** @throws InvalidInputError where the caller has no such task */
async function find(taskId: string, context: GraphContext) {
  const found = await jobOf(taskId, context);
  if (found === null) throw new InvalidInputError(`no task ${taskId.slice(0, 50)}`);
  return found;
}

/** What is told of a followed job. @throws InvalidInputError where the caller has no such task */
export async function tellJob(taskId: string, context: GraphContext): Promise<Answered> {
  const { job, after } = await find(taskId, context);
  const { market, startTime: _start, endTime: _end, ...facts } = job;
  const log = ownLog(job);
  return {
    value: {
      marketId: market.marketId,
      ...facts,
      hasEnded: hasEnded(job.status),
      lastSequence: log.at(-1)?.sequence ?? after,
      log: log.map(({ phase, message }) => ({ phase, message })),
    },
    links: [marketLink(market.marketId, market.name)],
  };
}

/** Tasks of one request. `held` is for a call that waits for its result as ever: the SDK asks for it as that of a task. */
export interface Tasks extends TaskStore {
  held(result: CallToolResult): Task;
  /** As it is now. @throws InvalidInputError where the caller has no such task */
  begun(taskId: string): Promise<Task>;
}

/**
 * Discoveries as tasks of the protocol. Nothing is kept for them: the id names the job, so that every process knows it, after a restart
 * too, and what the caller may see of it is decided by the graph.
 */
export function createTasks(context: GraphContext): Tasks {
  let ended: CallToolResult | undefined;
  let wasCancelled = false;
  return {
    held(result) {
      ended = result;
      const now = new Date().toISOString();
      return { taskId: "held", status: "completed", ttl: null, createdAt: now, lastUpdatedAt: now };
    },
    begun: async (taskId) => taskOf(taskId, (await find(taskId, context)).job),
    async getTask(taskId) {
      const found = await jobOf(taskId, context);
      if (found === null) return null;
      const task = taskOf(taskId, found.job);
      // A worker ends a running job within a second or two; for the protocol, it has ended with the answer.
      return wasCancelled ? { ...task, status: "cancelled" } : task;
    },
    async getTaskResult(taskId) {
      return ended ?? resultOf(await tellJob(taskId, context));
    },
    async updateTaskStatus(taskId, status) {
      if (status !== "cancelled") throw new Error(`a task is not made ${status} from outside`);
      const { job } = await find(taskId, context);
      await runOperation(McpCancelDocument, { marketId: job.market.marketId }, context);
      wasCancelled = true;
    },
    createTask: () => Promise.reject(new Error("tasks are made by the tools themselves")),
    storeTaskResult: () => Promise.reject(new Error("a task's result is that of its job")),
    listTasks: () => Promise.reject(new InvalidInputError("list_markets has what runs")),
  };
}
