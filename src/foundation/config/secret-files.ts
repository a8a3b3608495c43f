import { readFileSync } from "node:fs";

/** Variables whose value may come from a file instead, such as a mounted secret: `<NAME>_FILE` names it. */
export const SECRETS = [
  "DATABASE_URL",
  "DATABASE_POOL_URL",
  "SMTP_URL",
  "LANGUAGE_MODEL_API_KEY",
  "WEB_SEARCH_API_KEY",
  "GEOCODING_API_KEY",
  "EMBEDDINGS_API_KEY",
  "TEMPORAL_API_KEY",
  "SEARCH_PASSWORD",
  "SEARCH_API_KEY",
] as const;

/**
 * Returns the environment with the trimmed contents of secret files, and what is wrong with them. A mistake names the
 * variable and the file, never the contents.
 */
export function withSecretFiles(given: Readonly<Record<string, string | undefined>>): {
  env: Record<string, string | undefined>;
  mistakes: string[];
} {
  const env = { ...given };
  const mistakes: string[] = [];
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      mistakes.push(`${name} and ${name}_FILE are both set; set only one of them`);
      continue;
    }
    try {
      const secret = readFileSync(file, "utf8").trim();
      if (secret === "") mistakes.push(`${name}_FILE: ${file} is empty`);
      else env[name] = secret;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
      mistakes.push(`${name}_FILE: ${file} cannot be read (${code})`);
    }
  }
  return { env, mistakes };
}
