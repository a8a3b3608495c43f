import type { IncomingMessage, ServerResponse } from "node:http";
import { readCredentials } from "#accounts/auth/credentials";
import type { GraphContext, GraphServices } from "#schema/context";
import { clientAddress } from "./client-address.ts";

export interface RequestFacts {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /** Whether `sessionId` in the query names a frame token: everywhere but at sign-in. */
  readsSessionId?: boolean;
  /** Asked when a session or token is not valid: whether the operation gets along without. */
  forgivesIdentity: () => boolean;
}

/**
 * Finds out who asks and makes the context that the graph runs with: the one way in, for every door.
 * @throws UnauthorisedError, ForbiddenError (see `authenticate`)
 */
export async function requestContext(
  services: GraphServices,
  { request, response, requestId, readsSessionId = true, forgivesIdentity }: RequestFacts,
): Promise<GraphContext> {
  const [, query = ""] = /^[^?]*\?(.*)$/s.exec(request.url ?? "") ?? [];
  const credentials = readCredentials(request.headers, readsSessionId ? new URLSearchParams(query) : null);
  return {
    ...services,
    caller: await services.auth.authenticate(credentials, forgivesIdentity),
    credentials,
    requestId,
    address: clientAddress(request, services.trustedProxies),
    setCookie: (value) => {
      response.appendHeader("set-cookie", value);
    },
    onClose: (listener) => {
      if (response.closed) listener();
      else response.once("close", listener);
    },
  };
}
