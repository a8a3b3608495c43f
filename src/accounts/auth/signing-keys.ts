import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Database } from "#foundation/db/database";
import { type KeyRing, UndecipherableError } from "#foundation/encryption/key-ring";
import { decryptJwk, encryptJwk, jwkOf, type SigningRow } from "./stored-signing-keys.ts";

/** ECDSA on P-256 with SHA-256 (RFC 7518, section 3.4): every JWT library knows it. */
export const ALGORITHM = "ES256";

/** Days for which a key signs; then the next one is made. */
const SIGNS_DAYS = 30;
/**
 * Days for which a key stays published: a refresh token signed at the last moment lives 30 days, plus one day to spare.
 */
const VERIFIES_DAYS = SIGNS_DAYS + 30 + 1;
/** Time for which a process may trust a public key that was removed from the database. */
const CACHE_MS = 60_000;

const imported = async (stored: JWK) => {
  const key = await importJWK(stored, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("a signing key in the database is no key pair");
  return key;
};
type Key = Awaited<ReturnType<typeof imported>>;

export interface SigningKeys {
  /** Returns the key that signs now; makes one when no key is usable, or the last one's time is over. */
  current(): Promise<{ kid: string; key: Key }>;
  /** Returns the public key of this id, while tokens that it signed may live; null otherwise. */
  publicKey(kid: string): Promise<Key | null>;
  /** Returns the JSON Web Key Set (RFC 7517) of all keys whose tokens may live, newest first. */
  jwks(): Promise<{ keys: JWK[] }>;
}

export interface SigningKeysOptions {
  db: Database;
  ring: KeyRing;
  /** Called once for each key that should sign by its date but cannot be decrypted here. */
  onUndecipherable?: ((error: UndecipherableError) => void) | undefined;
}

const SIGNING = "SELECT kid, private_jwk FROM signing_keys WHERE signs_until > now() ORDER BY created_at DESC";

/** Manages the database's signing keys, which all processes share. */
export function signingKeys({ db, ring, onUndecipherable = () => {} }: SigningKeysOptions): SigningKeys {
  const privateKeys = new Map<string, Key>();
  const publicKeys = new Map<string, { key: Key; until: number }>();
  const told = new Set<string>();

  /** Returns the newest of the keys that this process can decrypt. */
  async function usable(rows: SigningRow[]): Promise<{ kid: string; key: Key } | undefined> {
    for (const { kid, private_jwk } of rows) {
      try {
        const key = privateKeys.get(kid) ?? (await imported(await decryptJwk(ring, { kid, private_jwk })));
        privateKeys.set(kid, key);
        return { kid, key };
      } catch (error) {
        if (!(error instanceof UndecipherableError)) throw error;
        if (!told.has(kid)) onUndecipherable(error);
        told.add(kid);
      }
    }
    return undefined;
  }

  /**
   * Makes a key unless another process has just done so. The advisory lock lets one process at a time look and write.
   */
  async function rotate(): Promise<void> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const publicJwk = jwkOf(await exportJWK(pair.publicKey));
    const kid = await calculateJwkThumbprint(publicJwk);
    const encrypted = await encryptJwk(ring, kid, jwkOf(await exportJWK(pair.privateKey)));
    await db.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('signing_keys'))`;
      await tx.$executeRaw`DELETE FROM signing_keys WHERE verifies_until < now()`;
      if ((await usable(await tx.$queryRawUnsafe<SigningRow[]>(SIGNING))) !== undefined) return;
      await tx.$executeRaw`
        INSERT INTO signing_keys (kid, public_jwk, private_jwk, signs_until, verifies_until)
        VALUES (${kid}, ${JSON.stringify(publicJwk)}::jsonb, ${JSON.stringify(encrypted)}::jsonb,
          now() + make_interval(days => ${SIGNS_DAYS}::int), now() + make_interval(days => ${VERIFIES_DAYS}::int))`;
    });
  }

  const current = async () => usable(await db.query<SigningRow>(SIGNING, []));

  return {
    async current() {
      let found = await current();
      if (found === undefined) {
        await rotate();
        found = await current();
      }
      if (found === undefined) throw new Error("no signing key, although one was just made");
      return found;
    },

    async publicKey(kid) {
      const known = publicKeys.get(kid);
      if (known !== undefined && known.until > Date.now()) return known.key;
      const [row] = await db.query<{ public_jwk: JWK }>(
        "SELECT public_jwk FROM signing_keys WHERE kid = $1 AND verifies_until > now()",
        [kid],
      );
      publicKeys.delete(kid);
      if (row === undefined) return null;
      const key = await imported(row.public_jwk);
      publicKeys.set(kid, { key, until: Date.now() + CACHE_MS });
      return key;
    },

    async jwks() {
      const rows = await db.query<{ kid: string; public_jwk: JWK }>(
        "SELECT kid, public_jwk FROM signing_keys WHERE verifies_until > now() ORDER BY created_at DESC",
        [],
      );
      return { keys: rows.map(({ kid, public_jwk }) => ({ ...public_jwk, kid, alg: ALGORITHM, use: "sig" })) };
    },
  };
}
