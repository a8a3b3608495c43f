import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../config/config.ts";
import { parseEncryptionKeys } from "../config/encryption.ts";

/** Makes a key in the form of the environment and key files: 32 random bytes in base64. */
export const newKey = (): string => randomBytes(32).toString("base64");

/**
 * Reads the keys of a file, 32 bytes each.
 * @param what names the keys in messages
 * @throws ConfigurationError where the file cannot be read or holds no key
 */
export async function readKeyFile(file: string, what: string): Promise<Uint8Array[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new ConfigurationError([`${what} in ${file} cannot be read (${code})`]);
  }
  const { keys, mistake } = parseEncryptionKeys(text);
  if (mistake !== undefined) throw new ConfigurationError([`${file}: ${mistake}`]);
  return keys;
}

/**
 * Makes a file with a new key, readable only by its owner, unless it exists. Makes it in one step, so that two
 * processes that start at once read the same key.
 * @param note its first line, for whoever opens it
 */
export async function makeKeyFile(file: string, note: string): Promise<void> {
  if (await stat(file).catch(() => null)) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `# ${note}\n${newKey()}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
