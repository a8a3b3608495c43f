import { isIP } from "node:net";
import { FetchRefusedError } from "./errors.ts";
import { isPublicAddress } from "./public-address.ts";

/** Servers and caches cut longer addresses (RFC 9110 §4.1 asks for 8,000 octets). */
const LONGEST_URL = 8000;

/**
 * Ports of other protocols, where an HTTP request could be taken for a command. They are the "bad ports" of the Fetch
 * standard (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Names that are never hosts of the public Internet: special-use names (RFC 6761, 6762, 7686, 8375, 9476), ICANN's
 * `internal`, and suffixes of inner networks.
 */
const INNER_SUFFIXES = [
  "alt",
  "arpa",
  "corp",
  "example",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "private",
  "test",
];

/** The host of a URL without brackets and without the final dot of an absolute name. */
export function hostOf({ hostname }: Pick<URL, "hostname">): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Host and port as the allow-list writes them: "127.0.0.1:8080", "[::1]:8080", "intranet.example:443". */
export function hostAndPortOf(url: Pick<URL, "hostname" | "port" | "protocol">): string {
  const host = hostOf(url);
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`.toLowerCase();
}

/**
 * Parses an address and refuses what needs no look-up. That is: schemes other than http and https, credentials, ports
 * of other protocols, non-public literal addresses in any spelling, and names of inner networks. For a host and port on
 * the allow-list, only scheme and credentials are checked.
 * @throws FetchRefusedError
 */
export function checkUrl(text: string, base: URL | undefined, allowed: ReadonlySet<string>): URL {
  if (text.length > LONGEST_URL) throw new FetchRefusedError(text, `is longer than ${LONGEST_URL} characters`);
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw new FetchRefusedError(
      base ?? text,
      base ? "redirects to something that is not a web address" : "is not a web address",
      {
        cause,
      },
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FetchRefusedError(url, "is not fetched: only http and https are");
  if (url.username !== "" || url.password !== "") throw new FetchRefusedError(url, "carries a user name or password");
  url.hash = "";
  if (allowed.has(hostAndPortOf(url))) return url;

  const host = hostOf(url);
  if (isIP(host) > 0) {
    if (!isPublicAddress(host)) throw new FetchRefusedError(url, "is not on the public Internet");
  } else if (isInnerName(host)) throw new FetchRefusedError(url, "is a name of an inner network");
  if (url.port !== "" && BAD_PORTS.has(Number(url.port)))
    throw new FetchRefusedError(url, "names a port that belongs to another protocol");
  return url;
}

/** Whether a name has no dot. The resolver completes it from its own search list, so it is always internal. */
function isInnerName(host: string): boolean {
  const labels = host.split(".");
  return labels.length < 2 || labels.includes("") || INNER_SUFFIXES.includes(labels.at(-1) ?? "");
}
