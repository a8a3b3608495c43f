import { stat } from "node:fs/promises";
import type { EncryptionConfig } from "../config/encryption.ts";
import { makeKeyFile, readKeyFile } from "./key-file.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";

const NOTE = "Encrypts stored secrets (docs/encryption.md). Keep a copy; new keys go above the old ones.";
const ring = async (file: string) => createKeyRing(await readKeyFile(file, "the encryption keys"));

/**
 * The key ring of the configuration. A generated key is made on first use, in a file that only its owner reads.
 * @throws ConfigurationError where the file of `ENCRYPTION_KEY_FILE` cannot be read or holds no key
 */
export async function openKeyRing(encryption: EncryptionConfig): Promise<KeyRing> {
  if (encryption.source === "environment") return createKeyRing(encryption.keys);
  const { source, file } = encryption;
  if (source === "generated") await makeKeyFile(file, NOTE);
  return ring(file);
}

/** The same, without making anything; undefined where a key has yet to be generated. */
export async function findKeyRing(encryption: EncryptionConfig): Promise<KeyRing | undefined> {
  if (encryption.source !== "generated") return openKeyRing(encryption);
  const exists = await stat(encryption.file).then(
    () => true,
    () => false,
  );
  return exists ? ring(encryption.file) : undefined;
}
