import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * Formats a value as canonical JSON (RFC 8785): equal values have equal texts, whatever the order of their fields.
 * Leaves out fields without a value. @throws Error for values that are not JSON, such as NaN or half of a surrogate
 * pair
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value ?? null);
  if (text === undefined) throw new Error(`there is no canonical JSON of a ${typeof value}`);
  return text;
}

/** Returns the SHA-256 of the canonical JSON, in hex: equal values have equal digests. */
export const digestOf = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex");
