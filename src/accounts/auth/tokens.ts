import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { ALGORITHM, type SigningKeys } from "./signing-keys.ts";

/** Not a URL, so that tokens stay valid when the server moves to another address. The signing key proves the issuer. */
const ISSUER = "market-intelligence";
/** Tolerance for clock differences between machines. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Matches a thumbprint: SHA-256 in base64url. */
const KEY_ID = /^[\w-]{43}$/;

/**
 * The kinds of tokens, each with its own audience and `typ` (RFC 8725, section 3.11), so that none is accepted as
 * another. Lifetimes in seconds.
 */
export const TOKENS = {
  access: { audience: "api", type: "at+jwt", lifetimeSeconds: 15 * 60 },
  refresh: { audience: "refresh", type: "refresh+jwt", lifetimeSeconds: 30 * 24 * 3600 },
  frame: { audience: "frame", type: "frame+jwt", lifetimeSeconds: 60 * 60 },
  download: { audience: "download", type: "download+jwt", lifetimeSeconds: 15 * 60 },
} as const;
export type TokenKind = keyof typeof TOKENS;

const claims = {
  /** `sub`: the user. `sid`: the session. */
  access: z.object({ sub: z.uuid(), sid: z.uuid() }),
  /** `jti`: the row that records whether it is spent. */
  refresh: z.object({ sub: z.uuid(), sid: z.uuid(), jti: z.uuid() }),
  /** `key`: the API key that made it. `sid`: the user's session, where it belongs to a user. `sub`: the user or the key. */
  frame: z.object({ sub: z.uuid(), key: z.uuid(), sid: z.uuid().optional() }),
  /** Like a frame's. `path`: the one file that it opens. */
  download: z.object({ sub: z.uuid(), key: z.uuid(), sid: z.uuid().optional(), path: z.string() }),
};
export type Claims<Kind extends TokenKind> = z.output<(typeof claims)[Kind]>;

/** A token's claims, and when it expires. */
export type Verified<Kind extends TokenKind> = Claims<Kind> & { endsAt: Date };

export interface Tokens {
  /** A signed token. `expiresAt`: Unix time in seconds. */
  sign<Kind extends TokenKind>(kind: Kind, claims: Claims<Kind>): Promise<{ token: string; expiresAt: number }>;
  /**
   * Returns the claims of a token of this kind; null when it is forged, expired, of another kind or no token at all.
   */
  verify<Kind extends TokenKind>(kind: Kind, token: string): Promise<Verified<Kind> | null>;
}

/** Signs and verifies JSON Web Tokens (RFC 7519) with the database's keys. */
export function createTokens(keys: SigningKeys): Tokens {
  return {
    async sign(kind, content) {
      const { kid, key } = await keys.current();
      const { audience, type, lifetimeSeconds } = TOKENS[kind];
      const issuedAt = Math.floor(Date.now() / 1000);
      const expiresAt = issuedAt + lifetimeSeconds;
      const token = await new SignJWT({ ...content })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: type })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt };
    },

    async verify<Kind extends TokenKind>(kind: Kind, token: string) {
      const { audience, type } = TOKENS[kind];
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = KEY_ID.test(String(kid)) ? await keys.publicKey(String(kid)) : null;
            if (key === null) throw new errors.JWKSNoMatchingKey();
            return key;
          },
          {
            algorithms: [ALGORITHM],
            issuer: ISSUER,
            audience,
            typ: type,
            clockTolerance: CLOCK_TOLERANCE_SECONDS,
            requiredClaims: ["exp", "iat"],
          },
        );
        const schema: z.ZodType<Claims<Kind>> = claims[kind] as never;
        const said = schema.safeParse(payload).data;
        return said === undefined ? null : { ...said, endsAt: new Date((payload.exp ?? 0) * 1000) };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
