import DataLoader from "dataloader";
import { childLoader } from "#foundation/db/children";
import { type CandidateReport, latestVerdicts } from "#markets/read-candidates";
import { marketSuggestions, type ReviewSuggestion } from "#markets/reviews/market-suggestions";
import { type Reviewed, reviewCompany, withdrawReview } from "#markets/reviews/review-company";
import { marketReviews, type Review } from "#markets/reviews/stored-reviews";
import { builder } from "./builder.ts";
import { CandidateVerdict } from "./candidate.ts";
import { Company } from "./company.ts";
import { byPage, childPage, defineConnection, pageOf } from "./connection.ts";
import { Market } from "./market.ts";
import { VerdictEnum } from "./market-company.ts";
import { MarketReview, ReviewDecision, reviewOfCompany } from "./market-review.ts";
import { perRequest } from "./per-request.ts";
import { read } from "./read.ts";

interface InMarket {
  marketId: number;
  companyId: number;
}

const verdictOfCompany = perRequest(
  ({ db }) =>
    new DataLoader<InMarket, CandidateReport | null, string>((pairs) => latestVerdicts(db, pairs), {
      cacheKeyFn: ({ marketId, companyId }) => `${marketId} ${companyId}`,
    }),
);

builder.objectFields(MarketReview, (t) => ({
  candidate: t.field({
    type: CandidateVerdict,
    nullable: true,
    description:
      "The latest verdict of a discovery on the company, which the review does not change; null if there is none.",
    resolve: ({ marketId, companyId }, _args, context) => verdictOfCompany(context).load({ marketId, companyId }),
  }),
}));

const ReviewSuggestionType = builder.objectRef<ReviewSuggestion>("ReviewSuggestion").implement({
  description: "A company whose review would help most to rank the other companies.",
  fields: (t) => ({
    company: t.field({
      description: "The suggested company.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    domain: t.exposeString("domain", { description: "The domain of the company." }),
    verdict: t.expose("verdict", { description: "The latest verdict on the company.", type: VerdictEnum }),
    reason: t.exposeString("reason", { description: "The reason for the verdict, in one sentence." }),
    chance: t.exposeFloat("chance", {
      description:
        "The estimated probability that the company belongs to the market, 0–1, from the judge and the reviews so far. If the judge gave no probability and every criterion is met, it starts at 0.5.",
    }),
  }),
});

const MarketReviewConnection = defineConnection<Review>("MarketReview", MarketReview, (row) => row);

const reviewsOfMarkets = perRequest(({ db }) => childLoader<Review>(db, marketReviews));

/** Compares some 400 records with each other: about 200 ms. */
const COMPLEXITY = 20_000;
const DEFAULT_SUGGESTIONS = 5;

builder.prismaObjectFields(Market, (t) => ({
  reviews: t.field({
    type: MarketReviewConnection,
    description: "The reviews of the market's companies and candidates, newest first.",
    authScopes: { anyScope: ["markets:read"] },
    args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
    complexity: byPage,
    resolve: ({ id }, args, context) => childPage(reviewsOfMarkets(context), id, args),
  }),
  reviewSuggestions: t.field({
    type: [ReviewSuggestionType],
    description:
      "The companies whose reviews would help most, best first: they are uncertain, similar to many other uncertain companies, and different from each other. Empty before a discovery has completed.",
    authScopes: { anyScope: ["markets:read"] },
    args: {
      first: t.arg.int({
        defaultValue: DEFAULT_SUGGESTIONS,
        description: `The maximum number of suggestions, 1–100; by default ${DEFAULT_SUGGESTIONS}.`,
      }),
    },
    complexity: COMPLEXITY,
    resolve: ({ id }, { first }, { db }) =>
      marketSuggestions(db, id, pageOf({ first: first ?? DEFAULT_SUGGESTIONS }).limit),
  }),
}));

const ReviewCompanyInput = builder.inputType("ReviewCompanyInput", {
  description: "The input of `reviewCompany`.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    domain: t.string({
      required: true,
      description:
        "The domain of a company that a completed discovery of this market has judged, as a domain, host name or URL.",
    }),
    decision: t.field({
      description: "Whether to accept or reject the company.",
      type: ReviewDecision,
      required: true,
    }),
    reason: t.string({ description: "The reason for the decision, at most 1,000 characters." }),
  }),
});

const WithdrawReviewInput = builder.inputType("WithdrawReviewInput", {
  description: "The input of `withdrawReview`.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    domain: t.string({
      required: true,
      description: "The domain of the reviewed company, as a domain, host name or URL.",
    }),
  }),
});

const ReviewPayload = builder.objectRef<Reviewed>("ReviewPayload").implement({
  description: "The result of a review.",
  fields: (t) => ({
    market: t.prismaField({
      description: "The market, as it is after the review.",
      type: Market,
      resolve: (query, { marketId }, _args, context) =>
        read(context).market.findUniqueOrThrow({ ...query, where: { id: marketId } }),
    }),
    review: t.field({
      type: MarketReview,
      nullable: true,
      description: "The review; null if it was withdrawn.",
      resolve: ({ marketId, companyId }, _args, context) => reviewOfCompany(context).load({ marketId, companyId }),
    }),
  }),
});

builder.mutationFields((t) => ({
  reviewCompany: t.field({
    type: ReviewPayload,
    description:
      "Accepts or rejects a company for a market, and ranks the other companies again by all reviews. A later review of the company replaces the earlier one. Fails with NOT_FOUND if no completed discovery of the market has judged the company.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ description: "The company and the decision.", type: ReviewCompanyInput, required: true }) },
    resolve: (_root, { input: { decision, ...input } }, { db, caller, idempotency }) =>
      reviewCompany(db, caller, { ...input, isAccepted: decision === "accepted" }, idempotency),
  }),
  withdrawReview: t.field({
    type: ReviewPayload,
    description:
      "Withdraws a review. The market is then as if the review had never existed. Fails with NOT_FOUND if there is no such review.",
    authScopes: { anyScope: ["discovery:write"] },
    args: {
      input: t.arg({
        description: "The company whose review is withdrawn.",
        type: WithdrawReviewInput,
        required: true,
      }),
    },
    resolve: (_root, { input }, { db, caller, idempotency }) => withdrawReview(db, caller, input, idempotency),
  }),
}));
