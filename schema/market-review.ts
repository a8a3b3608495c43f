import DataLoader from "dataloader";
import { type Review, reviewsOf } from "#markets/reviews/stored-reviews";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { enumValues } from "./enum-values.ts";
import { perRequest } from "./per-request.ts";

export const ReviewDecision = builder.enumType("ReviewDecision", {
  description: "The decision of a review.",
  values: enumValues(["accepted", "rejected"] as const, {
    accepted: "The company is in the market, ranked before unreviewed companies.",
    rejected: "The company is not in the market, and no later discovery of this market adds it.",
  }),
});

export const MarketReview = builder.objectRef<Review>("MarketReview").implement({
  description: "The decision of a person about a company of a market, or about a candidate.",
  fields: (t) => ({
    company: t.field({
      description: "The reviewed company.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    decision: t.field({
      description: "Whether the company was accepted or rejected.",
      type: ReviewDecision,
      resolve: ({ isAccepted }) => (isAccepted ? ("accepted" as const) : ("rejected" as const)),
    }),
    reason: t.string({
      nullable: true,
      description: "The reason in the reviewer's words; null if none was given.",
      resolve: ({ reason }) => (reason === "" ? null : reason),
    }),
    reviewedBy: t.expose("reviewedBy", {
      type: "UUID",
      description: "The id of the user who reviewed the company, or of the API key if no user was signed in.",
    }),
    reviewedAt: t.expose("reviewedAt", { description: "When the company was reviewed.", type: "DateTime" }),
  }),
});

interface InMarket {
  marketId: number;
  companyId: number;
}

const keyOf = { cacheKeyFn: ({ marketId, companyId }: InMarket) => `${marketId} ${companyId}` };

/** The request's loader of reviews: one statement for all companies of all markets. */
export const reviewOfCompany = perRequest(
  ({ db }) => new DataLoader<InMarket, Review | null, string>((pairs) => reviewsOf(db, pairs), keyOf),
);
