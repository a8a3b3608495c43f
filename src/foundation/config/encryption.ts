import { join, resolve } from "node:path";
import { z } from "zod";

/** Environment variables that name the keys for encrypting stored secrets. */
export const encryptionEnvironment = {
  ENCRYPTION_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "[the key that encrypts stored secrets](encryption.md)", unset: "created in `DATA_DIR`" }),
  ENCRYPTION_KEY_FILE: z.string().min(1).optional().describe("file with this key"),
};

/** AES-256. */
const KEY_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[\w+/-]{43}=?$/;

/**
 * Source of the encryption keys, 32 bytes each: the first one encrypts, all of them decrypt. `generated` is a file in
 * the data folder, made on first use.
 */
export type EncryptionConfig =
  | { source: "environment"; keys: readonly Uint8Array[] }
  | { source: "file" | "generated"; file: string };

/** Name of the key file generated in the data folder. */
export const GENERATED_KEY_FILE = "encryption.key";

/**
 * Parses keys separated by commas or white space, each 32 bytes in base64, base64url or hex. Lines that begin with `#`
 * are comments.
 * @returns the keys, or a mistake, which never quotes a key
 */
export function parseEncryptionKeys(text: string): { keys: Uint8Array[]; mistake?: string } {
  const words = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(/[\s,]+/))
    .filter((word) => word !== "");
  const keys: Uint8Array[] = [];
  for (const [index, word] of words.entries()) {
    const key = HEX.test(word) ? Buffer.from(word, "hex") : BASE64.test(word) ? Buffer.from(word, "base64") : null;
    if (key?.length !== KEY_BYTES)
      return {
        keys: [],
        mistake: `key ${index + 1} of ${words.length} is not 32 bytes in base64 or hex (openssl rand -base64 32 makes one)`,
      };
    keys.push(key);
  }
  return keys.length === 0 ? { keys, mistake: "it contains no key" } : { keys };
}

/**
 * Returns the source of the keys that a variable or its `_FILE` twin names, and what is wrong with it; null where
 * neither is set.
 */
export function readKeySource(
  name: string,
  keys: string | undefined,
  file: string | undefined,
): {
  source: { source: "environment"; keys: readonly Uint8Array[] } | { source: "file"; file: string };
  mistakes: string[];
} | null {
  if (keys !== undefined) {
    const read = parseEncryptionKeys(keys);
    const mistakes =
      file !== undefined
        ? [`${name} and ${name}_FILE are both set; set only one of them`]
        : read.mistake === undefined
          ? []
          : [`${name}: ${read.mistake}`];
    return { source: { source: "environment", keys: read.keys }, mistakes };
  }
  return file === undefined ? null : { source: { source: "file", file: resolve(file) }, mistakes: [] };
}

type Environment = z.output<z.ZodObject<typeof encryptionEnvironment>> & {
  NODE_ENV: string;
  DATABASE_URL?: string | undefined;
  TEMPORAL_ADDRESS?: string | undefined;
};

/** Reads the source of the encryption keys. Also returns what is wrong with it. */
export function readEncryption(e: Environment, dataDir: string): { encryption: EncryptionConfig; mistakes: string[] } {
  const named = readKeySource("ENCRYPTION_KEY", e.ENCRYPTION_KEY, e.ENCRYPTION_KEY_FILE);
  if (named !== null) return { encryption: named.source, mistakes: named.mistakes };
  // A key on one machine is useless to the others that share the database or the Temporal server.
  const isShared = e.DATABASE_URL !== undefined || e.TEMPORAL_ADDRESS !== undefined;
  const mistakes =
    e.NODE_ENV === "production" && isShared
      ? [
          "ENCRYPTION_KEY or ENCRYPTION_KEY_FILE is missing: in production, processes that share a database or a Temporal server need the same key (docs/encryption.md)",
        ]
      : [];
  return { encryption: { source: "generated", file: join(dataDir, GENERATED_KEY_FILE) }, mistakes };
}
