import type { McpServer, ServerContext, ToolAnnotations } from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import type { z } from "zod";
import type { GraphContext } from "#schema/context";
import { failureOf } from "./failure.ts";
import { type Answered, resultOf } from "./result.ts";
import { takesTasks, taskResultOf } from "./tasks.ts";

/** A tool of the server, which does only what the caller may do in the graph. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  annotations: ToolAnnotations;
  /** The call knows whether it was cancelled, and where to report progress. */
  run(input: never, context: GraphContext, call: ServerContext): Promise<Answered>;
  /** Returns the id of the task that a call's client may get instead; null if the result is already there. */
  taskOf?(input: never, context: GraphContext): Promise<string | null>;
}

/** Preserves the type of a tool's input between its schema and its code. */
export const tool = <Input extends z.ZodObject>(
  described: Omit<Tool, "input" | "run" | "taskOf"> & {
    input: Input;
    run(input: z.output<Input>, context: GraphContext, call: ServerContext): Promise<Answered>;
    taskOf?(input: z.output<Input>, context: GraphContext): Promise<string | null>;
  },
): Tool => described as unknown as Tool;

/** For tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Registers a tool, which runs as the caller of this request. */
export function register(server: McpServer, offered: Tool, context: GraphContext, log: Logger): void {
  const { name, title, description, input, annotations, taskOf } = offered;
  const described = { title, description, inputSchema: input.strict(), annotations };
  server.registerTool(name, described, async (given, call) => {
    try {
      const taskId = takesTasks(call) ? await taskOf?.(given as never, context) : null;
      if (taskId != null) return await taskResultOf(taskId, context);
      return resultOf(await offered.run(given as never, context, call));
    } catch (error) {
      return failureOf(error, log);
    }
  });
}
