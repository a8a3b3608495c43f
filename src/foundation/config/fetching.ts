import { z } from "zod";
import { HOST_AND_PORT, oneName, wholeNumber } from "./values.ts";

/** Environment variables that control how web addresses are fetched. */
export const fetchingEnvironment = {
  FETCH_ALLOW: z
    .string()
    .transform((text) => text.split(",").map((pair) => pair.trim().toLowerCase()))
    .refine((pairs) => pairs.every((pair) => HOST_AND_PORT.test(pair)), {
      error: "must be comma-separated host:port pairs, such as 127.0.0.1:8080",
    })
    .optional()
    .meta({
      description: "private addresses that may be fetched, `host:port`, separated by commas; not in production",
      unset: "none",
    }),
  FETCH_CONTACT: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be an e-mail address or a URL, without spaces")
    .optional()
    .describe("how a site's owner can reach you, sent with each request: an e-mail address or a URL"),
  FETCH_DELAY_MS: wholeNumber(0, 600_000)
    .default(1000)
    .describe("delay between two requests for feeds or [web pages](pages.md) to one host"),
  FETCH_CONCURRENCY: wholeNumber(1, 256).default(8).describe("simultaneous requests to all hosts together"),
  PAGES_KEEP_HOURS: wholeNumber(0, 24 * 365)
    .default(24 * 7)
    .describe("how long a stored page is used before it is fetched again"),
  COMPANY_PAGES: oneName(["stored", "fetch"])
    .default("stored")
    .describe(
      "which pages of companies' own sites `runEsg` and `runPeople` read: `stored` pages, or `fetch` them first ([details](pages.md#pages-of-a-markets-companies))",
    ),
};

type Environment = z.output<z.ZodObject<typeof fetchingEnvironment>>;

/** How web addresses are fetched (docs/pages.md). */
export interface FetchingConfig {
  /** Pairs of host and port that may be fetched although they are not public; empty in production. */
  allow: readonly string[];
  /** How a site's owner can reach the operator; sent with each request. */
  contact: string | undefined;
  /** Delay between two requests to one host. */
  delayMs: number;
  /** Concurrent requests to all hosts together. */
  concurrency: number;
}

/** Whether to use the stored pages of a market's companies or to fetch their sites. */
export type CompanyPagesSource = "stored" | "fetch";

export interface PagesConfig {
  /** How long a stored page is used before it is fetched again. */
  keepHours: number;
  /** Applies to the flags `runEsg` and `runPeople`. */
  ofCompanies: CompanyPagesSource;
}

/** Reads the settings of fetching. Also returns what is wrong with them. */
export function readFetching(e: Environment & { NODE_ENV: string }): {
  fetching: FetchingConfig;
  pages: PagesConfig;
  mistakes: string[];
} {
  const allow = e.FETCH_ALLOW ?? [];
  const mistakes =
    e.NODE_ENV === "production" && allow.length > 0
      ? [
          "FETCH_ALLOW allows addresses of the internal network; it is for tests and development, and must not be set in production",
        ]
      : [];
  return {
    fetching: { allow, contact: e.FETCH_CONTACT, delayMs: e.FETCH_DELAY_MS, concurrency: e.FETCH_CONCURRENCY },
    pages: { keepHours: e.PAGES_KEEP_HOURS, ofCompanies: e.COMPANY_PAGES },
    mistakes,
  };
}
