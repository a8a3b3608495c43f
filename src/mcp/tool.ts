import type {
  CreateTaskRequestHandlerExtra,
  TaskRequestHandlerExtra,
} from "@modelcontextprotocol/sdk/experimental/tasks";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
  ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "pino";
import type { z } from "zod";
import { AppError, messageOf } from "#foundation/errors/index";
import type { GraphContext } from "#schema/context";
import { knownError, logFailure } from "#schema/errors";
import { type Answered, resultOf } from "./result.ts";
import type { Tasks } from "./tasks.ts";

/** What a call knows beside its input: whether it was cancelled, and where to report progress. */
export type CallExtra = Pick<
  RequestHandlerExtra<ServerRequest, ServerNotification>,
  "signal" | "sendNotification" | "_meta"
>;

/** A tool of the server, which does only what the caller may do in the graph. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  annotations: ToolAnnotations;
  run(input: never, context: GraphContext, extra: CallExtra): Promise<Answered>;
  /** Returns the task's id, for a tool that may be called as a task. */
  taskOf?(input: never, context: GraphContext): Promise<string>;
}

/** Preserves the type of a tool's input between its schema and its code. */
export const tool = <Input extends z.ZodObject>(
  described: Omit<Tool, "input" | "run" | "taskOf"> & {
    input: Input;
    run(input: z.output<Input>, context: GraphContext, extra: CallExtra): Promise<Answered>;
    taskOf?(input: z.output<Input>, context: GraphContext): Promise<string>;
  },
): Tool => described as unknown as Tool;

/** For tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Returns a failure that the model can act on: the code of the closed set and what is wrong. */
function failureOf(error: unknown, log: Logger): CallToolResult {
  logFailure(log, error, "a tool");
  const known = knownError(error) ?? new AppError("INTERNAL_SERVER_ERROR");
  return { content: [{ type: "text", text: `${known.code}: ${messageOf(known)}` }], isError: true };
}

/** What a request knows, and what its calls need. */
export interface Serving {
  context: GraphContext;
  log: Logger;
  tasks: Tasks;
  /** Whether the request asks for a task instead of waiting. */
  asksForTask: boolean;
}

/** Registers a tool, which runs as the caller of this request. */
export function register(server: McpServer, offered: Tool, { context, log, tasks, asksForTask }: Serving): void {
  const { name, title, description, input, annotations, taskOf } = offered;
  const described = { title, description, inputSchema: input.strict(), annotations };
  const run = async (given: unknown, extra: CallExtra) => {
    try {
      return resultOf(await offered.run(given as never, context, extra));
    } catch (error) {
      return failureOf(error, log);
    }
  };
  if (taskOf === undefined) {
    server.registerTool(name, described, run);
    return;
  }
  server.experimental.tasks.registerToolTask(
    name,
    { ...described, execution: { taskSupport: "optional" } },
    {
      async createTask(given: unknown, extra: CreateTaskRequestHandlerExtra) {
        // The SDK would turn a plain call into a task and its polling; here it waits like any other call.
        if (!asksForTask) return { task: tasks.held(await run(given, extra)) };
        return { task: await tasks.begun(await taskOf(given as never, context)) };
      },
      getTask: (_given: unknown, { taskId, taskStore }: TaskRequestHandlerExtra) => taskStore.getTask(taskId),
      getTaskResult: async (_given: unknown, { taskId, taskStore }: TaskRequestHandlerExtra) =>
        (await taskStore.getTaskResult(taskId)) as CallToolResult,
    },
  );
}
