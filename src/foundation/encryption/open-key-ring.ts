import { stat } from "node:fs/promises";
import type { EncryptionConfig } from "../config/encryption.ts";
import { makeKeyFile, readKeyFile } from "./key-file.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";

const NOTE = "Encrypts stored secrets (docs/encryption.md). Keep a copy; new keys go above the old ones.";
const ring = async (file: string) => createKeyRing(await readKeyFile(file, "the encryption keys"));

/**
 * Opens the key ring of the configuration. Generates a missing key on first use, in a file that only its owner can
 * read.
 * @throws ConfigurationError where the file of `ENCRYPTION_KEY_FILE` cannot be read or holds no key
 */
export async function openKeyRing(encryption: EncryptionConfig): Promise<KeyRing> {
  if (encryption.source === "environment") return createKeyRing(encryption.keys);
  const { source, file } = encryption;
  if (source === "generated") await makeKeyFile(file, NOTE);
  return ring(file);
}

/** Like `openKeyRing`, but makes nothing; undefined where a key has yet to be generated. */
export async function findKeyRing(encryption: EncryptionConfig): Promise<KeyRing | undefined> {
  if (encryption.source !== "generated") return openKeyRing(encryption);
  const exists = await stat(encryption.file).then(
    () => true,
    () => false,
  );
  return exists ? ring(encryption.file) : undefined;
}
