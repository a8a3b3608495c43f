import type { IncomingMessage, Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpAnswer } from "./http-answer.ts";

/** How long the server waits for requests under way when it closes. */
const FINISH_MS = 20_000;
/** How long an idle connection is left open: its client may be about to send a request. */
const NEXT_REQUEST_MS = 1_000;
/**
 * Before the server stops listening, connections are left open for a moment. A client that was told to leave reconnects
 * at once, and closing would cut connections that are just being made.
 */
const SETTLE_MS = 500;
/** How often ended requests are checked for. */
const LOOK_MS = 25;

/** Graceful shutdown: ends a server without its clients noticing. */
export interface Draining {
  /** From now on answers have `Connection: close`, so that clients leave by themselves; requests are still accepted. */
  begin(): void;
  /** Accepts no more connections and waits for requests under way; streams, which do not end by themselves, are cut. */
  finish(): Promise<void>;
}

const isStream = ({ type }: HttpAnswer): boolean => type.startsWith("text/event-stream");

/** Follows a server's requests from now on. */
export function draining(server: Server<typeof IncomingMessage, typeof HttpAnswer>): Draining {
  const underWay = new Set<HttpAnswer>();
  let hasBegun = false;
  let leaving = false;
  let lastEnded = 0;
  const leave = (response: HttpAnswer) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  const follow = (_request: IncomingMessage, response: HttpAnswer) => {
    underWay.add(response);
    response.once("close", () => {
      underWay.delete(response);
      lastEnded = Date.now();
    });
    if (leaving) leave(response);
  };
  // Registered before the handler, which may answer at once.
  for (const event of ["request", "checkContinue"])
    if (server.listenerCount(event) > 0) server.prependListener(event, follow);
  const tellToLeave = () => {
    leaving = true;
    for (const response of underWay) leave(response);
  };

  return {
    begin() {
      hasBegun = true;
      tellToLeave();
    },
    async finish() {
      if (hasBegun) {
        leaving = false;
        await sleep(SETTLE_MS);
      }
      // The `close` of the net server: that of HTTP would cut keep-alive connections.
      const closed = new Promise<void>((resolve) => SocketServer.prototype.close.call(server, () => resolve()));
      if (!hasBegun) server.closeIdleConnections();
      tellToLeave();
      const since = Date.now();
      const look = setInterval(() => {
        for (const response of underWay) if (isStream(response)) response.destroy();
        const now = Date.now();
        const isQuiet = underWay.size === 0 && now - Math.max(since, lastEnded) > NEXT_REQUEST_MS;
        if (isQuiet || now - since > FINISH_MS) server.closeAllConnections();
        else if (now - since > NEXT_REQUEST_MS) server.closeIdleConnections();
      }, LOOK_MS);
      await closed;
      clearInterval(look);
    },
  };
}
