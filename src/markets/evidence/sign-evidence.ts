import { CompactSign } from "jose";
import type { Database } from "#foundation/db/database";
import { canonicalJson } from "#foundation/language/canonical-json";
import { ALGORITHM, bundleOf, TYPE } from "./bundle.ts";
import type { EvidenceKeys } from "./evidence-keys.ts";
import { gatherEvidence } from "./gather-evidence.ts";

/** A signed bundle. */
export interface SignedEvidence {
  /** A JSON Web Signature in compact form (RFC 7515), without a final line feed. */
  jws: string;
  /** The thumbprint of the signing key's public half. */
  kid: string;
  /** Name for the file: `market-7.evidence.jws`. */
  fileName: string;
}

/**
 * Signs the present evidence of a market. The caller must have checked that it may be disclosed.
 * @throws NotFoundError, ConflictError (see `gatherEvidence`, and where there is no key)
 */
export async function signEvidence(db: Database, keys: EvidenceKeys, marketId: number): Promise<SignedEvidence> {
  const { kid, publicJwk, privateKey } = await keys.signing();
  const payload = canonicalJson(bundleOf(await gatherEvidence(db, marketId), new Date()));
  const jws = await new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid, jwk: publicJwk })
    .sign(privateKey);
  return { jws, kid, fileName: `market-${marketId}.evidence.jws` };
}
