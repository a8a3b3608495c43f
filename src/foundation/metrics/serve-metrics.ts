import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { collectDefaultMetrics } from "prom-client";
import { registry } from "./metrics.ts";

export interface RunningMetrics {
  /** Where metrics are served; holds the real port when 0 was asked for. */
  url: string;
  close(): Promise<void>;
}

let processIsMeasured = false;

/**
 * Serves Prometheus metrics at `/metrics` on a separate port. It asks for no key, so the network decides who reads it.
 * A taken port is logged, and the process goes on without metrics.
 */
export async function serveMetrics(host: string, port: number, log: Logger): Promise<RunningMetrics | null> {
  // Memory, processor time, garbage collection and event loop delay, under the names that Node's users know.
  if (!processIsMeasured) collectDefaultMetrics({ register: registry });
  processIsMeasured = true;
  const server = createServer((request, response) => {
    const [path] = (request.url ?? "/").split("?", 1);
    if (path !== "/metrics" || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, "the metrics could not be read");
        response.writeHead(500).end();
      },
    );
  });
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", (error) => {
      log.error({ err: error, host, port }, "no metrics: their port is not to be had");
      resolve(false);
    });
    server.listen(port, host, () => resolve(true));
  });
  if (!isListening) return null;
  const url = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${(server.address() as AddressInfo).port}/metrics`;
  log.info({ url }, "metrics");
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
