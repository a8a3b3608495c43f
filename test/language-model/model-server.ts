import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, giveAnswer, type LocalServer, startLocalServer } from "../support/local-server.ts";

/** What the server was asked, as it came over the wire. */
export interface ModelRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: {
    model: string;
    messages: { role: string; content: unknown }[];
    system?: unknown;
    response_format?: unknown;
    tools?: unknown;
    output_config?: unknown;
    [key: string]: unknown;
  };
}

/** How it answers one request: a text in its protocol's form, or something of its own. */
export type Turn =
  | { text: string; finish?: string; usage?: { input: number; output: number } | null }
  | { status: number; headers?: Record<string, string>; body?: string }
  | { cutOffAfter: string }
  | { silent: true };

export interface ModelServer extends LocalServer {
  requests: ModelRequest[];
  /** What is answered next, in turn; `otherwise` answers what has no turn. */
  turns: Turn[];
  otherwise: ((request: ModelRequest) => Turn) | undefined;
  /** How long it thinks. */
  delayMs: number;
  /** Makes it as it was at its start. */
  reset(): void;
}

/** OpenAI's chat completions. */
function chatCompletion(text: string, finish: string, usage: { input: number; output: number } | null): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_790_000_000,
    model: "test-model",
    choices: [{ index: 0, finish_reason: finish, message: { role: "assistant", content: text } }],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }),
  };
}

/** Anthropic's messages; a form that is asked for as a tool is answered by its use. */
function message(
  { body }: ModelRequest,
  text: string,
  finish: string,
  usage: { input: number; output: number } | null,
): object {
  const [tool] = Array.isArray(body.tools) ? (body.tools as { name: string }[]) : [];
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    input = undefined;
  }
  const content =
    tool !== undefined && input !== undefined
      ? [{ type: "tool_use", id: "toolu_1", name: tool.name, input }]
      : [{ type: "text", text }];
  const reason = { stop: "end_turn", length: "max_tokens", content_filter: "refusal" }[finish] ?? finish;
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "test-model",
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: { input_tokens: usage?.input ?? 0, output_tokens: usage?.output ?? 0 },
  };
}

function answer(request: ModelRequest, turn: Turn, response: ServerResponse): void {
  if (!("text" in turn)) {
    const failure = { body: '{"error":{"message":"no","type":"test"}}' };
    giveAnswer(response, "status" in turn ? { ...failure, ...turn } : turn);
    return;
  }
  const { text, finish = "stop", usage = { input: 100, output: 20 } } = turn;
  const body = request.path.endsWith("/messages")
    ? message(request, text, finish, usage)
    : chatCompletion(text, finish, usage);
  giveAnswer(response, { body: JSON.stringify(body) });
}

/** A server that speaks chat completions and messages on this machine's loopback. */
export async function startModelServer(): Promise<ModelServer> {
  const local = await startLocalServer(async (request, response) => {
    const body = JSON.parse(await bodyOf(request));
    const asked: ModelRequest = { path: request.url ?? "", headers: request.headers, body };
    model.requests.push(asked);
    const turn = model.turns.shift() ?? model.otherwise?.(asked) ?? { status: 500 };
    setTimeout(() => answer(asked, turn, response), model.delayMs);
  });
  const fresh = () => ({ requests: [], turns: [], otherwise: undefined, delayMs: 0 });
  const model: ModelServer = { ...local, ...fresh(), reset: () => void Object.assign(model, fresh()) };
  return model;
}
