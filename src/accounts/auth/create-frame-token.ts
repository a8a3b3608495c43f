import type { Caller } from "./caller.ts";
import { TOKENS, type Tokens } from "./tokens.ts";

export interface FrameToken {
  accessToken: string;
  /** Unix time in milliseconds. */
  expiresAt: number;
  /** Seconds. */
  expiresIn: number;
}

/**
 * Makes a token for an embedded frame: the signed-in user's, otherwise the key's own. It ends with its key and its
 * session.
 */
export async function createFrameToken(tokens: Tokens, caller: Caller): Promise<FrameToken> {
  const { keyId, userId, sessionId } = caller;
  const { token, expiresAt } = await tokens.sign(
    "frame",
    userId === null || sessionId === null ? { sub: keyId, key: keyId } : { sub: userId, key: keyId, sid: sessionId },
  );
  return { accessToken: token, expiresAt: expiresAt * 1000, expiresIn: TOKENS.frame.lifetimeSeconds };
}
