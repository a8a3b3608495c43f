import { z } from "zod";
import { wholeNumber } from "./values.ts";

const address = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional();

/** Environment variables for tracing, with OpenTelemetry's names, and for slow statements. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.meta({
    description: "base URL to which [traces](monitoring.md#traces) are sent, without `/v1/traces`",
    unset: "no traces",
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.describe("the whole URL, instead of the base URL"),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional().describe("headers that are sent with traces, `a=1,b=2`"),
  OTEL_SERVICE_NAME: z.string().min(1).default("market-intelligence").describe("name of the service in traces"),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional().describe("further attributes of the service, `a=1,b=2`"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a number" })
    .min(0)
    .max(1, "must be 0 to 1")
    .default(1)
    .describe("share of the traces that begin here and are sent, 0 to 1"),
  SLOW_STATEMENT_MS: wholeNumber(0, 3_600_000).default(1_000).describe("slower SQL statements are logged; 0: none"),
};

type Environment = z.output<z.ZodObject<typeof tracingEnvironment>>;

export interface TracingConfig {
  /** Where spans are sent by OTLP over HTTP; undefined turns tracing off. */
  url: string | undefined;
  headers: Record<string, string>;
  serviceName: string;
  resource: Record<string, string>;
  /** Share of the traces beginning here that are sent; a caller's `traceparent` keeps its own choice. */
  share: number;
  /** Statements that take longer are logged, in ms; 0 turns this off. */
  slowStatementMs: number;
}

/** Parses OpenTelemetry's lists, `a=1,b=2` with percent-encoded values. */
const pairs = (text = ""): Record<string, string> =>
  Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.split("="))
      .filter(([name, ...value]) => name?.trim() && value.length > 0)
      .map(([name = "", ...value]) => [name.trim(), decodeURIComponent(value.join("=").trim())]),
  );

export function readTracing(e: Environment): TracingConfig {
  const base = e.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  return {
    url: e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? undefined : `${base}/v1/traces`),
    headers: pairs(e.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: e.OTEL_SERVICE_NAME,
    resource: pairs(e.OTEL_RESOURCE_ATTRIBUTES),
    share: e.OTEL_TRACES_SAMPLER_ARG,
    slowStatementMs: e.SLOW_STATEMENT_MS,
  };
}
