import type { TaskStore } from "@modelcontextprotocol/sdk/experimental/tasks";
import type { CallToolResult, Task } from "@modelcontextprotocol/sdk/types.js";
import { AppError, InvalidInputError } from "#foundation/errors/index";
import {
  McpCancelDocument,
  McpCancelPublishDocument,
  McpJobDocument,
  type McpJobQuery,
} from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { marketLink } from "./links.ts";
import { type Answered, resultOf } from "./result.ts";
import { runOperation } from "./run-operation.ts";

/** Suggested polling interval. */
const POLL_MS = 1_000;

const STATUSES = {
  QUEUED: "working",
  RUNNING: "working",
  COMPLETED: "completed",
  FAILED: "failed",
  CANCELLED: "cancelled",
} as const;

/** Whether a job has ended. */
export const hasEnded = (status: keyof typeof STATUSES): boolean => STATUSES[status] !== "working";

type Job = NonNullable<McpJobQuery["discoveryJob"]>;

/** Returns the id of a job's task, whose log is reported after an entry. */
export const taskIdOf = (jobId: number, after: number): string => `discovery-${jobId}-${after}`;

/** Returns a task's job; null for an id that is not ours, is absent, or belongs to another team. */
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

/** Returns the jobs of a job's run, in running order, from a page of the market's jobs, newest first. */
export const jobsOfRun = <Row extends { workflowId: number }>(
  { edges }: { edges: readonly { node: Row }[] },
  { workflowId }: { workflowId: number },
): Row[] => edges.flatMap(({ node }) => (node.workflowId === workflowId ? [node] : [])).reverse();

/**
 * Returns the state of a job's run: open while one of its jobs is. A discovery ends as its own job does, whatever its
 * pipeline flags come to. A publish has ended well if one flag has, because the market is published before them.
 */
function stateOfRun(job: Job): Job["status"] {
  const run = jobsOfRun(job.market.jobs, job);
  const open = run.find(({ status }) => !hasEnded(status));
  if (open !== undefined) return open.status;
  const discovery = run.find(({ kind }) => kind === "DISCOVERY");
  const ends = (["COMPLETED", "FAILED", "CANCELLED"] as const).filter((end) =>
    run.some(({ status }) => status === end),
  );
  return discovery?.status ?? ends[0] ?? job.status;
}

/** Returns the entries of the log that the jobs of a job's run wrote. */
function logOfRun(job: Job) {
  const { jobs, log } = job.market;
  const ids = new Set([job.jobId, ...jobsOfRun(jobs, job).map(({ jobId }) => jobId)]);
  return log.filter(({ jobId }) => ids.has(jobId));
}

function taskOf(taskId: string, job: Job): Task {
  const last = logOfRun(job).at(-1);
  return {
    taskId,
    status: STATUSES[stateOfRun(job)],
    // Lives as long as the stored job.
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

/** Returns the report on a followed job. @throws InvalidInputError where the caller has no such task */
export async function tellJob(taskId: string, context: GraphContext): Promise<Answered> {
  const { job, after } = await find(taskId, context);
  const { market, workflowId: _run, startTime: _start, endTime: _end, ...facts } = job;
  const log = logOfRun(job);
  const state = stateOfRun(job);
  return {
    value: {
      marketId: market.marketId,
      ...facts,
      status: state,
      hasEnded: hasEnded(state),
      jobs: jobsOfRun(market.jobs, job).map(({ jobId, workflowName, status, error }) => ({
        jobId,
        workflowName,
        status,
        error,
      })),
      // Of all entries: those of other runs need not be read again either.
      lastSequence: market.log.at(-1)?.sequence ?? after,
      log: log.map(({ phase, message }) => ({ phase, message })),
    },
    links: [marketLink(market.marketId, market.name)],
  };
}

/**
 * Tasks of one request. `held` is for an ordinary call that waits for its result, which the SDK requests as that of a
 * task.
 */
export interface Tasks extends TaskStore {
  held(result: CallToolResult): Task;
  /** Returns its present state. @throws InvalidInputError where the caller has no such task */
  begun(taskId: string): Promise<Task>;
}

/**
 * Makes discoveries and publishes available as tasks of the protocol. Nothing is stored for them: the id names the
 * job, so every process knows it, even after a restart. The graph decides what the caller may see of it.
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
      // A worker ends a running job within a second or two; for the protocol, it ends with the answer.
      return wasCancelled ? { ...task, status: "cancelled" } : task;
    },
    async getTaskResult(taskId) {
      return ended ?? resultOf(await tellJob(taskId, context));
    },
    async updateTaskStatus(taskId, status) {
      if (status !== "cancelled") throw new Error(`a task is not made ${status} from outside`);
      const { job } = await find(taskId, context);
      const { marketId, jobs } = job.market;
      if (jobsOfRun(jobs, job).some(({ kind }) => kind === "DISCOVERY"))
        await runOperation(McpCancelDocument, { marketId }, context);
      else await runOperation(McpCancelPublishDocument, { marketId }, context);
      wasCancelled = true;
    },
    createTask: () => Promise.reject(new Error("tasks are made by the tools themselves")),
    storeTaskResult: () => Promise.reject(new Error("a task's result is that of its job")),
    listTasks: () =>
      Promise.reject(new InvalidInputError("tasks cannot be listed; use list_markets to see running discoveries")),
  };
}
