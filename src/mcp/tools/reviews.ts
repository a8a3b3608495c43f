import { z } from "zod";
import { NotFoundError } from "#foundation/errors/index";
import { McpReviewDocument, McpReviewsDocument, McpWithdrawReviewDocument } from "#generated/operations/graphql";
import { first, marketId } from "../inputs.ts";
import { companyLink, marketLink } from "../links.ts";
import { runOperation } from "../run-operation.ts";
import { READS, tool } from "../tool.ts";

const domain = z
  .string()
  .min(1)
  .describe("The domain of a company that a completed discovery of the market has judged, as a domain, host or URL.");

/** A review replaces an earlier one, and can take a company out of the market. */
const CHANGES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };

const suggest = tool({
  name: "suggest_reviews",
  title: "Which companies to review",
  description:
    "Returns the companies of a market whose reviews would help most to rank the others, best first, each with the probability that it belongs; and the newest 25 reviews. It is empty before a discovery has completed. Show the companies to the user, and record the answers with review_company.",
  input: z.object({ marketId, first: first(100, 5) }),
  annotations: READS,
  async run({ marketId: id, first: count }, context) {
    const { market } = await runOperation(McpReviewsDocument, { marketId: id, first: count }, context);
    if (market == null) throw new NotFoundError(`market ${id}`);
    const { name, reviewSuggestions, reviews } = market;
    return {
      value: {
        marketId: id,
        suggestions: reviewSuggestions.map(({ company, ...suggestion }) => ({ ...company, ...suggestion })),
        reviewed: reviews.totalCount,
        reviews: reviews.edges.map(({ node: { company, ...review } }) => ({ ...company, ...review })),
      },
      links: [
        marketLink(id, name),
        ...reviewSuggestions.map((suggestion) => companyLink(suggestion.domain, suggestion.company.name)),
      ],
    };
  },
});

const review = tool({
  name: "review_company",
  title: "Review a company",
  description:
    "Accepts or rejects a company for a market, and ranks the other companies again by all reviews. An accepted company moves before those without a review; a rejected one leaves the market, and no later discovery adds it. A review is a decision of the user, so ask before you record one. It replaces an earlier review of the company. Requires the scope `discovery:write`.",
  input: z.object({
    marketId,
    domain,
    decision: z
      .enum(["ACCEPTED", "REJECTED"])
      .describe("`ACCEPTED` if the company belongs to the market, otherwise `REJECTED`."),
    reason: z
      .string()
      .optional()
      .describe("The reason in the user's words, at most 1,000 characters; by default none."),
  }),
  annotations: CHANGES,
  async run(input, context) {
    const { reviewCompany } = await runOperation(McpReviewDocument, { input }, context);
    const { market, review: recorded } = reviewCompany;
    return {
      value: { marketId: market.marketId, domain: input.domain, review: recorded },
      links: [marketLink(market.marketId, market.name)],
    };
  },
});

const withdraw = tool({
  name: "withdraw_review",
  title: "Withdraw a review",
  description:
    "Withdraws the review of a company, which review_company recorded. The market is then as if the review had never existed. Requires the scope `discovery:write`.",
  input: z.object({ marketId, domain }),
  annotations: CHANGES,
  async run(input, context) {
    const { market } = (await runOperation(McpWithdrawReviewDocument, input, context)).withdrawReview;
    return {
      value: { marketId: market.marketId, domain: input.domain, review: null },
      links: [marketLink(market.marketId, market.name)],
    };
  },
});

export const REVIEW_TOOLS = [suggest, review, withdraw];
