import { createHash } from "node:crypto";
import { canonicalJson } from "#foundation/language/canonical-json";
import type { Json } from "#providers/provider-call";

/** SHA-256 of a request: the same question to the same provider has the same name, however its fields were ordered. */
export function requestHash(request: { provider: string; operation: string; model: string; request: Json }): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex");
}
