import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP sends it. */
export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number; message?: string };
}

/** Takes spans, as an OpenTelemetry collector does. */
export async function startSpanCollector() {
  const spans: SentSpan[] = [];
  const received: { url: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      received.push({ url: request.url, authorization: request.headers.authorization });
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    /** What `OTEL_EXPORTER_OTLP_ENDPOINT` has to be. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** The requests that brought them. */
    received,
    close: () => void server.close(),
  };
}

export type SpanCollector = Awaited<ReturnType<typeof startSpanCollector>>;
