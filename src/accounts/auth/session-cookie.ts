import { stringifySetCookie } from "cookie";

export const SESSION_COOKIE = "session";

/** Idle time after which a cookie session ends. */
export const COOKIE_IDLE_SECONDS = 12 * 3600;
/** Time after sign-in at which a cookie session ends, however much it is used. */
export const COOKIE_MAX_SECONDS = 7 * 24 * 3600;

/**
 * Returns the `Set-Cookie` value that gives a browser its session; an empty value removes it. Lax: the cookie is not
 * sent with another site's POST. `secure`: it is sent over https only.
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
