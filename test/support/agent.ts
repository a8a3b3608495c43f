import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import type { TestSystem } from "./system.ts";

/** The protocol's extension for tasks, as a client declares it. */
export const TAKES_TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };

/** A client of the protocol's own SDK, at the system's /mcp, in the newest revision. */
export async function connectAgent({ url }: TestSystem, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

/**
 * Sends a request of revision 2026-07-28 as it is on the wire, from a client that takes tasks. The SDK's client has no
 * methods for them.
 */
export async function sendAsTask(
  { url }: TestSystem,
  key: string,
  method: string,
  params: Record<string, unknown>,
  capabilities: object = TAKES_TASKS,
) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const answer = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "mcp-name": String(params.taskId ?? params.name),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
  });
  return (await answer.json()) as {
    result?: Record<string, unknown> & { taskId?: string; status?: string };
    error?: { code: number; message: string; data?: unknown };
  };
}

interface Called {
  isError?: boolean;
  structuredContent?: Record<string, never>;
  content: { type: string; text?: string; uri?: string }[];
}

/** Calls a tool; a refusal is a result too. */
export async function call(client: Client, name: string, input: object, onprogress?: () => void): Promise<Called> {
  const { _meta, ...called } = await client.callTool(
    { name, arguments: { ...input } },
    onprogress === undefined ? {} : { onprogress },
  );
  return called as Called;
}

/** What a tool answered, as an agent reads it. @throws where it refused */
export async function answerOf(client: Client, name: string, input: object, onprogress?: () => void) {
  const { isError, structuredContent, content } = await call(client, name, input, onprogress);
  if (isError === true || structuredContent === undefined) throw new Error(`${name}: ${content[0]?.text}`);
  expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
  return { value: structuredContent as Record<string, unknown>, links: content.flatMap(({ uri }) => uri ?? []) };
}
