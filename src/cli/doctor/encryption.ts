import { stat } from "node:fs/promises";
import { signingKeysByEncryption } from "#accounts/auth/stored-signing-keys";
import type { Config } from "#foundation/config/config";
import type { Queries } from "#foundation/db/database";
import { findKeyRing } from "#foundation/encryption/open-key-ring";
import type { Finding } from "./check.ts";

/** Checks the source of the encryption keys, and who can read them. */
export async function checkEncryption({ encryption }: Config): Promise<Finding[]> {
  const name = "Encryption";
  const ring = await findKeyRing(encryption);
  if (ring === undefined)
    return [
      { name, status: "ok", found: "no key yet; npm start creates one in DATA_DIR, and ENCRYPTION_KEY sets your own" },
    ];
  const origin = encryption.source === "environment" ? "ENCRYPTION_KEY" : encryption.file;
  const [first, ...others] = ring.keyIds;
  const further = others.length === 0 ? "" : `, and decrypts with ${others.join(", ")}`;
  const found = `the key ${first} of ${origin} encrypts${further}`;
  if (encryption.source === "environment") return [{ name, status: "ok", found }];
  const mode = (await stat(encryption.file)).mode & 0o777;
  if ((mode & 0o077) === 0) return [{ name, status: "ok", found }];
  const cure = `chmod 600 ${encryption.file}`;
  return [{ name, status: "note", found: `${found}; other users can read it (mode ${mode.toString(8)})`, cure }];
}

/** Checks for secrets stored under other keys than the current one; returns nothing where all is in order. */
export async function checkStoredSecrets(db: Queries, { encryption }: Config): Promise<Finding[]> {
  const name = "Stored secrets";
  const keyIds = (await findKeyRing(encryption))?.keyIds ?? [];
  const rows = await signingKeysByEncryption(db);
  if (rows.some(({ keyId }) => keyId === null))
    return [
      {
        name,
        status: "note",
        found: "signing keys of an earlier version are not encrypted",
        cure: "npm start encrypts them",
      },
    ];
  const unknown = rows.flatMap(({ keyId }) => (keyId === null || keyIds.includes(keyId) ? [] : [keyId]));
  if (unknown.length === 0) return [];
  const found = `signing keys under ${unknown.join(", ")}, which are not among the encryption keys here`;
  return [
    { name, status: "note", found, cure: "add that key to ENCRYPTION_KEY; without it, new signing keys are created" },
  ];
}
