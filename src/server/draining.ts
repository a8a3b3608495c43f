import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Requests that are under way when the server closes are waited for so long. */
const FINISH_MS = 20_000;
/** A connection on which nothing is under way is left open for so long: its client may be about to ask. */
const NEXT_REQUEST_MS = 1_000;
/**
 * Before the server stops listening, connections are left open for a moment: a client that was told to leave connects again at once, and
 * the system cuts whoever is just connecting then.
 */
const SETTLE_MS = 500;
/** How often it is looked what has ended. */
const LOOK_MS = 25;

/** The way in which a server that is told to stop ends, without a client noticing. */
export interface Draining {
  /** Answers say `Connection: close` from now on, so that clients that keep connections open leave by themselves; all are taken still. */
  begin(): void;
  /** Takes no connection any more and waits for what is under way; streams, which do not end by themselves, are cut. */
  finish(): Promise<void>;
}

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");

/** Follows a server's requests from now on. */
export function draining(server: Server): Draining {
  const underWay = new Set<ServerResponse>();
  let hasBegun = false;
  let leaving = false;
  let lastEnded = 0;
  const leave = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  const follow = (_request: IncomingMessage, response: ServerResponse) => {
    underWay.add(response);
    response.once("close", () => {
      underWay.delete(response);
      lastEnded = Date.now();
    });
    if (leaving) leave(response);
  };
  // Before the handler, which may answer at once.
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
      // As a server of sockets: that of HTTP would cut the connections that are kept for a next request.
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
