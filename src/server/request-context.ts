import type { IncomingMessage, ServerResponse } from "node:http";
import { type Credentials, readCredentials } from "#accounts/auth/credentials";
import { isWithin } from "#accounts/auth/networks";
import type { Balance } from "#accounts/limits/key-budget";
import type { Admission } from "#accounts/limits/limits";
import { ForbiddenError } from "#foundation/errors/index";
import type { GraphContext, GraphServices } from "#schema/context";
import { clientAddress, sourceAddress } from "./client-address.ts";

export interface RequestFacts {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /** The request's base cost; 1 by default. */
  points?: number;
  /** Whether `sessionId` in the query names a frame token: everywhere but at sign-in. */
  readsSessionId?: boolean;
  /** Called when a session or token is not valid: whether the operation runs without one. */
  forgivesIdentity: () => boolean;
  /** The token of a download address, which then is the only credential. */
  download?: NonNullable<Credentials["download"]>;
}

/** Writes the key's remaining points into the answer's headers. */
export function showBalance(response: ServerResponse, { limit, remaining, resetSeconds }: Balance): void {
  if (response.headersSent) return;
  response.setHeader("ratelimit-limit", String(limit));
  response.setHeader("ratelimit-remaining", String(remaining));
  response.setHeader("ratelimit-reset", String(resetSeconds));
}

/** The admission lasts as long as the answer, even when the client has gone. */
export function endWith(response: ServerResponse, admission: Admission): void {
  if (response.closed) admission.end();
  else response.once("close", () => admission.end());
}

/**
 * Authenticates the caller, admits the request, and makes the context that the graph runs with. Every door uses it.
 * @throws UnauthorisedError, ForbiddenError (see `authenticate`; also from outside of the key's networks); ServiceUnavailableError, RateLimitedError (see `Limits`)
 */
export async function requestContext(
  services: GraphServices,
  { request, response, requestId, points = 1, readsSessionId = true, forgivesIdentity, download }: RequestFacts,
): Promise<GraphContext> {
  services.limits.assertRoom();
  const [, query = ""] = /^[^?]*\?(.*)$/s.exec(request.url ?? "") ?? [];
  const sent = readCredentials(request.headers, readsSessionId ? new URLSearchParams(query) : null);
  const credentials = download === undefined ? sent : { ...sent, download };
  const caller = await services.auth.authenticate(credentials, forgivesIdentity);
  // A frame is opened by people anywhere; its key is where the token was asked for.
  if (caller.via === "key" && caller.networks.length > 0) {
    const from = sourceAddress(request, services.trustedProxies);
    if (!isWithin(from, caller.networks)) throw new ForbiddenError(`the key may not be used from ${from}`);
  }
  const admission = await services.limits.admit({
    keyId: caller.keyId,
    points,
    onBalance: (balance) => showBalance(response, balance),
  });
  endWith(response, admission);
  return {
    ...services,
    caller,
    credentials,
    admission,
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
