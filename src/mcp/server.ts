import {
  type ListResourcesCallback,
  type McpRequestContext,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import { PACKAGE_VERSION } from "#foundation/config/package-version";
import { NotFoundError } from "#foundation/errors/index";
import { McpMarketsDocument } from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { protocolErrorOf } from "./failure.ts";
import { marketLink } from "./links.ts";
import { registerPrompts } from "./prompts.ts";
import { runOperation } from "./run-operation.ts";
import { registerTasks, TASKS_CAPABILITY } from "./tasks.ts";
import { register } from "./tool.ts";
import { DISCOVERY_TOOLS } from "./tools/discovery.ts";
import { DOSSIER_TOOLS, readDossier } from "./tools/dossiers.ts";
import { MARKET_TOOLS, readMarket } from "./tools/markets.ts";
import { PUBLISHING_TOOLS } from "./tools/publishing.ts";
import { RECORD_TOOLS, readCompany } from "./tools/records.ts";
import { REVIEW_TOOLS } from "./tools/reviews.ts";

/** Instructions that the model gets once, before it uses a tool. */
const INSTRUCTIONS =
  "Finds the companies of a market, and explains for each company why it is or is not in the market. To answer a market question: read_question, preview_discovery, correct the criteria, start_discovery, follow_discovery until hasEnded, get_market. Quote the evidence of a company, not your own knowledge; report the estimate's sentence about how complete the list is. To finish a market as the user decides: suggest_reviews and review_company, publish_market and follow_discovery, export_market for a file.";

export const TOOLS = [
  ...DISCOVERY_TOOLS,
  ...MARKET_TOOLS,
  ...REVIEW_TOOLS,
  ...PUBLISHING_TOOLS,
  ...RECORD_TOOLS,
  ...DOSSIER_TOOLS,
];

/** Returns the single value of a part of an address. */
const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? "") : (value ?? ""));

/** Number of markets listed as resources. */
const LISTED = 25;

/** Clients are not told when a list changes: they would have to hold a connection for it. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
};

/** What a client may keep: the tools and the prompts are those of this version, alike for every caller. */
const KEPT = { ttlMs: 300_000, cacheScope: "public" } as const;

/** Makes a server for one request, with the caller's permissions. */
export function createMcpServer(context: GraphContext, log: Logger, { era }: McpRequestContext): McpServer {
  const hasTasks = era === "modern";
  const server = new McpServer(
    { name: "market-intelligence", title: "Market Research and Impact Intelligence", version: PACKAGE_VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: { ...CAPABILITIES, ...(hasTasks ? TASKS_CAPABILITY : {}) },
      cacheHints: { "tools/list": KEPT, "prompts/list": KEPT, "resources/templates/list": KEPT },
    },
  );
  for (const offered of TOOLS) register(server, offered, context, log);
  if (hasTasks) registerTasks(server, context, log);
  registerPrompts(server);

  const readable = (
    name: string,
    pattern: string,
    description: string,
    read: (key: string) => Promise<object>,
    list?: ListResourcesCallback,
  ) =>
    server.registerResource(
      name,
      new ResourceTemplate(pattern, { list }),
      { description, mimeType: "application/json" },
      async ({ href }, { key }) => {
        try {
          const text = JSON.stringify(await read(decodeURIComponent(one(key))));
          return { contents: [{ uri: href, mimeType: "application/json", text }] };
        } catch (error) {
          if (error instanceof NotFoundError) throw new ResourceNotFoundError(href, error.message);
          throw protocolErrorOf(error, log, "resources/read");
        }
      },
    );
  readable(
    "market",
    "market://{key}",
    "A market with its first hundred companies and the reason for each.",
    (key) => readMarket(Number(key), context),
    async () => {
      try {
        const page = { search: null, first: LISTED, after: null };
        const { markets } = await runOperation(McpMarketsDocument, page, context);
        return { resources: markets.edges.map(({ node }) => marketLink(node.marketId, node.name)) };
      } catch (error) {
        throw protocolErrorOf(error, log, "resources/list");
      }
    },
  );
  readable("company", "company://{key}", "A company, by its domain.", (key) => readCompany(key, context));
  readable("dossier", "dossier://{key}", "A dossier with its newest report.", (key) => readDossier(key, context));
  return server;
}
