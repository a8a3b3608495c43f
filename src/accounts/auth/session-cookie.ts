import { stringifySetCookie } from "cookie";

export const SESSION_COOKIE = "session";

/** A cookie session ends after this long without a request. */
export const COOKIE_IDLE_SECONDS = 12 * 3600;
/** A cookie session ends this long after sign-in, however much it is used. */
export const COOKIE_MAX_SECONDS = 7 * 24 * 3600;

/**
 * The `Set-Cookie` value that gives a browser its session; an empty value removes it. Lax: the cookie is not sent with
 * another site's POST. `secure`: over https alone.
 */
export function sessionCookie(value: string, secure: boolean): string {
  return stringifySetCookie({
    name: SESSION_COOKIE,
    value,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: value === "" ? 0 : COOKIE_MAX_SECONDS,
  });
}
