import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { PayloadCodec } from "@temporalio/common";
import { z } from "zod";

/** Temporal accepts payloads of up to 2 MB; its UI sends all of a page together. */
const MAX_BODY_BYTES = 32 * 1024 ** 2;

const bytes = z.base64().transform((text): Uint8Array => Buffer.from(text, "base64"));
/** Payloads in the JSON of Protocol Buffers: bytes are base64. */
const body = z.object({
  payloads: z.array(z.looseObject({ metadata: z.record(z.string(), bytes).optional(), data: bytes.optional() })),
});

const base64 = (content: Uint8Array): string => Buffer.from(content).toString("base64");

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function decoded(codec: PayloadCodec, text: string): Promise<string> {
  const { payloads } = body.parse(JSON.parse(text));
  const plain = await codec.decode(
    payloads.map(({ metadata = {}, data }) => ({ metadata, ...(data ? { data } : {}) })),
  );
  return JSON.stringify({
    payloads: plain.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])),
      ...(data == null ? {} : { data: base64(data) }),
    })),
  });
}

/**
 * Decodes payloads for the Temporal UI and CLI (Temporal's codec server protocol). Serves only this machine, and its
 * path is a random secret, so only those who know the address can use it.
 * @param port 0 means any free port
 * @param uiOrigin the only origin whose pages may ask
 */
export async function startCodecServer(
  codec: PayloadCodec,
  { port, uiOrigin }: { port: number; uiOrigin: string },
): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const secret = randomBytes(24).toString("base64url");
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", uiOrigin);
    response.setHeader("access-control-allow-headers", "content-type, x-namespace");
    // Chromium sends a preflight before another site's page may reach this machine.
    response.setHeader("access-control-allow-private-network", "true");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (request.method !== "POST" || request.url !== `/${secret}/decode`) return void response.writeHead(404).end();
    try {
      const answer = await decoded(codec, await readBody(request));
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
    } catch (error) {
      const message = error instanceof z.ZodError ? "the body does not contain Temporal payloads" : String(error);
      response.writeHead(400, { "content-type": "text/plain", connection: "close" }).end(message);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const chosen = typeof address === "object" && address !== null ? address.port : port;
  return {
    endpoint: `http://127.0.0.1:${chosen}/${secret}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
