import { type Agent, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { AttackRequest } from "./attacks.ts";

/** Sends a request and reads its answer to the end. Resolves with the status, or with the code of what broke it off. */
export function send(url: string, agent: Agent, sent: AttackRequest): Promise<string> {
  const { method, path, headers, body, isChunked = false, byteMs } = sent;
  return new Promise((resolve) => {
    const length = body === undefined || isChunked ? {} : { "content-length": Buffer.byteLength(body) };
    const request = httpRequest(url + path, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.on("error", () => {}).resume();
      response.once("close", () => resolve(String(response.statusCode)));
    });
    request.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    if (byteMs === undefined || body === undefined) request.end(body);
    else void trickle(String(body), byteMs, (byte) => request.write(byte)).then(() => request.end());
  });
}

async function trickle(text: string, byteMs: number, write: (byte: string) => void): Promise<void> {
  for (const byte of text) {
    write(byte);
    await sleep(byteMs);
  }
}
