import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalServer {
  url: string;
  /** Host and port, as the fetcher's allow-list writes them. */
  hostAndPort: string;
  stop(): Promise<void>;
}

/**
 * A server at a free port of this machine's loopback, which stands for one of the outside world.
 * @param answers the class of its answers
 */
export async function startLocalServer<Answers extends typeof ServerResponse<IncomingMessage> = typeof ServerResponse>(
  listener: RequestListener<typeof IncomingMessage, Answers>,
  answers?: Answers,
): Promise<LocalServer> {
  const server = createServer(answers === undefined ? {} : { ServerResponse: answers }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${hostAndPort}`,
    hostAndPort,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** How one request is answered, whatever the server knows: with this, with a part of an answer, or never. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body: string | Buffer }
  | { cutOffAfter: string }
  | { silent: true };

export function giveAnswer(response: ServerResponse, answer: Answer): void {
  if ("silent" in answer) return;
  if ("cutOffAfter" in answer) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "10000" });
    response.write(answer.cutOffAfter);
    setTimeout(() => response.destroy(), 20);
    return;
  }
  response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
  response.end(answer.body);
}

/** The text of a request's body. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
