import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect } from "vitest";
import type { TestSystem } from "./system.ts";

/** A client of the protocol's own SDK, at the system's /mcp. */
export async function connectAgent({ url }: TestSystem, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  // The SDK's declaration of its own class does not allow for exact optional properties.
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

interface Called {
  isError?: boolean;
  structuredContent?: Record<string, never>;
  content: { type: string; text?: string; uri?: string }[];
}

/** Calls a tool; a refusal is a result too. */
export const call = async (client: Client, name: string, input: object, onprogress?: () => void): Promise<Called> =>
  (await client.callTool(
    { name, arguments: { ...input } },
    undefined,
    onprogress === undefined ? {} : { onprogress },
  )) as Called;

/** What a tool answered, as an agent reads it. @throws where it refused */
export async function answerOf(client: Client, name: string, input: object, onprogress?: () => void) {
  const { isError, structuredContent, content } = await call(client, name, input, onprogress);
  if (isError === true || structuredContent === undefined) throw new Error(`${name}: ${content[0]?.text}`);
  expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
  return { value: structuredContent as Record<string, unknown>, links: content.flatMap(({ uri }) => uri ?? []) };
}
