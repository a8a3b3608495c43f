import type { Logger } from "pino";
import type { TracingConfig } from "../config/tracing.ts";
import { type Attributes, KIND, type Span } from "./span.ts";

/** Spans per request, and the most that wait; further ones are dropped and counted. */
const BATCH = 512;
const MOST_WAITING = 8_192;
const EVERY_MS = 2_000;
const TIMEOUT_MS = 10_000;
/** Interval between log lines about a receiver that is away. */
const TOLD_EVERY_MS = 60_000;

const anyValue = (value: string | number | boolean) => {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => (value == null ? [] : [{ key, value: anyValue(value) }]));

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const encoded = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
  flags: 1,
  name: span.name,
  kind: KIND[span.kind],
  startTimeUnixNano: nanoseconds(span.beganAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf(span.attributes),
  // 2 means an error.
  status: span.failure === undefined ? {} : { code: 2, message: span.failure },
});

export interface SpanExporter {
  add(span: Span): void;
  /** Sends the waiting spans, then ends. */
  stop(): Promise<void>;
}

/** Sends spans by OTLP over HTTP, as JSON, in batches. When the receiver is away, only its spans are lost. */
export function exportSpans(
  { url = "", headers, serviceName, resource }: TracingConfig,
  { role, version, log }: { role: string; version: string; log: Pick<Logger, "warn"> },
): SpanExporter {
  let waiting: Span[] = [];
  let lost = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const about = attributesOf({
    "service.name": serviceName,
    "service.version": version,
    "service.instance.id": `${role}-${process.pid}`,
    ...resource,
  });
  const scope = { name: "market-intelligence-api", version };

  async function send(spans: Span[]): Promise<void> {
    const body = JSON.stringify({
      resourceSpans: [{ resource: { attributes: about }, scopeSpans: [{ scope, spans: spans.map(encoded) }] }],
    });
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  }

  let sending: Promise<void> | undefined;
  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, BATCH);
      try {
        await send(spans);
      } catch (error) {
        lost += spans.length;
        if (Date.now() - toldAt < TOLD_EVERY_MS) continue;
        toldAt = Date.now();
        log.warn({ lost, reason: error instanceof Error ? error.message : String(error) }, "spans could not be sent");
      }
    }
  }
  const flushOnce = (): Promise<void> => {
    sending ??= flush().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(flushOnce, EVERY_MS);
  timer.unref();

  return {
    add(span) {
      if (waiting.length >= MOST_WAITING) lost += 1;
      else waiting.push(span);
    },
    async stop() {
      clearInterval(timer);
      await sending;
      await flushOnce();
      waiting = [];
    },
  };
}
