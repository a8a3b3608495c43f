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
  /** What may be taken from memory. */
  known: KnownAccess;
}

export interface AuthenticateOptions {
  forgivesIdentity?: () => boolean;
  isUse?: boolean;
}

/** Scopes that a frame never has, whatever its key has: anything under teams. */
const NOT_IN_FRAMES = /^teams:/;

/** The caller of a frame or download token: its key with its current scopes, and its user as long as the session lasts. */
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

/** The caller of a download address: as a frame's, and only for the path that it was made for. */
async function downloadCaller(
  dependencies: AuthenticateDependencies,
  { token, path }: NonNullable<Credentials["download"]>,
): Promise<Caller> {
  const claims = await dependencies.tokens.verify("download", token);
  if (claims === null || claims.path !== path) throw new UserNotAuthenticatedError();
  return frameCaller(dependencies, claims);
}

/** The user of an access token, for as long as the token lasts. */
async function identityOfAccess(
  { db, known }: AuthenticateDependencies,
  { sid, endsAt }: Verified<"access">,
  teamId: number | null,
): Promise<ShownIdentity | null> {
  const identity = await identityOfSession(db, { sessionId: sid, teamId }, known);
  return identity === null ? null : { ...identity, endsAt };
}

/** The user of a session or an access token; null: none was sent. @throws UserNotAuthenticatedError */
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
 * Identifies the caller, for every door alike. The credentials are an API key, or a frame or download token, which needs no key.
 * Beside a key, the user comes from an access token or, after that, from the session cookie. `forgivesIdentity` is
 * asked when the session or the token is not valid: whether the operation runs without one (it makes, renews or ends a
 * session). `isUse` false: this is no request, so it does not prolong a cookie session.
 * @throws UnauthorisedError without a valid key, and for a session or token that is not valid or not of the key's team;
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
    // Without a key, a token can only have been meant as a frame's.
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
