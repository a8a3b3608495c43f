import type { IncomingHttpHeaders } from "node:http";
import { parseCookie } from "cookie";
import { SESSION_COOKIE } from "./session-cookie.ts";

/** The credentials of a request; undefined where not sent. */
export interface Credentials {
  /** Header `x-api-key`. */
  apiKey: string | undefined;
  /** `Authorization: Bearer`: an access token or a frame token. */
  bearer: string | undefined;
  /** Header `x-session-id`, or the query parameter `sessionId`: a frame token. */
  frame: string | undefined;
  /** Cookie `session`. */
  cookie: string | undefined;
  /** The token of a download address, and the path of the request. */
  download?: { token: string; path: string };
}

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Reads the credentials of a request. `query` holds its query parameters; null where `sessionId` must not be read from
 * them.
 */
export function readCredentials(headers: IncomingHttpHeaders, query: URLSearchParams | null): Credentials {
  const one = (name: string) => {
    const value = headers[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return {
    apiKey: one("x-api-key"),
    bearer: headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1],
    frame: one("x-session-id") ?? query?.get("sessionId") ?? undefined,
    cookie: headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[SESSION_COOKIE] || undefined,
  };
}
