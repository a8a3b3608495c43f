import { createHash } from "node:crypto";

/** A year: how long browsers use only https for this host. */
const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** By default a page may load nothing from elsewhere and may not be framed. */
const NOTHING = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** Returns a content security policy that allows only the named sources. */
export const policy = (allowed: Record<string, string> = {}): string =>
  Object.entries({ ...NOTHING, ...allowed })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");

/** Returns a source that allows exactly this text in a page's `<style>` or `<script>`. */
export const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the headers of every answer; a page has its own policy. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "content-security-policy": policy(),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": `max-age=${HSTS_SECONDS}` } : {}),
  };
}
