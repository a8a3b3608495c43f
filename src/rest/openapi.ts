import { generateOpenApiDocument, type OpenAPIObject, type OpenApiMethod } from "trpc-to-openapi";
import { AppError, ERROR_STATUS, type ErrorCode, messageOf } from "../errors/index.ts";
import { ErrorEnvelope } from "./contracts/envelopes.ts";
import { type Endpoint, endpoints } from "./route-table.ts";
import { appRouter } from "./router.ts";

type PathItem = NonNullable<OpenAPIObject["paths"]>[string];
type Operation = NonNullable<PathItem["get"]>;
type Responses = NonNullable<Operation["responses"]>;
type MethodName = Lowercase<OpenApiMethod>;

/** What every endpoint may answer. */
const ALWAYS: ErrorCode[] = ["UNAUTHORISED", "FORBIDDEN", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"];
/** What an endpoint with a body may answer. */
const WITH_BODY: ErrorCode[] = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];

const DESCRIPTION = `Turns a market question into a market of real companies with a reason for each.

The order of work: generate search criteria, optionally suggest keywords, start a discovery, poll its status every 30 to 60
seconds, read back the criteria, publish the market.

Every request carries its API key in the header \`x-api-key\`, every answer an \`x-request-id\`. Every error is
{\`success\`: false, \`errorCode\`, \`message\`}; the message may go on after a colon with the field that is wrong and why.`;

/** Every error that an endpoint may answer. */
export function errorsOf({ meta, bodyFields }: Endpoint): ErrorCode[] {
  return [...meta.errors, ...(bodyFields.length > 0 ? WITH_BODY : []), ...ALWAYS];
}

/** The error answers of an endpoint, by status: the contract's envelope with the endpoint's own words as examples. */
function errorResponses(endpoint: Endpoint): Responses {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint).sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = codes.map((errorCode) => {
        const words = errorCode === "INVALID_INPUT" ? endpoint.meta.invalidInput : undefined;
        const value = { success: false, errorCode, message: messageOf(new AppError(errorCode), words) };
        return [errorCode, { value }] as const;
      });
      return [
        status,
        {
          description: examples.map(([, { value }]) => value.message).join("; "),
          ...(status === ERROR_STATUS.SERVICE_UNAVAILABLE
            ? {
                headers: {
                  "retry-after": { description: "Seconds after which to try again.", schema: { type: "integer" } },
                },
              }
            : {}),
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/ErrorEnvelope" },
              examples: Object.fromEntries(examples),
            },
          },
        },
      ];
    }),
  );
}

/** Moves query parameters out of the body, where the generator puts all of a POST's fields; a body that may be left out says so. */
function separateQuery(operation: Operation, { queryFields }: Endpoint): void {
  const body = operation.requestBody;
  if (body === undefined || "$ref" in body) return;
  const schema = body.content["application/json"]?.schema;
  if (schema === undefined || "$ref" in schema) return;
  const { properties = {} } = schema;
  for (const name of queryFields) {
    const { [name]: parameter } = properties;
    if (parameter === undefined) continue;
    delete properties[name];
    const description = "$ref" in parameter ? undefined : parameter.description;
    operation.parameters = [
      ...(operation.parameters ?? []),
      { in: "query", name, schema: parameter, ...(description === undefined ? {} : { description }) },
    ];
  }
  body.required = (schema.required ?? []).length > 0;
}

/**
 * The OpenAPI 3.1 document of /v2, made from the procedures that answer it. Requests go to where it was loaded from;
 * `publicUrl` is named beside that for clients that keep a copy.
 */
export function openApiDocument(publicUrl?: string): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: "Market Research and Impact Intelligence API",
    description: DESCRIPTION,
    version: "2",
    openApiVersion: "3.1.0",
    baseUrl: "/",
    tags: ["Search criteria", "Discovery"],
    defs: { ErrorEnvelope },
    securitySchemes: {
      apiKeyAuth: {
        type: "apiKey",
        in: "header",
        name: "x-api-key",
        description: "An API key of a team or of the platform.",
      },
      bearerAuth: {
        type: "http",
        scheme: "bearer",
        description: "A frame token. None are issued yet: use the API key.",
      },
      sessionIdQuery: {
        type: "apiKey",
        in: "query",
        name: "sessionId",
        description: "A frame token in a frame's URL. None are issued yet.",
      },
    },
  });
  for (const endpoint of endpoints) {
    const operation = document.paths?.[endpoint.path]?.[endpoint.method.toLowerCase() as MethodName];
    if (operation === undefined) throw new Error(`the OpenAPI document lacks ${endpoint.method} ${endpoint.path}`);
    separateQuery(operation, endpoint);
    operation.responses = { ...operation.responses, ...errorResponses(endpoint) };
  }
  if (publicUrl !== undefined) document.servers?.push({ url: publicUrl });
  return document;
}
