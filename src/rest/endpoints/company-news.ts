import { z } from "zod";
import { CompanyNewsDocument } from "#generated/operations/graphql";
import { CompanyNewsItem } from "../contracts/company-news.ts";
import { text } from "../contracts/values.ts";
import { found } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** The maximum and the default. */
const MAX_ITEMS = 100;
const NOT_A_LIMIT = { error: `must be a whole number, 1–${MAX_ITEMS}`, abort: true };

/** E11: returns news of one company. */
export const companyNews = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/impact/companies/{identifier}/news",
      tags: ["Impact intelligence"],
      summary: "Read the news of a company",
      description: "The response is a list without an envelope.",
      successDescription: "Articles about the company, newest first.",
      errorResponses: [],
    },
    rest: {
      document: CompanyNewsDocument,
      query: ["limit"],
      invalidInput: "Bad Request - Invalid input",
      errors: ["INVALID_INPUT", "NOT_FOUND"],
    },
  })
  .input(
    z.object({
      identifier: text()
        .min(1, "is empty")
        .meta({
          description: "The number of the company, or its domain as a domain, host name or URL.",
          examples: ["example.com"],
        }),
      limit: z
        .int32(NOT_A_LIMIT)
        .min(1, NOT_A_LIMIT)
        .max(MAX_ITEMS, NOT_A_LIMIT)
        .default(MAX_ITEMS)
        .describe(`The maximum number of articles, 1–${MAX_ITEMS}.`),
    }),
  )
  .output(z.array(CompanyNewsItem))
  .query(async ({ input: { identifier, limit }, ctx }) => {
    const { company } = await runOperation(CompanyNewsDocument, { identifier, first: limit }, ctx.graph);
    return found(company, `company ${identifier}`).news.edges.map(({ node }) => ({
      name: node.title,
      pageUrl: node.url,
      summary: node.summary,
      sentiment: node.sentiment,
      estimatedDate: {
        str: node.dateText,
        precision: node.datePrecision,
        timestamp: new Date(node.publishedAt).getTime(),
      },
      image: node.image,
    }));
  });
