import { readFileSync } from "node:fs";
import { z } from "zod";
import { serverUrl } from "./server-url.ts";
import { oneName, wholeNumber } from "./values.ts";

/** Environment variables that name the engine which finds companies. */
export const searchEngineEnvironment = {
  SEARCH_ENGINE: oneName(["embedded", "opensearch"])
    .default("embedded")
    .describe("[the engine that finds companies](search-engine.md): `embedded` or `opensearch`"),
  /** Several nodes of one cluster, separated by commas. */
  SEARCH_URL: z
    .string()
    .transform((text) => text.split(",").map((url) => url.trim().replace(/\/+$/, "")))
    .pipe(z.array(serverUrl))
    .optional()
    .describe("URLs of OpenSearch's nodes, separated by commas"),
  SEARCH_USER: z.string().min(1).optional().describe("user name for OpenSearch"),
  SEARCH_PASSWORD: z.string().min(1).optional().describe("password of this user"),
  SEARCH_API_KEY: z.string().min(1).optional().describe("API key for OpenSearch, instead of a user"),
  SEARCH_TLS_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("file of a certificate authority, PEM, beside the system's"),
  // What OpenSearch accepts as the beginning of an index name.
  SEARCH_INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, "must be lower-case letters, digits, - and _")
    .default("market-intelligence")
    .describe("prefix of the names of indexes; products that share a cluster need different ones"),
  SEARCH_SHARDS: wholeNumber(1, 100).default(1).describe("shards of a new index"),
  SEARCH_REPLICAS: wholeNumber(0, 10).default(1).describe("replicas of each shard"),
};

type Environment = z.output<z.ZodObject<typeof searchEngineEnvironment>>;

/** The OpenSearch cluster that the operator named. */
export interface OpenSearchConfig {
  kind: "opensearch";
  /** Base URLs of its nodes, without trailing slashes. */
  nodes: string[];
  access: { username: string; password: string } | { apiKey: string } | null;
  /** A certificate authority in addition to the system's, PEM. */
  ca: string | undefined;
  /** Prefix of the names of its indexes and aliases; products that share a cluster need different prefixes. */
  prefix: string;
  /** Number of shards of a new index. */
  shards: number;
  replicas: number;
}

/** The engine that finds companies; null means the embedded engine. */
export type SearchEngineConfig = OpenSearchConfig | null;

/** Reads the settings of the engine. Also returns what is wrong with them. */
export function readSearchEngine(e: Environment): { searchEngine: SearchEngineConfig; mistakes: string[] } {
  const mistakes: string[] = [];
  const { SEARCH_USER: username, SEARCH_PASSWORD: password, SEARCH_API_KEY: apiKey } = e;
  if (e.SEARCH_ENGINE === "embedded") {
    if (e.SEARCH_URL !== undefined) mistakes.push("SEARCH_URL requires SEARCH_ENGINE=opensearch");
    return { searchEngine: null, mistakes };
  }
  if (e.SEARCH_URL === undefined)
    mistakes.push(
      "SEARCH_ENGINE=opensearch requires SEARCH_URL, the URL of a node, or comma-separated URLs of several nodes",
    );
  if ((username === undefined) !== (password === undefined))
    mistakes.push("SEARCH_USER and SEARCH_PASSWORD must be set together");
  if (username !== undefined && apiKey !== undefined)
    mistakes.push("SEARCH_USER and SEARCH_API_KEY are both set; set only one of them");
  let ca: string | undefined;
  try {
    ca = e.SEARCH_TLS_CA_FILE === undefined ? undefined : readFileSync(e.SEARCH_TLS_CA_FILE, "utf8");
  } catch (error) {
    mistakes.push(`SEARCH_TLS_CA_FILE ${error instanceof Error ? error.message : error}`);
  }
  const byPassword = username === undefined || password === undefined ? null : { username, password };
  return {
    searchEngine: {
      kind: "opensearch",
      nodes: e.SEARCH_URL ?? [],
      access: apiKey === undefined ? byPassword : { apiKey },
      ca,
      prefix: e.SEARCH_INDEX_PREFIX,
      shards: e.SEARCH_SHARDS,
      replicas: e.SEARCH_REPLICAS,
    },
    mistakes,
  };
}
