import parseRobots from "robots-parser";
import { FetchFailedError, FetchRefusedError } from "./errors.ts";
import { type Fetcher, ROBOT_NAME } from "./fetcher.ts";

/** The part of a robots.txt that must be read (RFC 9309 §2.5). */
const READ_BYTES = 500 * 1024;
/** The longest use of a copy (RFC 9309 §2.4). */
const KEEP_MS = 24 * 3600_000;
/** After a failure the file is fetched again sooner. */
const KEEP_FAILURE_MS = 5 * 60_000;
/** The longest pause between two pages of a site, whatever its `Crawl-delay`. */
const LONGEST_DELAY_MS = 30_000;
/** Sites whose rules are kept; the longest unused goes first. */
const KEPT_SITES = 2000;
const TIMEOUT_MS = 15_000;

/**
 * Characters of patterns with wildcards. Matching time grows with the number of rules times the length of the address.
 * At this bound and 2,000 characters it is about a quarter of a second; a malicious file would take ten times as long.
 * Real ones have some hundreds.
 */
const MOST_PATTERN_CHARACTERS = 50_000;

type Rules =
  | { kind: "parsed"; robots: ReturnType<typeof parseRobots> }
  | { kind: "open" }
  | { kind: "intricate" }
  | { kind: "unreachable" };

/**
 * Applies the rules of robots.txt for this product, by RFC 9309. Without such a file (4xx) everything is allowed. While
 * the server fails (5xx, no answer, or 429, "not now"), nothing is.
 */
export function createRobots(fetcher: Pick<Fetcher, "fetch">) {
  const sites = new Map<string, { rules: Promise<Rules>; until: number }>();

  /**
   * Returns the pause in milliseconds that the site asks for between two requests; 0 where it asks for none.
   * @throws FetchRefusedError where the site's robots.txt forbids the address.
   * @throws FetchFailedError, retryable, where it cannot be read now.
   */
  return async function checkRobots(url: URL): Promise<number> {
    const rules = await rulesOf(url.origin);
    if (rules.kind === "unreachable")
      throw new FetchFailedError(url, "is not fetched now: the robots.txt of its site cannot be read", true);
    if (rules.kind === "intricate")
      throw new FetchRefusedError(url, "is not fetched: the robots.txt of its site is too intricate to be followed");
    if (rules.kind === "open") return 0;
    if (rules.robots.isAllowed(url.href, ROBOT_NAME) === false)
      throw new FetchRefusedError(url, "is not fetched: the robots.txt of its site forbids it");
    const seconds = rules.robots.getCrawlDelay(ROBOT_NAME) ?? 0;
    return Math.min(LONGEST_DELAY_MS, Math.max(0, seconds * 1000));
  };

  function rulesOf(origin: string): Promise<Rules> {
    const now = Date.now();
    const kept = sites.get(origin);
    sites.delete(origin);
    const entry = kept !== undefined && kept.until > now ? kept : { rules: read(origin), until: now + KEEP_MS };
    sites.set(origin, entry);
    const [oldest] = sites.keys();
    if (sites.size > KEPT_SITES && oldest !== undefined) sites.delete(oldest);
    if (entry !== kept)
      void entry.rules.then(({ kind }) => {
        if (kind === "unreachable") entry.until = Date.now() + KEEP_FAILURE_MS;
      });
    return entry.rules;
  }

  async function read(origin: string): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    try {
      const { status, body } = await fetcher.fetch(address, {
        timeoutMs: TIMEOUT_MS,
        maxBytes: READ_BYTES,
        whenLarger: "cut",
      });
      if (status === 429 || status >= 500) return { kind: "unreachable" };
      if (status < 200 || status >= 300) return { kind: "open" };
      const text = body.toString("utf8").replace(/^\ufeff/, "");
      if (patternCharacters(text) > MOST_PATTERN_CHARACTERS) return { kind: "intricate" };
      return { kind: "parsed", robots: parseRobots(address, text) };
    } catch (error) {
      // A site whose robots.txt redirects to a forbidden address counts as having none.
      if (error instanceof FetchRefusedError) return { kind: "open" };
      if (error instanceof FetchFailedError) return { kind: "unreachable" };
      throw error;
    }
  }
}

function patternCharacters(text: string): number {
  let characters = 0;
  for (const line of text.split(/[\r\n]+/)) if (/^\s*(?:dis)?allow\s*:[^#]*\*/i.test(line)) characters += line.length;
  return characters;
}
