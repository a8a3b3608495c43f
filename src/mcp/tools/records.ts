import { z } from "zod";
import { NotFoundError } from "#foundation/errors/index";
import { McpCompanyDocument, McpEventsDocument, McpSearchCompaniesDocument } from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { after, first } from "../inputs.ts";
import { companyLink } from "../links.ts";
import { runOperation } from "../run-operation.ts";
import { READS, tool } from "../tool.ts";

/** Returns a company's values with their sources, its newest articles and ESG incidents. @throws NotFoundError */
export async function readCompany(identifier: string, context: GraphContext) {
  const { company } = await runOperation(McpCompanyDocument, { identifier }, context);
  if (company == null) throw new NotFoundError(`company ${identifier}`);
  const { news, esgIncidents, ...facts } = company;
  return {
    ...facts,
    news: news.edges.map(({ node }) => node),
    esgIncidents: esgIncidents.edges.map(({ node }) => node),
  };
}

const search = tool({
  name: "search_companies",
  title: "Search the directory",
  description:
    "Finds companies of the directory by words, name or domain, best first. For a market with reasons, use start_discovery.",
  input: z.object({
    keyword: z.string().min(1).describe("Words, a name, or a domain, host or URL."),
    location: z.string().optional().describe("A country, state or city, such as `Munich, DE`."),
    first: first(50, 10),
    after,
  }),
  annotations: READS,
  async run({ keyword, location, first: count, after: cursor }, context) {
    const { companies } = await runOperation(
      McpSearchCompaniesDocument,
      { search: { keyword, location: location ?? null }, first: count, after: cursor ?? null },
      context,
    );
    const found = companies.edges.map(({ node, score }) => ({ ...node, score }));
    return {
      value: { totalCount: companies.totalCount, pageInfo: companies.pageInfo, companies: found },
      links: found.map(({ domain, name }) => companyLink(domain, name)),
    };
  },
});

const company = tool({
  name: "get_company",
  title: "Read a company",
  description:
    "Returns a company of the directory with the source of each value (the kind of record and the sentence), its newest articles and its ESG incidents.",
  input: z.object({
    identifier: z.string().min(1).describe("The number of the company, or its domain as a domain, host name or URL."),
  }),
  annotations: READS,
  async run({ identifier }, context) {
    const value = await readCompany(identifier, context);
    return { value, links: [companyLink(value.domain, value.name)] };
  },
});

const events = tool({
  name: "list_events",
  title: "List events",
  description:
    "Lists events from articles, newest first, with the companies and places that they affect and the severity. Without dates, lists those of yesterday and today. Requires a key with the subscription `events-monitor`.",
  input: z.object({
    impactedEntities: z
      .array(z.string())
      .optional()
      .describe("Names of companies or other entities, of which one must match."),
    alertTypes: z
      .array(z.string())
      .optional()
      .describe("Alert types such as `Product Recall`, of which one must match."),
    from: z.iso.datetime({ offset: true }).optional().describe("Events that last changed at this time or later."),
    to: z.iso.datetime({ offset: true }).optional().describe("Events that last changed at this time or earlier."),
    minSeverity: z
      .number()
      .min(0)
      .max(3)
      .optional()
      .describe("The minimum severity of an impacted entity, 0–3; by default 2."),
    first: first(50, 10),
    after,
  }),
  annotations: READS,
  async run({ from, to, first: count, after: cursor, ...filter }, context) {
    const dates = {
      ...(from === undefined ? {} : { lastUpdatedFrom: from }),
      ...(to === undefined ? {} : { lastUpdatedTo: to }),
    };
    const { events: found } = await runOperation(
      McpEventsDocument,
      { filter: { ...filter, ...dates }, first: count, after: cursor ?? null },
      context,
    );
    const nodes = found.edges.map(({ node }) => node);
    return { value: { totalCount: found.totalCount, pageInfo: found.pageInfo, events: nodes } };
  },
});

export const RECORD_TOOLS = [search, company, events];
