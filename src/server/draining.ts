import type { IncomingMessage, Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isStream } from "./answer-end.ts";
import type { HttpAnswer } from "./http-answer.ts";

/** How long the closing server waits for running requests. */
const FINISH_MS = 20_000;
/** How long an idle connection stays open: its client may be about to send a request. */
const NEXT_REQUEST_MS = 1_000;
/**
 * Delay before the server stops listening, while connections stay open. A client that was told to leave reconnects at
 * once, and closing would cut connections in the making.
 */
const SETTLE_MS = 500;
/** Interval of checks for ended requests. */
const LOOK_MS = 25;

/** Graceful shutdown: ends a server without its clients noticing. */
export interface Draining {
  /**
   * From now on answers carry `Connection: close`, so that clients leave by themselves; requests are still accepted.
   */
  begin(): void;
  /** Accepts no more connections and waits for running requests; cuts streams, which do not end by themselves. */
  finish(): Promise<void>;
}

/** Tracks a server's requests from now on. */
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
      // Calls the net server's `close`, because HTTP's would cut keep-alive connections.
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
