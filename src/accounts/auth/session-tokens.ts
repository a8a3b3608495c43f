import type { Identity } from "./sessions.ts";
import { TOKENS, type Tokens } from "./tokens.ts";

/** What a client gets from sign-in and refresh. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  /** Lifetime of the access token, in seconds. */
  expiresIn: number;
  /** When the access token expires: Unix time in milliseconds. */
  expiresAt: number;
}

/** Makes an access token of a session, and the refresh token of its row. */
export async function issueTokens(
  tokens: Tokens,
  { userId, sessionId }: Identity,
  refreshTokenId: string,
): Promise<SessionTokens> {
  const access = await tokens.sign("access", { sub: userId, sid: sessionId });
  const refresh = await tokens.sign("refresh", { sub: userId, sid: sessionId, jti: refreshTokenId });
  return {
    accessToken: access.token,
    refreshToken: refresh.token,
    expiresIn: TOKENS.access.lifetimeSeconds,
    expiresAt: access.expiresAt * 1000,
  };
}
