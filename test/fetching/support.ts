import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterAll } from "vitest";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";

/** A server on this machine that stands for one on the web. */
export interface LocalSite {
  /** "127.0.0.1:PORT", as the allow-list writes it. */
  host: string;
  port: number;
  url(path?: string): string;
  /** What was asked for, in order. */
  requests: IncomingMessage[];
}

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers.splice(0)) close();
});

function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** An HTTP server that answers by path ("/robots.txt") or, where none fits, 404. */
export async function startSite(routes: Record<string, RequestListener>): Promise<LocalSite> {
  const requests: IncomingMessage[] = [];
  const port = await listen(createServer(answerBy(routes, requests)));
  return { host: `127.0.0.1:${port}`, port, url: (path = "/") => `http://127.0.0.1:${port}${path}`, requests };
}

/** The same over TLS, with the certificate of "secure.site". */
export async function startSecureSite(routes: Record<string, RequestListener>): Promise<LocalSite> {
  const requests: IncomingMessage[] = [];
  const server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, answerBy(routes, requests));
  server.on("tlsClientError", () => {});
  const port = await listen(server);
  return { host: `127.0.0.1:${port}`, port, url: (path = "/") => `https://secure.site:${port}${path}`, requests };
}

function answerBy(routes: Record<string, RequestListener>, requests: IncomingMessage[]): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request);
    const route = routes[new URL(request.url ?? "/", "http://site").pathname];
    if (route) route(request, response);
    else response.writeHead(404, { "content-type": "text/plain" }).end("no such page");
  };
}

/** A server that speaks bytes: `speak` gets each connection when its first request has arrived. */
export async function startRawSite(speak: (socket: Socket) => void): Promise<LocalSite> {
  const port = await listen(
    createTcpServer((socket) => {
      socket.once("data", () => speak(socket));
    }),
  );
  return { host: `127.0.0.1:${port}`, port, url: (path = "/") => `http://127.0.0.1:${port}${path}`, requests: [] };
}

/** Answers with a body of this type. */
export const sends =
  (body: string | Buffer, type = "text/html; charset=utf-8", headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { "content-type": type, ...headers }).end(body);
  };

/** What a promise was rejected with. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    (value) => new Error(`nothing failed: ${String(value)}`),
    (error: unknown) => error,
  );
  return outcome instanceof Error ? outcome : new Error(String(outcome));
}
