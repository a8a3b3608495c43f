import type { Caller } from "./caller.ts";
import type { Tokens } from "./tokens.ts";

export interface DownloadToken {
  token: string;
  expiresAt: Date;
}

/**
 * Makes a token that opens one path to whoever holds it, as the caller would see it. It ends with its key and its
 * session.
 */
export async function createDownloadToken(
  tokens: Tokens,
  { keyId, userId, sessionId }: Caller,
  path: string,
): Promise<DownloadToken> {
  const { token, expiresAt } = await tokens.sign("download", {
    key: keyId,
    path,
    ...(userId === null || sessionId === null ? { sub: keyId } : { sub: userId, sid: sessionId }),
  });
  return { token, expiresAt: new Date(expiresAt * 1000) };
}
