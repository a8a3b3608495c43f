import { z } from "zod";
import { serverUrl } from "./server-url.ts";
import { usDollars } from "./values.ts";

/** The part of the environment that names a web search. */
export const webSearchEnvironment = {
  WEB_SEARCH: z
    .enum(["none", "searxng", "exa", "tavily", "brave"], { error: "must be none, searxng, exa, tavily or brave" })
    .default("none"),
  WEB_SEARCH_URL: serverUrl.optional(),
  WEB_SEARCH_API_KEY: z.string().min(1).optional(),
  WEB_SEARCH_PRICE: usDollars.optional(),
};

type Environment = z.output<z.ZodObject<typeof webSearchEnvironment>>;

export type WebSearchKind = "searxng" | "exa" | "tavily" | "brave";

/** Where each provider answers when no other URL is set; SearXNG is always a server of the operator's. */
const URLS: Record<WebSearchKind, string | undefined> = {
  searxng: undefined,
  exa: "https://api.exa.ai",
  tavily: "https://api.tavily.com",
  brave: "https://api.search.brave.com",
};

/** A web search as the operator named it; null: none. */
export type WebSearchConfig = {
  kind: WebSearchKind;
  /** Base URL without a trailing slash. */
  url: string;
  apiKey: string | undefined;
  /** US dollars for a thousand searches. */
  price: number;
} | null;

/** The web search of the environment, and what is wrong with it. */
export function readWebSearch(e: Environment): { webSearch: WebSearchConfig; mistakes: string[] } {
  if (e.WEB_SEARCH === "none") return { webSearch: null, mistakes: [] };
  const kind = e.WEB_SEARCH;
  const url = e.WEB_SEARCH_URL ?? URLS[kind];
  const mistakes: string[] = [];
  if (url === undefined) mistakes.push("WEB_SEARCH=searxng needs WEB_SEARCH_URL, the address of your server");
  if (kind !== "searxng" && e.WEB_SEARCH_API_KEY === undefined)
    mistakes.push(`WEB_SEARCH=${kind} needs WEB_SEARCH_API_KEY`);
  if (kind !== "searxng" && e.WEB_SEARCH_PRICE === undefined)
    mistakes.push(
      `WEB_SEARCH=${kind} needs WEB_SEARCH_PRICE, in US dollars for a thousand searches of your plan: costs are known beforehand or not at all`,
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
