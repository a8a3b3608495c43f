import { createPrivateKey } from "node:crypto";
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from "jose";
import type { EvidenceConfig } from "#foundation/config/evidence";
import { makeKeyFile, readKeyFile } from "#foundation/encryption/key-file";
import { ConflictError } from "#foundation/errors/index";
import { ALGORITHM } from "./bundle.ts";

/** The bytes that precede the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const NOTE = "Signs evidence (docs/evidence.md). Keep a copy; new keys go above the old ones.";

/** A signing key and its public half. */
export interface EvidenceKey {
  /** The thumbprint (RFC 7638) of the public half. */
  kid: string;
  publicJwk: JWK;
  privateKey: CryptoKey | Uint8Array;
}

export interface EvidenceKeys {
  /**
   * Returns the key that signs now. @throws ConflictError where this service has none; ConfigurationError for a bad
   * file
   */
  signing(): Promise<EvidenceKey>;
  /** Returns the JSON Web Key Set (RFC 7517) of all keys, the signing one first; empty where there is none. */
  jwks(): Promise<{ keys: JWK[] }>;
}

async function keyOf(seed: Uint8Array): Promise<EvidenceKey> {
  const pair = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const { kty = "", crv = "", x = "", d = "" } = pair.export({ format: "jwk" }) as JWK;
  const publicJwk = { kty, crv, x };
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateKey: await importJWK({ ...publicJwk, d }, ALGORITHM),
  };
}

async function seedsOf(config: EvidenceConfig): Promise<readonly Uint8Array[]> {
  if (config.source === "missing") return [];
  if (config.source === "environment") return config.keys;
  if (config.source === "generated") await makeKeyFile(config.file, NOTE);
  return readKeyFile(config.file, "the evidence keys");
}

/** Manages the configured keys, which are read, or made, when first needed. */
export function evidenceKeys(config: EvidenceConfig): EvidenceKeys {
  let opened: Promise<EvidenceKey[]> | undefined;
  const keys = () => {
    opened ??= seedsOf(config).then((seeds) => Promise.all(seeds.map(keyOf)));
    // After a failure, the next call tries again.
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  return {
    async signing() {
      const [first] = await keys();
      if (first === undefined)
        throw new ConflictError("this service has no key for signing evidence; its operator must set EVIDENCE_KEY");
      return first;
    },
    jwks: async () => ({
      keys: (await keys()).map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: ALGORITHM, use: "sig" })),
    }),
  };
}
