import type { JWK } from "jose";
import type { Database } from "#foundation/db/database";
import type { Listener } from "#foundation/db/listener";
import { authenticate } from "./authenticate.ts";
import type { Caller } from "./caller.ts";
import { createDownloadToken, type DownloadToken } from "./create-download-token.ts";
import { createFrameToken, type FrameToken } from "./create-frame-token.ts";
import type { Credentials } from "./credentials.ts";
import { knownAccess, NOTHING_KNOWN } from "./known-access.ts";
import { refreshSession } from "./refresh-session.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { SessionTokens } from "./session-tokens.ts";
import { revokeSession } from "./sessions.ts";
import { type SignInInput, signIn } from "./sign-in.ts";
import { type SignInLimits, signInThrottle } from "./sign-in-throttle.ts";
import { type SigningKeysOptions, signingKeys } from "./signing-keys.ts";
import { createTokens } from "./tokens.ts";

export interface AuthOptions extends SignInLimits, Pick<SigningKeysOptions, "ring" | "onUndecipherable"> {
  /** Whether the cookie is sent over https only. */
  secureCookie: boolean;
  /** Reports changes of keys, teams, sessions and memberships; without it, every request asks the database. */
  changes?: Listener;
}

/** Authentication as one object, made once per process. */
export interface Auth {
  /** See `authenticate`. */
  authenticate(credentials: Credentials, forgivesIdentity?: () => boolean): Promise<Caller>;
  /** Like `authenticate`, but from the database only: checks the credentials of a running request again. */
  authenticateAgain(credentials: Credentials): Promise<Caller>;
  /** See `signIn`. `setCookie` is the `Set-Cookie` value of the answer. */
  signIn(caller: Caller, input: SignInInput, address: string): Promise<SessionTokens & { setCookie: string }>;
  /** See `refreshSession`. */
  refreshSession(caller: Caller, refreshToken: string): Promise<SessionTokens>;
  /** Ends the caller's session. `ended` says whether there was one; `setCookie` removes the cookie in any case. */
  signOut(caller: Caller): Promise<{ ended: boolean; setCookie: string }>;
  /** See `createFrameToken`. */
  createFrameToken(caller: Caller): Promise<FrameToken>;
  /** See `createDownloadToken`. */
  createDownloadToken(caller: Caller, path: string): Promise<DownloadToken>;
  /** The public keys of all tokens (RFC 7517). */
  jwks(): Promise<{ keys: JWK[] }>;
}

export function createAuth(
  db: Database,
  { secureCookie, ring, onUndecipherable, changes, ...limits }: AuthOptions,
): Auth {
  const keys = signingKeys({ db, ring, onUndecipherable });
  const tokens = createTokens(keys);
  const throttle = signInThrottle(db, limits);
  const known = changes === undefined ? NOTHING_KNOWN : knownAccess(changes);
  return {
    authenticate: (credentials, forgivesIdentity) =>
      authenticate({ db, tokens, known }, credentials, forgivesIdentity === undefined ? {} : { forgivesIdentity }),
    authenticateAgain: (credentials) =>
      authenticate({ db, tokens, known: NOTHING_KNOWN }, credentials, { isUse: false }),
    async signIn(caller, input, address) {
      const { cookie, ...session } = await signIn({ db, tokens, throttle }, caller, input, address);
      return { ...session, setCookie: sessionCookie(cookie, secureCookie) };
    },
    // A token that was already spent ends its session.
    refreshSession: (caller, refreshToken) =>
      refreshSession({ db, tokens }, caller, refreshToken).finally(() => known.forget()),
    async signOut({ sessionId }) {
      const ended = sessionId !== null && (await revokeSession(db.prisma, sessionId, "signed out"));
      known.forget();
      return { ended, setCookie: sessionCookie("", secureCookie) };
    },
    createFrameToken: (caller) => createFrameToken(tokens, caller),
    createDownloadToken: (caller, path) => createDownloadToken(tokens, caller, path),
    jwks: () => keys.jwks(),
  };
}
