import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const asked = (text: string) => ({ messages: [{ role: "user" as const, content: { type: "text" as const, text } }] });

/** Registers prompts, which people start by name in a client, for example as a slash command. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "find_market",
    {
      title: "Find a market",
      description: "Finds the companies of a market, with the reason for each.",
      argsSchema: z.object({
        question: z.string().describe("For example: makers of bicycle brakes in Italy, not shops."),
      }),
    },
    ({ question }) =>
      asked(
        `Find this market: ${question}\n\nRead the question, show me the criteria, the preview and the quote, and wait for my consent before you start the discovery. Then list the companies, quote the evidence for each, and say how complete the list probably is.`,
      ),
  );
  server.registerPrompt(
    "explain_absence",
    {
      title: "Why is a company not in a market?",
      description: "Explains which criterion excludes a company, and which change would include it.",
      argsSchema: z.object({
        marketId: z.string().describe("The number of the market."),
        domain: z.string().describe("The domain of the company."),
      }),
    },
    ({ marketId, domain }) =>
      asked(
        `Why is ${domain} not in market ${marketId}? Name the criterion and its evidence, and the smallest change of the criteria that would include it.`,
      ),
  );
}
