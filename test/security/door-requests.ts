import { ERROR_STATUS } from "#foundation/errors/index";
import { type Endpoint, endpoints } from "#rest/route-table";
import { headersOf, newAddress, type SessionServer, type Shown } from "./session-server.ts";

/** An answer: its whole body, and its code of the closed set, or OK. */
export interface Told {
  code: string;
  text: string;
}

const CODES = new RegExp(`\\b(${Object.keys(ERROR_STATUS).join("|")})\\b`);
/** JSON-RPC's errors that carry no code of ours. */
const OF_JSON_RPC: [RegExp, string][] = [[/"error":\{"code":-32602\b/, "INVALID_INPUT"]];

async function send(server: SessionServer, path: string, shown: Shown, init: RequestInit = {}): Promise<Told> {
  const headers = { ...headersOf(shown), ...(init.headers as Record<string, string> | undefined) };
  const response = await fetch(server.system.url + path, { ...init, headers });
  const text = Buffer.from(await response.arrayBuffer()).toString();
  // A file may have any words.
  const known = response.ok && !text.startsWith("{") ? undefined : CODES.exec(text)?.[1];
  const ofJsonRpc = OF_JSON_RPC.find(([pattern]) => pattern.test(text))?.[1];
  const code = known ?? ofJsonRpc ?? (response.ok ? "OK" : String(response.status));
  return { code, text };
}

export const get = (server: SessionServer, path: string, shown: Shown = {}): Promise<Told> => send(server, path, shown);
export const post = (server: SessionServer, path: string): Promise<Told> => send(server, path, {}, { method: "POST" });

const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

type Input = Record<string, unknown>;

/** @throws where the router has no such operation */
export function endpointOf(operation: string): Endpoint {
  const endpoint = endpoints.find(({ name }) => name === operation);
  if (endpoint === undefined) throw new Error(`there is no operation ${operation}`);
  return endpoint;
}

/** Sends an operation's input to /v2, each field at its place. */
export function askV2(server: SessionServer, operation: string, input: Input, shown: Shown): Promise<Told> {
  const { method, path, pathFields, queryFields, bodyFields } = endpointOf(operation);
  const filled = path.replace(/\{(\w+)\}/g, (_all, field: string) => String(input[field]));
  const query = new URLSearchParams();
  for (const field of queryFields) if (input[field] !== undefined) query.set(field, String(input[field]));
  const body = Object.fromEntries(Object.entries(input).filter(([field]) => bodyFields.includes(field)));
  if (pathFields.some((field) => input[field] === undefined)) throw new Error(`${operation} lacks a part of its path`);
  return send(server, `${filled}?${query}`, shown, method === "GET" ? {} : posted(body));
}

/** Sends it to /trpc. */
export const askTrpc = (server: SessionServer, operation: string, input: Input, shown: Shown): Promise<Told> =>
  endpointOf(operation).kind === "query"
    ? send(server, `/trpc/${operation}?input=${encodeURIComponent(JSON.stringify(input))}`, shown)
    : send(server, `/trpc/${operation}`, shown, posted(input));

const REVISION = "2026-07-28";

/** Sends a request of the Model Context Protocol as it is on the wire. @param extensions what the client declares */
export function askMcp(
  server: SessionServer,
  method: string,
  params: Input,
  shown: Shown,
  extensions: object = {},
): Promise<Told> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": extensions,
  };
  const headers = {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
    "mcp-method": method,
    ...(method.includes("/list") ? {} : { "mcp-name": String(params.taskId ?? params.uri ?? params.name) }),
  };
  const message = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } };
  return send(server, "/mcp", shown, posted(message, headers));
}

/** How long a stream may say nothing until it counts as one that is open. */
const SILENCE_MS = 1_000;

/** What a stream says first; nothing where it stays silent. Comments keep it open. */
async function firstEvent(body: AsyncIterable<Uint8Array>, stop: AbortController): Promise<string> {
  const timer = setTimeout(() => stop.abort(), SILENCE_MS);
  let text = "";
  try {
    for await (const chunk of body) {
      text += Buffer.from(chunk)
        .toString()
        .replace(/^:.*\n+/gm, "");
      if (text !== "") break;
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  clearTimeout(timer);
  return text;
}

/** Sends an operation to /graphql, each from an address of its own, because refusals of one are paced. */
export async function askGraph({ system }: SessionServer, query: string, shown: Shown): Promise<Told> {
  const stop = new AbortController();
  const accept = query.startsWith("subscription") ? "text/event-stream" : "application/json";
  const response = await fetch(`${system.url}/graphql`, {
    ...posted({ query }, { ...headersOf(shown), accept, "x-forwarded-for": newAddress() }),
    signal: stop.signal,
  });
  const streams = response.headers.get("content-type")?.startsWith("text/event-stream") && response.body !== null;
  const text = streams ? await firstEvent(response.body, stop) : await response.text();
  stop.abort();
  const [answer = "{}"] = /\{.*\}/.exec(text) ?? [];
  const { errors = [] } = JSON.parse(answer) as { errors?: { path?: unknown[]; extensions: { code: string } }[] };
  // A field below may be refused alone.
  const error = errors.find(({ path = [] }) => path.filter((name) => typeof name === "string").length <= 1);
  return { code: error?.extensions.code ?? "OK", text };
}
