import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";
import { logContext } from "../config/log-context.ts";
import { PACKAGE_VERSION } from "../config/package-version.ts";
import type { TracingConfig } from "../config/tracing.ts";
import { exportSpans, type SpanExporter } from "./export-spans.ts";
import { type Attributes, newSpan, now, parentIn, type Span, type SpanParent, traceparentOf } from "./span.ts";

/** The context of a piece of work. */
interface Place {
  span: Span;
  /** The request and its team, for the lines of the log. */
  about: Record<string, string | number | null>;
}

/** Set only while something is traced: an AsyncLocalStorage slows every promise of its process. */
let tracing: { places: AsyncLocalStorage<Place>; exporter: SpanExporter; share: number; users: number } | null = null;

export const isTracing = (): boolean => tracing !== null;

/**
 * Traces this process from now on, where the configuration names a receiver. Several parts of one process share it.
 * @param role `api` or `worker`
 */
export function startTracing(
  config: TracingConfig,
  role: string,
  log: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  if (config.url === undefined) return { stop: async () => {} };
  tracing ??= {
    places: new AsyncLocalStorage<Place>(),
    exporter: exportSpans(config, { role, version: PACKAGE_VERSION, log }),
    share: config.share,
    users: 0,
  };
  const mine = tracing;
  mine.users += 1;
  logContext.current = () => {
    const place = mine.places.getStore();
    return place === undefined ? {} : { trace_id: place.span.traceId, span_id: place.span.spanId, ...place.about };
  };
  return {
    async stop() {
      mine.users -= 1;
      if (mine.users > 0) return;
      tracing = null;
      logContext.current = () => ({});
      await mine.exporter.stop();
    },
  };
}

export interface SpanOptions {
  kind?: Span["kind"];
  attributes?: Attributes;
  /** The `traceparent` of another process; by default the current span. */
  parent?: string | string[] | null | undefined;
}

/** A span that its owner ends. */
export interface OpenSpan {
  span: Span;
  /** Runs work within the span. */
  within<T>(work: () => T): T;
  end(failure?: string): void;
}

/** Begins a span; null while nothing is traced. */
export function beginSpan(
  name: string,
  { kind = "internal", attributes = {}, parent }: SpanOptions = {},
): OpenSpan | null {
  if (tracing === null) return null;
  const { places, exporter, share } = tracing;
  const place = places.getStore();
  const above: SpanParent | null = parentIn(parent) ?? place?.span ?? null;
  const span = newSpan(name, kind, above, share);
  span.attributes = attributes;
  const here: Place = { span, about: place?.about ?? {} };
  return {
    span,
    within: (work) => places.run(here, work),
    end(failure) {
      if (span.endedAt !== 0) return;
      span.endedAt = now();
      span.failure = failure;
      if (span.isSampled) exporter.add(span);
    },
  };
}

/** Runs work within a new span. Records a failure by the error's name, never by its message. */
export async function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const open = beginSpan(name, options);
  if (open === null) return work();
  try {
    const result = await open.within(work);
    open.end();
    return result;
  } catch (error) {
    open.end(error instanceof Error ? error.name : "failed");
    throw error;
  }
}

/** Records finished work as a span within the current one. @param ms how long it took */
export function noteSpan(name: string, ms: number, kind: Span["kind"], attributes: Attributes): void {
  const open = tracing?.places.getStore() === undefined ? null : beginSpan(name, { kind, attributes });
  if (open === null) return;
  open.span.beganAt -= ms;
  open.end();
}

/** Adds facts of the request to the lines of the log. */
export function noteRequest(about: Place["about"]): void {
  const place = tracing?.places.getStore();
  if (place !== undefined) place.about = { ...place.about, ...about };
}

/** Returns the current span's `traceparent` for another process; null where there is none. */
export function currentTraceparent(): string | null {
  const place = tracing?.places.getStore();
  return place === undefined ? null : traceparentOf(place.span);
}
