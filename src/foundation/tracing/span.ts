import { randomBytes } from "node:crypto";

/** OTLP's numbers. */
export const KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** A piece of work within a trace. */
export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId: string | undefined;
  /** Whether the span is sent. */
  isSampled: boolean;
  name: string;
  kind: keyof typeof KIND;
  /** Unix time in ms, with fractions. */
  beganAt: number;
  endedAt: number;
  attributes: Attributes;
  /** Why it failed; undefined when it succeeded. */
  failure: string | undefined;
}

/** Returns Unix time in ms, as exact as the process's clock. */
export const now = (): number => performance.timeOrigin + performance.now();

/** What identifies a parent, in this process or by its `traceparent`. */
export type SpanParent = Pick<Span, "traceId" | "spanId" | "isSampled">;

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Returns the span that a `traceparent` names (W3C Trace Context); null where it names none. */
export function parentIn(traceparent: string | string[] | null | undefined): SpanParent | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(typeof traceparent === "string" ? traceparent : "") ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? "0", 16) & 1) === 1 };
}

export const traceparentOf = ({ traceId, spanId, isSampled }: SpanParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;

/** @param share share of the traces without a parent that are sent */
export function newSpan(name: string, kind: Span["kind"], parent: SpanParent | null, share: number): Span {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    parentSpanId: parent?.spanId,
    isSampled: parent?.isSampled ?? Math.random() < share,
    name,
    kind,
    beganAt: now(),
    endedAt: 0,
    attributes: {},
    failure: undefined,
  };
}
