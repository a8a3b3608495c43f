import { randomUUID } from "node:crypto";
import { createServer, IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { AppError, ERROR_STATUS, messageOf, RETRY_AFTER_SECONDS, retryAfterSeconds } from "#foundation/errors/index";
import { isTracing } from "#foundation/tracing/tracing";
import { knownError, logFailure } from "#schema/errors";
import { noteBrokenOff } from "./answer-end.ts";
import { ClientGoneError, isTooLarge } from "./body.ts";
import { crossOrigin } from "./cross-origin.ts";
import { draining } from "./draining.ts";
import type { Readiness } from "./health.ts";
import { HttpAnswer } from "./http-answer.ts";
import { type Pages, pageSender } from "./page.ts";
import { measureRequest } from "./request-metrics.ts";
import { sendBytes } from "./send-bytes.ts";
import { traceRequest } from "./trace-request.ts";

/** What a door learns about a request. */
export interface Handled {
  requestId: string;
  /** Names the operation, in words of few values; called when the answer has been sent. */
  named?(operation: () => string): void;
}

type Door = (request: IncomingMessage, response: HttpAnswer, facts: Handled) => Promise<void>;

/** The parts between which the HTTP server switches, by path. */
export interface HttpParts {
  graphql: Door;
  rest: Door;
  trpc: Door;
  mcp: Door;
  exports: Door;
  feeds: Door;
  digests: Door;
  pages: Pages;
  readiness: () => Promise<Readiness>;
  /** Whether requests are measured. */
  measures: boolean;
  /** Sets of public keys by path: one for tokens, a separate one for evidence. */
  keySets: Readonly<Record<string, () => Promise<object>>>;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** Other origins whose pages may use the API. */
  origins: readonly string[];
  /** How many of our own proxies stand before this server. */
  trustedProxies: number;
  log: Logger;
}

/** How long a client may cache the public keys; for an unknown key id it asks again. */
const JWKS_MAX_AGE_SECONDS = 300;

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Sends a value as JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const type = "application/json; charset=utf-8";
  sendBytes(response, status, { "content-type": type }, Buffer.from(JSON.stringify(value)));
}

/** Sends an error of the closed set in the contract's envelope; anything else as INTERNAL_SERVER_ERROR, logged. */
function sendError(response: HttpAnswer, error: unknown, log: Logger): void {
  if (response.headersSent) {
    noteBrokenOff(response, error);
    response.destroy();
    return;
  }
  logFailure(log, error, "a request");
  const known = knownError(error) ?? new AppError("INTERNAL_SERVER_ERROR");
  const seconds = retryAfterSeconds(known);
  if (seconds !== null) response.setHeader("retry-after", String(seconds));
  sendJson(response, ERROR_STATUS[known.code], { success: false, errorCode: known.code, message: messageOf(known) });
}

/** Returns the id of a request: a valid id from the client, or a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** Returns a request's operation name until a door has named it. */
function doorOf({ url }: IncomingMessage): string {
  const [path = "/"] = (url ?? "/").split("?", 1);
  const [, door] =
    /^\/(graphql|v2|trpc|exports|feeds|digests|mcp|healthz|readyz|docs|explorer|embed)(?:\/|$)/.exec(path) ?? [];
  return door ?? "other";
}

/** Returns the facts of a request, and measures it until it ends. */
function measured(
  request: IncomingMessage,
  response: HttpAnswer,
  requestId: string,
): Handled & { operation(): string } {
  let operation = () => doorOf(request);
  measureRequest(response, () => operation());
  return {
    requestId,
    operation: () => operation(),
    named(told) {
      operation = told;
    },
  };
}

/** Whether a browser opens the path as a page, rather than to fetch data. */
const isOpenedByBrowser = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && (headers.accept ?? "").includes("text/html");

async function answer(
  parts: HttpParts,
  sendPage: ReturnType<typeof pageSender>,
  request: IncomingMessage,
  response: HttpAnswer,
  facts: Handled,
): Promise<void> {
  const [path = "/"] = (request.url ?? "/").split("?", 1);

  if (path === "/graphql") {
    if (isOpenedByBrowser(request) && (await sendPage(path, request, response))) return;
    await parts.graphql(request, response, facts);
    return;
  }
  if (path === "/v2" || path.startsWith("/v2/")) {
    await parts.rest(request, response, facts);
    return;
  }
  if (path.startsWith("/trpc/")) {
    await parts.trpc(request, response, facts);
    return;
  }
  if (path === "/mcp") {
    await parts.mcp(request, response, facts);
    return;
  }
  if (path.startsWith("/exports/")) {
    await parts.exports(request, response, facts);
    return;
  }
  if (path.startsWith("/digests/")) {
    await parts.digests(request, response, facts);
    return;
  }
  if (path.startsWith("/feeds/")) {
    await parts.feeds(request, response, facts);
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") throw new AppError("NOT_FOUND");
  if (path === "/healthz") return sendJson(response, 200, { status: "alive" });
  if (path === "/readyz") {
    const state = await parts.readiness();
    if (!state.ready) response.setHeader("retry-after", String(RETRY_AFTER_SECONDS));
    return sendJson(response, state.ready ? 200 : 503, state);
  }
  const keySet = Object.hasOwn(parts.keySets, path) ? parts.keySets[path] : undefined;
  if (keySet !== undefined) {
    const keys = await keySet();
    response.setHeader("cache-control", `public, max-age=${JWKS_MAX_AGE_SECONDS}`);
    return sendJson(response, 200, keys);
  }
  if (!(await sendPage(path, request, response))) throw new AppError("NOT_FOUND");
}

/** Another program listens on the port. */
export class PortUnavailableError extends Error {
  constructor(port: number, host: string) {
    super(`port ${port} on ${host} is taken; set PORT to a free one`);
    this.name = "PortUnavailableError";
  }
}

/**
 * Longer than load balancers keep an idle connection (usually 60 seconds by default). The side that closes it must be
 * the one that knows whether it will send another request.
 */
const KEEP_ALIVE_MS = 75_000;
/** Longer than `KEEP_ALIVE_MS`: some versions of Node count it from the end of the last answer. */
const HEADERS_MS = 80_000;

export interface RunningServer {
  server: Server<typeof IncomingMessage, typeof HttpAnswer>;
  /** Where it listens; holds the real port when 0 was asked for. */
  url: string;
  /** Tells clients with open connections to leave; requests are still answered. */
  drain(): void;
  /** Finishes running requests, then ends. */
  close(): Promise<void>;
}

/** Listens until closed. @throws PortUnavailableError */
export async function startHttpServer(parts: HttpParts, host: string, port: number): Promise<RunningServer> {
  const sendPage = pageSender(parts.pages);
  const handle = (request: IncomingMessage, response: HttpAnswer) => {
    const requestId = requestIdOf(request);
    response.requestId = requestId;
    response.usual = parts.headers;
    response.trustedProxies = parts.trustedProxies;
    if (crossOrigin(parts.origins, request, response)) return;
    const serve = (facts: Handled) => {
      answer(parts, sendPage, request, response, facts).catch((error: unknown) => {
        if (!(error instanceof ClientGoneError)) sendError(response, error, parts.log.child({ requestId }));
      });
    };
    if (!parts.measures && !isTracing()) return serve({ requestId });
    const facts = measured(request, response, requestId);
    traceRequest(request, response, facts, () => serve(facts));
  };
  const server = createServer({ IncomingMessage, ServerResponse: HttpAnswer }, handle);
  // Refuses an oversized body before it is sent, where the client sends `Expect: 100-continue`.
  server.on("checkContinue", (request, response) => {
    if (!isTooLarge(request)) response.writeContinue();
    handle(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new PortUnavailableError(port, host) : error),
    );
    server.listen(port, host, resolve);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  const drain = draining(server);
  const address = server.address() as AddressInfo;
  return {
    server,
    url: `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${address.port}`,
    drain: drain.begin,
    close: drain.finish,
  };
}
