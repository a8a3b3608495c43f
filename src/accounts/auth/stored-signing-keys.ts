import type { JWK } from "jose";
import { z } from "zod";
import type { Queries } from "#foundation/db/database";
import { type KeyRing, keyIdOf, UndecipherableError } from "#foundation/encryption/key-ring";

const jwk = z.looseObject({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string() });

/** Validates a key for ES256. @throws ZodError for any other */
export const jwkOf = (value: unknown): JWK => jwk.parse(value) as z.infer<typeof jwk> & JWK;

/** A private key as stored: encrypted, or the plain JWK of an earlier version. */
export interface SigningRow {
  kid: string;
  private_jwk: string | JWK;
}

/**
 * Returns the purpose that a private key is encrypted for. It includes the key's id, so that rows cannot be swapped.
 */
const purposeOf = (kid: string): string => `signing-key ${kid}`;

export const encryptJwk = (ring: KeyRing, kid: string, privateJwk: JWK): Promise<string> =>
  ring.encrypt(Buffer.from(JSON.stringify(privateJwk)), purposeOf(kid));

/** @throws UndecipherableError */
export async function decryptJwk(ring: KeyRing, { kid, private_jwk: stored }: SigningRow): Promise<JWK> {
  if (typeof stored !== "string") return stored;
  return jwkOf(JSON.parse(Buffer.from(await ring.decrypt(stored, purposeOf(kid))).toString()));
}

export interface EncryptedSigningKeys {
  /** Number of rows encrypted again with the ring's first key. */
  encrypted: number;
  /** For rows that could not be decrypted: the ids of their encryption keys, which the ring lacks. */
  undecipherable: string[];
}

/**
 * Encrypts private keys that an earlier version stored in clear; with `all`, also those encrypted with another key than
 * the ring's first. Leaves a row alone that changes meanwhile.
 */
export async function encryptSigningKeys(
  db: Queries,
  ring: KeyRing,
  { all }: { all: boolean },
): Promise<EncryptedSigningKeys> {
  const rows = await db.query<SigningRow>("SELECT kid, private_jwk FROM signing_keys ORDER BY kid");
  const done: EncryptedSigningKeys = { encrypted: 0, undecipherable: [] };
  for (const { kid, private_jwk: stored } of rows) {
    const isDone = typeof stored === "string" && (!all || keyIdOf(stored) === ring.keyIds[0]);
    if (isDone) continue;
    try {
      const encrypted = await encryptJwk(ring, kid, await decryptJwk(ring, { kid, private_jwk: stored }));
      const changed = await db.query(
        "UPDATE signing_keys SET private_jwk = $2::jsonb WHERE kid = $1 AND private_jwk = $3::jsonb RETURNING kid",
        [kid, JSON.stringify(encrypted), JSON.stringify(stored)],
      );
      done.encrypted += changed.length;
    } catch (error) {
      if (!(error instanceof UndecipherableError)) throw error;
      done.undecipherable.push(keyIdOf(String(stored)) ?? "");
    }
  }
  return done;
}

/** Counts the stored signing keys by encryption key. `keyId` null means in clear. */
export async function signingKeysByEncryption({ query }: Queries): Promise<{ keyId: string | null; count: number }[]> {
  const rows = await query<SigningRow>("SELECT kid, private_jwk FROM signing_keys", []);
  const counts = new Map<string | null, number>();
  for (const { private_jwk: stored } of rows) {
    const keyId = typeof stored === "string" ? (keyIdOf(stored) ?? "") : null;
    counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  }
  return [...counts].map(([keyId, count]) => ({ keyId, count }));
}
