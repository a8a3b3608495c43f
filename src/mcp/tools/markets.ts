import { z } from "zod";
import { NotFoundError } from "#foundation/errors/index";
import { McpMarketDocument, McpMarketsDocument, McpWhyNotDocument } from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { after, first, marketId } from "../inputs.ts";
import { companyLink, marketLink } from "../links.ts";
import { runOperation } from "../run-operation.ts";
import { READS, tool } from "../tool.ts";

/** Returns a market with a page of its companies, by default the first hundred. @throws NotFoundError */
export async function readMarket(
  id: number,
  context: GraphContext,
  page: { first: number; after?: string | null | undefined } = { first: 100 },
) {
  const { market } = await runOperation(
    McpMarketDocument,
    { marketId: id, first: page.first, after: page.after ?? null },
    context,
  );
  if (market == null) throw new NotFoundError(`market ${id}`);
  const { jobs, companies, ...facts } = market;
  return {
    ...facts,
    job: jobs.edges[0]?.node ?? null,
    totalCount: companies.totalCount,
    pageInfo: companies.pageInfo,
    companies: companies.edges.map(({ node, ...membership }) => ({ ...node, ...membership })),
  };
}

const list = tool({
  name: "list_markets",
  title: "List markets",
  description: "Lists the team's markets, newest first.",
  input: z.object({
    search: z.string().optional().describe("A text that the name must contain."),
    first: first(100, 25),
    after,
  }),
  annotations: READS,
  async run({ search, first: count, after: cursor }, context) {
    const page = { search: search ?? null, first: count, after: cursor ?? null };
    const { markets } = await runOperation(McpMarketsDocument, page, context);
    const nodes = markets.edges.map(({ node }) => node);
    return {
      value: { totalCount: markets.totalCount, pageInfo: markets.pageInfo, markets: nodes },
      links: nodes.map(({ marketId: id, name }) => marketLink(id, name)),
    };
  },
});

const market = tool({
  name: "get_market",
  title: "Read a market",
  description:
    "A market's companies by rank, each with the outcome, probability and evidence of every criterion. Includes the estimated precision and recall, related companies, and the best candidates that were not included.",
  input: z.object({ marketId, first: first(100, 25), after }),
  annotations: READS,
  async run({ marketId: id, ...page }, context) {
    const value = await readMarket(id, context, page);
    return { value, links: value.companies.map(({ domain, name }) => companyLink(domain, name)) };
  },
});

const whyNot = tool({
  name: "why_not",
  title: "Why is a company not in a market?",
  description:
    "Judges any domain by a market's criteria: the verdict, each criterion with its evidence, and the smallest change of the criteria that would include it.",
  input: z.object({ marketId, domain: z.string().min(1).describe("The company's domain, as a domain, host or URL.") }),
  annotations: READS,
  async run({ marketId: id, domain }, context) {
    const { market: found } = await runOperation(McpWhyNotDocument, { marketId: id, domain }, context);
    if (found == null) throw new NotFoundError(`market ${id}`);
    return { value: found.whyNot, links: [marketLink(id, `Market ${id}`), companyLink(found.whyNot.domain, domain)] };
  },
});

export const MARKET_TOOLS = [list, market, whyNot];
