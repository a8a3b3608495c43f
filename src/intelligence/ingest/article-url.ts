/** Maximum characters of an address. Browsers and servers agree on it, and a PostgreSQL index can hold it. */
export const MAX_URL_LENGTH = 2_048;

/** Parameters that tell a publisher where a reader came from and do not change the page, in addition to `utm_…`. */
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
 * Normalises the address of an article, which identifies it: http(s) only, lower-case punycode host, no credentials,
 * default port, fragment or tracking parameters. The other parameters keep their order.
 * @param base resolves relative addresses; without it they are refused
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

/** Cuts the text, because `URLSearchParams` would rewrite the remaining parameters. */
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
