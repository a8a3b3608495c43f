import type { ReturnPreference } from "./trpc.ts";

/** Returns the `return` preference of a `Prefer` header (RFC 7240): the first known one, null when there is none. */
export function returnPreference(header: string | string[] | undefined): ReturnPreference | null {
  const preferences = [header ?? []].flat().join(",").split(",");
  for (const preference of preferences) {
    const [, value] = /^\s*return\s*=\s*"?(minimal|representation)"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (value !== undefined) return value.toLowerCase() as ReturnPreference;
  }
  return null;
}
