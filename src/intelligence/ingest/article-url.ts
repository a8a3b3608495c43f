/** Longest address that is taken, in characters: what browsers and servers agree on, and what a PostgreSQL index can hold. */
export const MAX_URL_LENGTH = 2_048;

/** Parameters that tell a publisher where a reader came from and do not change the page; `utm_…` besides. */
const TRACKING: ReadonlySet<string> = new Set([
  "_ga",
  "_gl",
  "dclid",
  "fbclid",
  "gclid",
  "gclsrc",
  "gbraid",
  "igshid",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "msclkid",
  "twclid",
  "wbraid",
  "yclid",
]);

export type UrlReading = { url: string; problem?: undefined } | { url?: undefined; problem: string };

/**
 * The address of an article in one spelling, which identifies it: http(s) only, lower-case punycode host, no
 * credentials, default port, fragment or tracking parameters. The other parameters keep their order.
 * @param base resolves relative addresses; without it they are refused.
 */
export function readArticleUrl(text: string, base?: string): UrlReading {
  const given = text.trim();
  if (given === "") return { problem: "no url" };
  const shown = `"${given.length > 80 ? `${given.slice(0, 77)}…` : given}"`;
  if (given.length > MAX_URL_LENGTH) return { problem: `the url ${shown} has more than ${MAX_URL_LENGTH} characters` };
  const url = parseUrl(given, base);
  if (url === null || url.hostname === "") return { problem: `the url ${shown} is not a web address` };
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { problem: `the url ${shown} is not http or https` };
  url.hostname = url.hostname.replace(/\.$/, "");
  url.username = "";
  url.password = "";
  url.hash = "";
  url.search = withoutTracking(url.search);
  if (url.href.length > MAX_URL_LENGTH) return { problem: `the url ${shown} is too long when written out` };
  return { url: url.href };
}

/** Cut as text, because `URLSearchParams` would write the parameters that stay in another way. */
function withoutTracking(search: string): string {
  if (search === "") return "";
  const kept = search
    .slice(1)
    .split("&")
    .filter((parameter) => {
      const name = (parameter.split("=", 1)[0] ?? "").toLowerCase();
      return !TRACKING.has(name) && !name.startsWith("utm_");
    });
  return kept.join("&");
}

function parseUrl(text: string, base: string | undefined): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
