import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../config/config.ts";
import { type EncryptionConfig, parseEncryptionKeys } from "../config/encryption.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";

/** A key as the environment and key files hold it: 32 random bytes in base64. */
export const newKey = (): string => randomBytes(32).toString("base64");

/**
 * The key ring of the configuration. A generated key is made on first use, in a file that only its owner reads.
 * @throws ConfigurationError where the file of `ENCRYPTION_KEY_FILE` cannot be read or holds no key
 */
export async function openKeyRing(encryption: EncryptionConfig): Promise<KeyRing> {
  if (encryption.source === "environment") return createKeyRing(encryption.keys);
  const { source, file } = encryption;
  if (source === "generated") await makeKeyFile(file);
  return createKeyRing(await readKeyFile(file));
}

/** The same, without making anything; undefined where a key has yet to be generated. */
export async function findKeyRing(encryption: EncryptionConfig): Promise<KeyRing | undefined> {
  if (encryption.source !== "generated") return openKeyRing(encryption);
  const exists = await stat(encryption.file).then(
    () => true,
    () => false,
  );
  return exists ? createKeyRing(await readKeyFile(encryption.file)) : undefined;
}

async function readKeyFile(file: string): Promise<Uint8Array[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new ConfigurationError([`the encryption keys in ${file} cannot be read (${code})`]);
  }
  const { keys, mistake } = parseEncryptionKeys(text);
  if (mistake !== undefined) throw new ConfigurationError([`${file}: ${mistake}`]);
  return keys;
}

/** Makes the file with its key in one step, unless it is there: of two processes that start at once, both read the same key. */
async function makeKeyFile(file: string): Promise<void> {
  if (await stat(file).catch(() => null)) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const note = "# Encrypts stored secrets (docs/encryption.md). Keep a copy; new keys go above the old ones.";
  await writeFile(draft, `${note}\n${newKey()}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
