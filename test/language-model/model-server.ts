import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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

export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** What is answered next, in turn; `otherwise` answers what has no turn. */
  turns: Turn[];
  otherwise: ((request: ModelRequest) => Turn) | undefined;
  /** How long it thinks. */
  delayMs: number;
  stop(): Promise<void>;
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
  if ("silent" in turn) return;
  if ("cutOffAfter" in turn) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "10000" });
    response.write(turn.cutOffAfter);
    setTimeout(() => response.destroy(), 20);
    return;
  }
  if ("status" in turn) {
    response.writeHead(turn.status, { "content-type": "application/json", ...turn.headers });
    response.end(turn.body ?? '{"error":{"message":"no","type":"test"}}');
    return;
  }
  const { text, finish = "stop", usage = { input: 100, output: 20 } } = turn;
  const body = request.path.endsWith("/messages")
    ? message(request, text, finish, usage)
    : chatCompletion(text, finish, usage);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** A server that speaks chat completions and messages on this machine's loopback. */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const asked: ModelRequest = { path: request.url ?? "", headers: request.headers, body: JSON.parse(text) };
      model.requests.push(asked);
      const turn = model.turns.shift() ?? model.otherwise?.(asked) ?? { status: 500 };
      setTimeout(() => answer(asked, turn, response), model.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    turns: [],
    otherwise: undefined,
    delayMs: 0,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return model;
}
