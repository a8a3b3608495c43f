import { join } from "node:path";
import { z } from "zod";
import { readKeySource } from "./encryption.ts";

/** The part of the environment that names the keys which evidence is signed with. */
export const evidenceEnvironment = {
  EVIDENCE_KEY: z.string().min(1).optional(),
  EVIDENCE_KEY_FILE: z.string().min(1).optional(),
};

/**
 * Where the private keys come from that sign evidence: Ed25519 seeds of 32 bytes. The first one signs, all are
 * published. `generated`: a file in the data folder, made on first use. `missing`: nothing is signed.
 */
export type EvidenceConfig =
  | { source: "environment"; keys: readonly Uint8Array[] }
  | { source: "file" | "generated"; file: string }
  | { source: "missing" };

type Environment = z.output<z.ZodObject<typeof evidenceEnvironment>> & {
  NODE_ENV: string;
  DATABASE_URL?: string | undefined;
};

/** Where the environment has the evidence keys, and what is wrong with it. */
export function readEvidence(e: Environment, dataDir: string): { evidence: EvidenceConfig; mistakes: string[] } {
  const named = readKeySource("EVIDENCE_KEY", e.EVIDENCE_KEY, e.EVIDENCE_KEY_FILE);
  if (named !== null) return { evidence: named.source, mistakes: named.mistakes };
  // Each of several machines would sign with a key of its own, which the others do not publish.
  const isShared = e.NODE_ENV === "production" && e.DATABASE_URL !== undefined;
  return {
    evidence: isShared ? { source: "missing" } : { source: "generated", file: join(dataDir, "evidence.key") },
    mistakes: [],
  };
}
