import { createHash } from "node:crypto";

/** A year: browsers ask this host by https alone for so long. */
const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** What no page of ours does, and no answer is for: to load anything from elsewhere, or to stand in a frame. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A content security policy: nothing at all, but for what is named. */
export const policy = (allowed: Record<string, string> = {}): string =>
  [NOTHING, ...Object.entries(allowed).map(([directive, sources]) => `${directive} ${sources}`)].join("; ");

/** What allows exactly this text inside of a page's `<style>` or `<script>`. */
export const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The headers of every answer; a page brings a policy of its own. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "content-security-policy": policy(),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": `max-age=${HSTS_SECONDS}` } : {}),
  };
}
