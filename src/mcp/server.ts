import { type ListResourcesCallback, McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Logger } from "pino";
import { z } from "zod";
import { PACKAGE_VERSION } from "#foundation/config/package-version";
import { McpMarketsDocument } from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { marketLink } from "./links.ts";
import { registerPrompts } from "./prompts.ts";
import { runOperation } from "./run-operation.ts";
import { createTasks } from "./tasks.ts";
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

/** Whether a message calls a tool as a task. */
const asksForTask = (message: unknown): boolean =>
  z.object({ params: z.object({ task: z.object() }) }).safeParse(message).success;

/** Makes a server for one request with this message, with the caller's permissions. */
export function createMcpServer(context: GraphContext, log: Logger, message: unknown): McpServer {
  const tasks = createTasks(context);
  const server = new McpServer(
    { name: "market-intelligence", title: "Market Research and Impact Intelligence", version: PACKAGE_VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      taskStore: tasks,
    },
  );
  const serving = { context, log, tasks, asksForTask: asksForTask(message) };
  for (const offered of TOOLS) register(server, offered, serving);
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
      async (uri, { key }) => ({
        contents: [
          {
            uri: uri.href,
            mimeType: "application/json",
            text: JSON.stringify(await read(decodeURIComponent(one(key)))),
          },
        ],
      }),
    );
  readable(
    "market",
    "market://{key}",
    "A market with its first hundred companies and the reason for each.",
    (key) => readMarket(Number(key), context),
    async () => {
      const { markets } = await runOperation(McpMarketsDocument, { search: null, first: LISTED, after: null }, context);
      return { resources: markets.edges.map(({ node }) => marketLink(node.marketId, node.name)) };
    },
  );
  readable("company", "company://{key}", "A company, by its domain.", (key) => readCompany(key, context));
  readable("dossier", "dossier://{key}", "A dossier with its newest report.", (key) => readDossier(key, context));
  return server;
}
