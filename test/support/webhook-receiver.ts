import type { IncomingHttpHeaders } from "node:http";
import { bodyOf, startLocalServer } from "./local-server.ts";

/** A message as it came. */
export interface Received {
  headers: IncomingHttpHeaders & { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string };
  body: string;
}

/** A local receiver of webhooks; `answer` is its status, null: it never answers. */
export async function startReceiver() {
  const received: Received[] = [];
  const state = { answer: 204 as number | null };
  const server = await startLocalServer(async (request, response) => {
    received.push({ headers: request.headers as Received["headers"], body: await bodyOf(request) });
    if (state.answer !== null) response.writeHead(state.answer).end();
  });
  return { received, state, pair: server.hostAndPort, url: `${server.url}/hook`, stop: server.stop };
}
