import type { OpenAPIObject } from "trpc-to-openapi";
import { AppError, ERROR_STATUS, type ErrorCode, messageOf } from "#foundation/errors/index";
import examples from "./examples.json" with { type: "json" };
import type { Endpoint } from "./route-table.ts";

type PathItem = NonNullable<OpenAPIObject["paths"]>[string];
type Responses = NonNullable<NonNullable<PathItem["get"]>["responses"]>;
type HeadersObject = Record<string, { $ref: string }>;

/** Error codes that every endpoint may answer. */
const ALWAYS: ErrorCode[] = [
  "UNAUTHORISED",
  "FORBIDDEN",
  "RATE_LIMITED",
  "INTERNAL_SERVER_ERROR",
  "SERVICE_UNAVAILABLE",
];
/** Error codes that an endpoint with a body may answer. */
const WITH_BODY: ErrorCode[] = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];

/** Headers of answers, as in the document's components. */
export const HEADERS = {
  "x-request-id": {
    description: "The id of the request: the one that the client sent, or a new one.",
    schema: { type: "string" },
  },
  // The rest of the key's points (docs/limits.md), by version 6 of the IETF's draft of RateLimit header fields.
  "ratelimit-limit": { description: "The points that the key has per minute.", schema: { type: "integer" } },
  "ratelimit-remaining": { description: "The points that are left.", schema: { type: "integer" } },
  "ratelimit-reset": { description: "Seconds until all points are available again.", schema: { type: "integer" } },
  "retry-after": { description: "Seconds after which to try again.", schema: { type: "integer" } },
} as const;

const headers = (...names: (keyof typeof HEADERS)[]): HeadersObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const REQUEST_ID = headers("x-request-id");
const RATE_LIMIT = headers("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
const RETRY_AFTER = headers("retry-after");
/** Answers to callers that were not admitted, and so have no points. */
const NOBODYS: readonly number[] = [ERROR_STATUS.UNAUTHORISED, ERROR_STATUS.SERVICE_UNAVAILABLE];

/** Answers recorded from a running server (`npm run examples`), by operation and by name of the example. */
const recorded: Record<string, Record<string, unknown>> = examples;

/** Returns every error that an endpoint may answer. */
export function errorsOf({ meta, bodyFields }: Endpoint): ErrorCode[] {
  return [...new Set([...meta.errors, ...(bodyFields.length > 0 ? WITH_BODY : []), ...ALWAYS])];
}

/** Returns the headers of all answers of a status, beside the operation's own. */
function headersOf(status: number): HeadersObject {
  const waits = status === ERROR_STATUS.SERVICE_UNAVAILABLE || status === ERROR_STATUS.RATE_LIMITED;
  return { ...REQUEST_ID, ...(NOBODYS.includes(status) ? {} : RATE_LIMIT), ...(waits ? RETRY_AFTER : {}) };
}

/**
 * Returns the error answers of an endpoint, by status: the contract's envelope with the endpoint's own words as
 * examples.
 */
function errorResponses(endpoint: Endpoint): Responses {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint).sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const answers = codes.map((errorCode) => {
        const words = errorCode === "INVALID_INPUT" ? endpoint.meta.invalidInput : undefined;
        const value = { success: false, errorCode, message: messageOf(new AppError(errorCode), words) };
        return [errorCode, { value }] as const;
      });
      return [
        status,
        {
          description: answers.map(([, { value }]) => value.message).join("; "),
          headers: headersOf(status),
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/ErrorEnvelope" },
              examples: Object.fromEntries(answers),
            },
          },
        },
      ];
    }),
  );
}

/** Returns the responses of an endpoint: the generator's success with its recorded examples, and every error. */
export function responsesOf(endpoint: Endpoint, generated: Responses | undefined): Responses {
  const success = generated?.["200"];
  if (success === undefined || "$ref" in success) throw new Error(`${endpoint.name} has no success answer`);
  const media = success.content?.["application/json"];
  const answers = Object.entries(recorded[endpoint.name] ?? {}).map(([shown, value]) => [shown, { value }] as const);
  if (media !== undefined && answers.length > 0) media.examples = Object.fromEntries(answers);
  return { "200": { ...success, headers: { ...success.headers, ...headersOf(200) } }, ...errorResponses(endpoint) };
}
