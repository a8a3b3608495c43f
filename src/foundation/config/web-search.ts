import { z } from "zod";
import { serverUrl } from "./server-url.ts";
import { oneName, usDollars } from "./values.ts";

/**
 * All known web searches, each with its default URL. Null: the operator's own server, which takes no key and costs
 * nothing.
 */
const URLS = {
  searxng: null,
  exa: "https://api.exa.ai",
  tavily: "https://api.tavily.com",
  brave: "https://api.search.brave.com",
};

export type WebSearchKind = keyof typeof URLS;

/** Environment variables that name a web search. */
export const webSearchEnvironment = {
  WEB_SEARCH: oneName(["none", ...(Object.keys(URLS) as WebSearchKind[])])
    .default("none")
    .describe("[the web search](web-discovery.md): `none`, `searxng`, `exa`, `tavily` or `brave`"),
  WEB_SEARCH_URL: serverUrl
    .optional()
    .meta({ description: "base URL of its API", unset: "the provider's; `searxng` has none" }),
  WEB_SEARCH_API_KEY: z.string().min(1).optional().describe("key of its API"),
  WEB_SEARCH_PRICE: usDollars.optional().describe("US dollars per thousand searches"),
};

type Environment = z.output<z.ZodObject<typeof webSearchEnvironment>>;

/** The web search that the operator named; null means none. */
export type WebSearchConfig = {
  kind: WebSearchKind;
  /** Base URL without a trailing slash. */
  url: string;
  apiKey: string | undefined;
  /** US dollars per thousand searches. */
  price: number;
} | null;

/** Reads the settings of the web search. Also returns what is wrong with them. */
export function readWebSearch(e: Environment): { webSearch: WebSearchConfig; mistakes: string[] } {
  if (e.WEB_SEARCH === "none") return { webSearch: null, mistakes: [] };
  const kind = e.WEB_SEARCH;
  const url = e.WEB_SEARCH_URL ?? URLS[kind];
  const mistakes: string[] = [];
  const isOwn = URLS[kind] === null;
  if (url === null) mistakes.push(`WEB_SEARCH=${kind} requires WEB_SEARCH_URL, the URL of your server`);
  if (!isOwn && e.WEB_SEARCH_API_KEY === undefined) mistakes.push(`WEB_SEARCH=${kind} requires WEB_SEARCH_API_KEY`);
  if (!isOwn && e.WEB_SEARCH_PRICE === undefined)
    mistakes.push(
      `WEB_SEARCH=${kind} requires WEB_SEARCH_PRICE, in US dollars per thousand searches of your plan: the cost of a call must be known in advance`,
    );
  return {
    mistakes,
    webSearch: {
      kind,
      url: (url ?? "").replace(/\/+$/, ""),
      apiKey: e.WEB_SEARCH_API_KEY,
      price: e.WEB_SEARCH_PRICE ?? 0,
    },
  };
}
