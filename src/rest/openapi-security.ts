import type { OpenAPIObject } from "trpc-to-openapi";
import { scopesOf } from "#schema/authorization";
import type { Endpoint } from "./route-table.ts";

type SecuritySchemes = NonNullable<NonNullable<OpenAPIObject["components"]>["securitySchemes"]>;
type SecurityRequirement = NonNullable<OpenAPIObject["security"]>[number];

/** The contract's three kinds of credentials. */
export const SECURITY_SCHEMES = {
  apiKeyAuth: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "An API key of a team or of the platform.",
  },
  bearerAuth: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "Without an API key, a frame token (`GET /v2/auth/session`). With an API key, the access token of a signed-in user.",
  },
  sessionIdQuery: {
    type: "apiKey",
    in: "query",
    name: "sessionId",
    description: "A frame token in the URL of a frame. The frame then sends it in the header `x-session-id`.",
  },
} as const satisfies SecuritySchemes;

/** Whether the schema requires the key itself, or scopes that a frame token never has. */
function needsKey({ meta }: Endpoint): boolean {
  const asked = scopesOf(meta.document).map((scopes) => ({ ...scopes, ...scopes.$all }));
  return asked.some(
    ({ apiKey, anyScope = [] }) =>
      apiKey === true || (anyScope.length > 0 && anyScope.every((scope) => scope.startsWith("teams:"))),
  );
}

/**
 * Returns who may call an endpoint: a key, alone or with a user's access token; a frame token where the schema admits
 * frames.
 */
export function securityOf(endpoint: Endpoint): SecurityRequirement[] {
  const key = { apiKeyAuth: [] };
  return needsKey(endpoint)
    ? [key, { apiKeyAuth: [], bearerAuth: [] }]
    : [key, { bearerAuth: [] }, { sessionIdQuery: [] }];
}
