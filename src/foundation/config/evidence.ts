import { join } from "node:path";
import { z } from "zod";
import { readKeySource } from "./encryption.ts";

/** Environment variables that name the keys for signing evidence. */
export const evidenceEnvironment = {
  EVIDENCE_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "[the key that signs evidence](evidence.md#the-key)", unset: "created in `DATA_DIR`" }),
  EVIDENCE_KEY_FILE: z.string().min(1).optional().describe("file with this key"),
};

/**
 * Source of the private keys that sign evidence, Ed25519 seeds of 32 bytes. The first one signs, all are published.
 * `generated` is a file in the data folder, made on first use. With `missing`, nothing is signed.
 */
export type EvidenceConfig =
  | { source: "environment"; keys: readonly Uint8Array[] }
  | { source: "file" | "generated"; file: string }
  | { source: "missing" };

type Environment = z.output<z.ZodObject<typeof evidenceEnvironment>> & {
  NODE_ENV: string;
  DATABASE_URL?: string | undefined;
};

/** Reads the source of the evidence keys. Also returns what is wrong with it. */
export function readEvidence(e: Environment, dataDir: string): { evidence: EvidenceConfig; mistakes: string[] } {
  const named = readKeySource("EVIDENCE_KEY", e.EVIDENCE_KEY, e.EVIDENCE_KEY_FILE);
  if (named !== null) return { evidence: named.source, mistakes: named.mistakes };
  // Each of several machines would sign with its own key, which the others do not publish.
  const isShared = e.NODE_ENV === "production" && e.DATABASE_URL !== undefined;
  return {
    evidence: isShared ? { source: "missing" } : { source: "generated", file: join(dataDir, "evidence.key") },
    mistakes: [],
  };
}
