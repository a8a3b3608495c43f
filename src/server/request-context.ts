import type { IncomingMessage } from "node:http";
import { type Credentials, readCredentials } from "#accounts/auth/credentials";
import { isWithin } from "#accounts/auth/networks";
import type { Admission } from "#accounts/limits/limits";
import { ForbiddenError } from "#foundation/errors/index";
import { noteRequest } from "#foundation/tracing/tracing";
import type { GraphContext, GraphServices } from "#schema/context";
import { clientAddress, sourceAddress } from "./client-address.ts";
import type { HttpAnswer } from "./http-answer.ts";

export interface RequestFacts {
  request: IncomingMessage;
  response: HttpAnswer;
  requestId: string;
  /** The request's base cost; 1 by default. */
  points?: number;
  /** Whether `sessionId` in the query names a frame token: everywhere but at sign-in. */
  readsSessionId?: boolean;
  /** Called when a session or token is invalid: whether the operation runs without one. */
  forgivesIdentity: () => boolean;
  /** The token of a download address, which then is the only credential. */
  download?: NonNullable<Credentials["download"]>;
}

/** Ends the admission with the answer, even when the client has gone. */
export function endWith(response: HttpAnswer, admission: Admission): void {
  if (response.closed) admission.end();
  else response.once("close", () => admission.end());
}

/** Returns the parameters in a request's address; null where it has none. */
export function queryIn({ url = "" }: IncomingMessage): URLSearchParams | null {
  const at = url.indexOf("?");
  return at === -1 ? null : new URLSearchParams(url.slice(at + 1));
}

type Own = Pick<GraphContext, "caller" | "credentials" | "admission" | "requestId">;

/** Sets its fields one by one: a literal that spreads the services is slow, and leaves garbage that outlives the request. */
class RequestContext implements GraphContext {
  readonly db: GraphContext["db"];
  readonly auth: GraphContext["auth"];
  readonly access: GraphContext["access"];
  readonly limits: GraphContext["limits"];
  readonly criteria: GraphContext["criteria"];
  readonly finder: GraphContext["finder"];
  readonly providers: GraphContext["providers"];
  readonly ring: GraphContext["ring"];
  readonly evidenceKeys: GraphContext["evidenceKeys"];
  readonly operator: GraphContext["operator"];
  readonly verdicts: GraphContext["verdicts"];
  readonly previews: GraphContext["previews"];
  readonly schedules: GraphContext["schedules"];
  readonly progress: GraphContext["progress"];
  readonly notices: GraphContext["notices"];
  readonly temporalUiUrl: string;
  readonly temporalNamespace: string;
  readonly trustedProxies: number;
  readonly publicUrl: GraphContext["publicUrl"];
  readonly mayFetch: GraphContext["mayFetch"];
  readonly caller: GraphContext["caller"];
  readonly credentials: GraphContext["credentials"];
  readonly admission: GraphContext["admission"];
  readonly requestId: string;
  readonly address: string;
  readonly setCookie: GraphContext["setCookie"];
  readonly onClose: GraphContext["onClose"];

  constructor(services: GraphServices, own: Own, address: string, response: HttpAnswer) {
    this.db = own.admission.db;
    this.auth = services.auth;
    this.access = services.access;
    this.limits = services.limits;
    this.criteria = services.criteria;
    this.finder = services.finder;
    this.providers = services.providers;
    this.ring = services.ring;
    this.evidenceKeys = services.evidenceKeys;
    this.operator = services.operator;
    this.verdicts = services.verdicts;
    this.previews = services.previews;
    this.schedules = services.schedules;
    this.progress = services.progress;
    this.notices = services.notices;
    this.temporalUiUrl = services.temporalUiUrl;
    this.temporalNamespace = services.temporalNamespace;
    this.trustedProxies = services.trustedProxies;
    this.publicUrl = services.publicUrl;
    this.mayFetch = services.mayFetch;
    this.caller = own.caller;
    this.credentials = own.credentials;
    this.admission = own.admission;
    this.requestId = own.requestId;
    this.address = address;
    this.setCookie = (value) => {
      response.appendHeader("set-cookie", value);
    };
    this.onClose = (listener) => {
      if (response.closed) listener();
      else response.once("close", listener);
    };
  }
}

/**
 * Authenticates the caller, admits the request, and makes the context of the graph. Every door uses it.
 * @throws UnauthorisedError, ForbiddenError (see `authenticate`; also from outside the key's networks);
 * ServiceUnavailableError, RateLimitedError (see `Limits`)
 */
export async function requestContext(
  services: GraphServices,
  { request, response, requestId, points = 1, readsSessionId = true, forgivesIdentity, download }: RequestFacts,
): Promise<GraphContext> {
  services.limits.assertRoom();
  const sent = readCredentials(request.headers, readsSessionId ? queryIn(request) : null);
  const credentials = download === undefined ? sent : { ...sent, download };
  const caller = await services.auth.authenticate(credentials, forgivesIdentity);
  // People anywhere open a frame; its key is used where the token was requested.
  if (caller.via === "key" && caller.networks.length > 0) {
    const from = sourceAddress(request, services.trustedProxies);
    if (!isWithin(from, caller.networks)) throw new ForbiddenError(`the key may not be used from ${from}`);
  }
  noteRequest({ team: caller.teamId });
  const admission = await services.limits.admit({
    keyId: caller.keyId,
    teamId: caller.teamId,
    points,
    onBalance: (balance) => {
      response.balance = balance;
    },
  });
  endWith(response, admission);
  const own = { caller, credentials, admission, requestId };
  return new RequestContext(services, own, clientAddress(request, services.trustedProxies), response);
}
