import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Logger } from "pino";
import { PACKAGE_VERSION } from "#foundation/config/package-version";
import type { GraphContext } from "#schema/context";
import { register } from "./tool.ts";
import { DISCOVERY_TOOLS } from "./tools/discovery.ts";
import { DOSSIER_TOOLS, readDossier } from "./tools/dossiers.ts";
import { MARKET_TOOLS, readMarket } from "./tools/markets.ts";
import { RECORD_TOOLS, readCompany } from "./tools/records.ts";

/** Told to the model once, before it uses a tool. */
const INSTRUCTIONS =
  "Finds the companies of a market and says why each is in or out. To answer a market question: read_question, preview_discovery, correct the criteria, start_discovery, follow_discovery until hasEnded, get_market. Quote the evidence of a company, not your own knowledge; tell the estimate's sentence about how complete the list is.";

export const TOOLS = [...DISCOVERY_TOOLS, ...MARKET_TOOLS, ...RECORD_TOOLS, ...DOSSIER_TOOLS];

/** The one value of a part of an address. */
const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? "") : (value ?? ""));

/** A server for one request, which does what its caller may do. */
export function createMcpServer(context: GraphContext, log: Logger): McpServer {
  const server = new McpServer(
    { name: "market-intelligence", title: "Market Research and Impact Intelligence", version: PACKAGE_VERSION },
    { instructions: INSTRUCTIONS },
  );
  for (const offered of TOOLS) register(server, offered, context, log);

  const readable = (name: string, pattern: string, description: string, read: (key: string) => Promise<object>) =>
    server.registerResource(
      name,
      new ResourceTemplate(pattern, { list: undefined }),
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
  readable("market", "market://{key}", "A market with its first hundred companies and why they are in.", (key) =>
    readMarket(Number(key), context),
  );
  readable("company", "company://{key}", "A company, by its domain.", (key) => readCompany(key, context));
  readable("dossier", "dossier://{key}", "A dossier with its newest report.", (key) => readDossier(key, context));
  return server;
}
