import { CompactEncrypt, calculateJwkThumbprint, compactDecrypt, decodeProtectedHeader, errors } from "jose";

/**
 * AES-256-GCM with the key itself (RFC 7518, sections 4.5 and 5.3): the text is secret, and any change to it is
 * detected.
 */
const HEADER = { alg: "dir", enc: "A256GCM" } as const;

/** Something was encrypted with a key outside the ring, or was changed since; the message names the key's id. */
export class UndecipherableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UndecipherableError";
  }
}

/** The operator's keys: the first one encrypts, each of them decrypts what was encrypted with it. */
export interface KeyRing {
  /** Ids of the keys, that of the encrypting key first. An id reveals nothing of its key. */
  readonly keyIds: readonly string[];
  /**
   * Encrypts bytes as a JWE in compact form (RFC 7516).
   * @param purpose is bound to the result, which decrypts for no other purpose
   */
  encrypt(content: Uint8Array, purpose: string): Promise<string>;
  /** @throws UndecipherableError where no key of the ring fits, the purpose differs, or the text was changed */
  decrypt(jwe: string, purpose: string): Promise<Uint8Array>;
}

/** Returns the id of the key that a JWE was encrypted with; undefined where it names none. */
export function keyIdOf(jwe: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    return kid;
  } catch {
    return undefined;
  }
}

/** Returns the start of a key's JWK thumbprint (RFC 7638): 12 characters tell a handful of keys apart. */
const idOf = async (key: Uint8Array): Promise<string> =>
  (await calculateJwkThumbprint({ kty: "oct", k: Buffer.from(key).toString("base64url") })).slice(0, 12);

/** @param keys 32 bytes each, one or more */
export async function createKeyRing(keys: readonly Uint8Array[]): Promise<KeyRing> {
  const entries = await Promise.all(keys.map(async (key) => ({ id: await idOf(key), key })));
  const [first] = entries;
  if (first === undefined) throw new Error("a key ring needs a key");
  const byId = new Map(entries.map(({ id, key }) => [id, key]));
  return {
    keyIds: [...byId.keys()],

    encrypt: (content, purpose) =>
      new CompactEncrypt(content).setProtectedHeader({ ...HEADER, kid: first.id, purpose }).encrypt(first.key),

    async decrypt(jwe, purpose) {
      const id = keyIdOf(jwe);
      const key = id === undefined ? undefined : byId.get(id);
      if (key === undefined)
        throw new UndecipherableError(
          `encrypted with the key ${id ?? "of no name"}, which is none of ENCRYPTION_KEY: ${[...byId.keys()].join(", ")}`,
        );
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(jwe, key, {
          keyManagementAlgorithms: [HEADER.alg],
          contentEncryptionAlgorithms: [HEADER.enc],
        });
        if (protectedHeader.purpose === purpose) return plaintext;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
      throw new UndecipherableError(`what was encrypted with the key ${id} as ${purpose} has been changed`);
    },
  };
}
