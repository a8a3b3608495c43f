import type { Database } from "#foundation/db/database";
import { ForbiddenError, UserNotAuthenticatedError } from "#foundation/errors/index";
import { authenticateKey, callerOfKey } from "./api-keys.ts";
import { type Caller, earliest, isExpired } from "./caller.ts";
import type { Credentials } from "./credentials.ts";
import type { KnownAccess } from "./known-access.ts";
import { identityOfCookie, identityOfSession, type ShownIdentity } from "./sessions.ts";
import type { Tokens, Verified } from "./tokens.ts";

export interface AuthenticateDependencies {
  db: Database;
  tokens: Tokens;
  /** Look-ups that memory may answer. */
  known: KnownAccess;
}

export interface AuthenticateOptions {
  forgivesIdentity?: () => boolean;
  isUse?: boolean;
}

/** Scopes that a frame never has, whatever its key has: everything under teams. */
const NOT_IN_FRAMES = /^teams:/;

/**
 * Returns the caller of a frame or download token: its key with its current scopes, and its user while the session
 * lasts.
 */
async function frameCaller(
  { db, known }: AuthenticateDependencies,
  claims: Verified<"frame"> | Verified<"download">,
): Promise<Caller> {
  const key = await callerOfKey(db, claims.key, known);
  if (key === null) throw new UserNotAuthenticatedError();
  const identity =
    claims.sid === undefined ? null : await identityOfSession(db, { sessionId: claims.sid, teamId: key.teamId }, known);
  if (claims.sid !== undefined && identity === null) throw new UserNotAuthenticatedError();
  return {
    ...key,
    ...identity,
    endsAt: earliest(key.endsAt, claims.endsAt),
    via: "frame",
    scopes: new Set([...key.scopes].filter((scope) => !NOT_IN_FRAMES.test(scope))),
  };
}

/** Returns the caller of a download address: like a frame's, but only for the token's path. */
async function downloadCaller(
  dependencies: AuthenticateDependencies,
  { token, path }: NonNullable<Credentials["download"]>,
): Promise<Caller> {
  const claims = await dependencies.tokens.verify("download", token);
  if (claims === null || claims.path !== path) throw new UserNotAuthenticatedError();
  return frameCaller(dependencies, claims);
}

/** Returns the user of an access token, for as long as the token lasts. */
async function identityOfAccess(
  { db, known }: AuthenticateDependencies,
  { sid, endsAt }: Verified<"access">,
  teamId: number | null,
): Promise<ShownIdentity | null> {
  const identity = await identityOfSession(db, { sessionId: sid, teamId }, known);
  return identity === null ? null : { ...identity, endsAt };
}

/** Returns the user of a session or an access token; null where neither was sent. @throws UserNotAuthenticatedError */
async function identityOf(
  dependencies: AuthenticateDependencies,
  { bearer, frame, cookie }: Credentials,
  teamId: number | null,
  isUse: boolean,
): Promise<ShownIdentity | null> {
  if (bearer === undefined && frame === undefined && cookie === undefined) return null;
  const { db, tokens, known } = dependencies;
  const access = bearer === undefined ? null : await tokens.verify("access", bearer);
  const identity =
    access !== null
      ? await identityOfAccess(dependencies, access, teamId)
      : bearer === undefined && frame === undefined && cookie !== undefined
        ? await identityOfCookie(db, { cookie, teamId, isUse }, known)
        : null;
  if (identity === null) throw new UserNotAuthenticatedError();
  return identity;
}

/**
 * Identifies the caller, in the same way for every door. The credentials are an API key, or a frame or download token,
 * which needs no key. With a key, the user comes from an access token or else from the session cookie. When the
 * session or token is invalid, `forgivesIdentity` says whether the operation runs without one (it makes, renews or
 * ends a session). `isUse` false means that this is no request, so it does not prolong a cookie session.
 * @throws UnauthorisedError without a valid key, and for a session or token that is invalid or not of the key's team;
 * ForbiddenError when the team's access has ended
 */
export async function authenticate(
  dependencies: AuthenticateDependencies,
  credentials: Credentials,
  { forgivesIdentity = () => false, isUse = true }: AuthenticateOptions = {},
): Promise<Caller> {
  const { db, tokens, known } = dependencies;
  const presented = credentials.bearer ?? credentials.frame;
  const frame = presented === undefined ? null : await tokens.verify("frame", presented);
  let caller: Caller;
  if (credentials.download !== undefined) {
    caller = await downloadCaller(dependencies, credentials.download);
  } else if (frame !== null) {
    if (credentials.apiKey !== undefined) await authenticateKey(db, credentials.apiKey, known);
    caller = await frameCaller(dependencies, frame);
  } else {
    // Without a key, a token can only be a frame's.
    const isFrameAlone = credentials.apiKey === undefined && presented !== undefined;
    if (isFrameAlone && (await tokens.verify("access", presented)) === null) throw new UserNotAuthenticatedError();
    const key = await authenticateKey(db, credentials.apiKey, known);
    try {
      const identity = await identityOf(dependencies, credentials, key.teamId, isUse);
      caller = identity === null ? key : { ...key, ...identity, endsAt: earliest(key.endsAt, identity.endsAt) };
    } catch (error) {
      if (!(error instanceof UserNotAuthenticatedError && forgivesIdentity())) throw error;
      caller = { ...key, identityRefused: true };
    }
  }
  if (isExpired(caller)) throw new ForbiddenError("the team's access has ended");
  return caller;
}
