import DataLoader from "dataloader";
import { type Review, reviewsOf } from "#markets/reviews/stored-reviews";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { enumValues } from "./enum-values.ts";
import { perRequest } from "./per-request.ts";

export const ReviewDecision = builder.enumType("ReviewDecision", {
  description:
    "ACCEPTED: the company is in the market, ranked before unreviewed companies. REJECTED: it is not in the market, and no later discovery of this market adds it.",
  values: enumValues(["accepted", "rejected"] as const, {
    accepted: "It belongs to the market.",
    rejected: "It does not belong to the market.",
  }),
});

export const MarketReview = builder.objectRef<Review>("MarketReview").implement({
  description: "A person's decision about a company of a market, or about a candidate.",
  fields: (t) => ({
    company: t.field({ description: "The company.", type: Company, resolve: ({ companyId }) => ({ id: companyId }) }),
    decision: t.field({
      description: "What was decided.",
      type: ReviewDecision,
      resolve: ({ isAccepted }) => (isAccepted ? ("accepted" as const) : ("rejected" as const)),
    }),
    reason: t.string({
      nullable: true,
      description: "The reviewer's reason; null where none was given.",
      resolve: ({ reason }) => (reason === "" ? null : reason),
    }),
    reviewedBy: t.expose("reviewedBy", {
      type: "UUID",
      description: "The user who decided, or the API key where no user was signed in.",
    }),
    reviewedAt: t.expose("reviewedAt", { description: "When it was decided.", type: "DateTime" }),
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
