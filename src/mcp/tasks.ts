import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import { z } from "zod";
import { AppError, InvalidInputError } from "#foundation/errors/index";
import {
  McpCancelDocument,
  McpCancelPublishDocument,
  McpJobDocument,
  type McpJobQuery,
} from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { protocolErrorOf } from "./failure.ts";
import { marketLink } from "./links.ts";
import { type Answered, resultOf } from "./result.ts";
import { runOperation } from "./run-operation.ts";

/** The protocol's extension for tasks: SEP-2663, for revision 2026-07-28 and later. */
const TASKS = "io.modelcontextprotocol/tasks";
/** What a server or a client declares that has it. */
export const TASKS_CAPABILITY = { extensions: { [TASKS]: {} } };

/** Suggested polling interval. */
const POLL_MS = 1_000;

type Job = NonNullable<McpJobQuery["discoveryJob"]>;

/** Whether a job has ended. */
export const hasEnded = (status: Job["status"]): boolean => status !== "QUEUED" && status !== "RUNNING";

const DECLARED = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.object({ [TASKS]: z.object() }) }),
});

/** Whether the client of a call declares that it takes a task instead of a result. */
export const takesTasks = ({ mcpReq }: ServerContext): boolean => DECLARED.safeParse(mcpReq.envelope).success;

/** Returns the id of a job's task, whose log is reported after an entry. */
export const taskIdOf = (jobId: number, after: number): string => `discovery-${jobId}-${after}`;

/** Returns a task's job. @throws InvalidInputError for an id that is not ours, is absent, or belongs to another team */
async function find(taskId: string, context: GraphContext): Promise<{ job: Job; after: number }> {
  const absent = new InvalidInputError(`no task ${taskId.slice(0, 50)}`);
  const [, jobId, after] = /^discovery-(\d{1,9})-(\d{1,9})$/.exec(taskId)?.map(Number) ?? [];
  if (jobId === undefined || after === undefined) throw absent;
  try {
    const { discoveryJob: job } = await runOperation(McpJobDocument, { jobId, after }, context);
    if (job != null) return { job, after };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
  }
  throw absent;
}

/**
 * Returns the state of a job's run: open while one of its jobs is. A discovery ends as its own job does, whatever its
 * pipeline flags come to. A publish has ended well if one flag has, because the market is published before them.
 */
function stateOfRun({ runJobs, status: own }: Job): Job["status"] {
  const open = runJobs.find(({ status }) => !hasEnded(status));
  if (open !== undefined) return open.status;
  const discovery = runJobs.find(({ kind }) => kind === "DISCOVERY");
  const ends = (["COMPLETED", "FAILED", "CANCELLED"] as const).filter((end) =>
    runJobs.some(({ status }) => status === end),
  );
  return discovery?.status ?? ends[0] ?? own;
}

/** Returns the entries of the log that the jobs of a job's run wrote. */
function logOfRun({ runJobs, market }: Job) {
  const ids = new Set(runJobs.map(({ jobId }) => jobId));
  return market.log.filter(({ jobId }) => ids.has(jobId));
}

/** Returns the report on a job, whose log is told after an entry. */
function reportOf(job: Job, after: number): Answered {
  const { market, runJobs, startTime: _start, endTime: _end, ...facts } = job;
  const status = stateOfRun(job);
  return {
    value: {
      marketId: market.marketId,
      ...facts,
      status,
      hasEnded: hasEnded(status),
      jobs: runJobs.map(({ kind: _kind, ...told }) => told),
      // Of all entries: those of other runs need not be read again either.
      lastSequence: market.log.at(-1)?.sequence ?? after,
      log: logOfRun(job).map(({ phase, message }) => ({ phase, message })),
    },
    links: [marketLink(market.marketId, market.name)],
  };
}

/** Returns the report on a followed job. @throws InvalidInputError where the caller has no such task */
export async function tellJob(taskId: string, context: GraphContext): Promise<Answered> {
  const { job, after } = await find(taskId, context);
  return reportOf(job, after);
}

/** Returns the state of a task, with its result once it has ended. A failed run has a result too: its report. */
async function stateOf(taskId: string, context: GraphContext) {
  const { job, after } = await find(taskId, context);
  const last = logOfRun(job).at(-1);
  const state = stateOfRun(job);
  const told = {
    taskId,
    // Lives as long as the stored job.
    ttlMs: null,
    createdAt: new Date(job.startTime).toISOString(),
    lastUpdatedAt: new Date(job.endTime ?? last?.at ?? job.startTime).toISOString(),
    pollIntervalMs: POLL_MS,
    ...(last === undefined ? {} : { statusMessage: last.message }),
  };
  if (!hasEnded(state)) return { ...told, status: "working" };
  if (state === "CANCELLED") return { ...told, status: "cancelled" };
  return { ...told, status: "completed", result: resultOf(reportOf(job, after)) };
}

/** Returns a task instead of the result of a call. @throws InvalidInputError where the caller has no such task */
export const taskResultOf = async (taskId: string, context: GraphContext): Promise<CallToolResult> =>
  // The SDK passes it on, but declares results of its own kinds only.
  ({ ...(await stateOf(taskId, context)), resultType: "task" }) as unknown as CallToolResult;

/**
 * Makes discoveries and publishes available as tasks of the protocol. Nothing is stored for them: the id names the
 * job, so every process knows it, even after a restart. The graph decides what the caller may see of it.
 */
export function registerTasks({ server }: McpServer, context: GraphContext, log: Logger): void {
  const offer = (method: string, answer: (taskId: string) => Promise<object>) =>
    server.setRequestHandler(method, { params: z.object({ taskId: z.string() }) }, async ({ taskId }, call) => {
      if (!takesTasks(call)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: TASKS_CAPABILITY });
      try {
        return { ...(await answer(taskId)) };
      } catch (error) {
        throw protocolErrorOf(error, log, method);
      }
    });
  offer("tasks/get", (taskId) => stateOf(taskId, context));
  // Our tasks ask for no input. The extension wants answers to a question that was not asked to be ignored.
  offer("tasks/update", async (taskId) => {
    await find(taskId, context);
    return {};
  });
  // The extension wants a cancel acknowledged, also of a task that has ended or is being cancelled already.
  offer("tasks/cancel", async (taskId) => {
    const { job } = await find(taskId, context);
    if (hasEnded(stateOfRun(job))) return {};
    const { marketId } = job.market;
    try {
      if (job.runJobs.some(({ kind }) => kind === "DISCOVERY"))
        await runOperation(McpCancelDocument, { marketId }, context);
      else await runOperation(McpCancelPublishDocument, { marketId }, context);
    } catch (error) {
      // It ended meanwhile, or somebody else has cancelled it.
      if (!(error instanceof AppError) || error.code !== "CONFLICT") throw error;
    }
    return {};
  });
}
