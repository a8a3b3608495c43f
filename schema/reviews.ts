import DataLoader from "dataloader";
import { type CandidateReport, latestVerdicts } from "#markets/read-candidates";
import { marketSuggestions, type ReviewSuggestion } from "#markets/reviews/market-suggestions";
import { type Reviewed, reviewCompany, withdrawReview } from "#markets/reviews/review-company";
import { countReviews, listReviews, type Review } from "#markets/reviews/stored-reviews";
import { builder } from "./builder.ts";
import { CandidateVerdict } from "./candidate.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection, pageOf } from "./connection.ts";
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
      "The latest verdict of the discoveries about the company, which the review leaves unchanged; null where there is none.",
    resolve: ({ marketId, companyId }, _args, context) => verdictOfCompany(context).load({ marketId, companyId }),
  }),
}));

const ReviewSuggestionType = builder.objectRef<ReviewSuggestion>("ReviewSuggestion").implement({
  description: "A company whose review would help most to rank the others.",
  fields: (t) => ({
    company: t.field({ description: "The company.", type: Company, resolve: ({ companyId }) => ({ id: companyId }) }),
    domain: t.exposeString("domain", { description: "The company's domain." }),
    verdict: t.expose("verdict", { description: "Its verdict.", type: VerdictEnum }),
    reason: t.exposeString("reason", { description: "Why it has its verdict, a sentence." }),
    chance: t.exposeFloat("chance", {
      description:
        "The probability that it belongs to the market, 0–1, from the judge and the reviews so far. It starts at 0.5 where the judge gave none and every criterion is met.",
    }),
  }),
});

const MarketReviewConnection = defineConnection<Review>("MarketReview", MarketReview, (row) => row);

/** Compares some 400 records with each other: about 200 ms. */
const COMPLEXITY = 20_000;
const DEFAULT_SUGGESTIONS = 5;

builder.prismaObjectFields(Market, (t) => ({
  reviews: t.field({
    type: MarketReviewConnection,
    description: "The reviews of companies of the market and of candidates, newest first.",
    authScopes: { anyScope: ["markets:read"] },
    args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
    complexity: byPage,
    resolve: async ({ id }, args, { db }) => {
      const page = pageOf(args);
      const rows = await listReviews(db, id, { ...page, limit: page.limit + 1 });
      return { rows, page, totalCount: () => countReviews(db, id) };
    },
  }),
  reviewSuggestions: t.field({
    type: [ReviewSuggestionType],
    description:
      "The companies whose review would help most, best first: uncertain, similar to many uncertain ones, and different from each other.",
    authScopes: { anyScope: ["markets:read"] },
    args: { first: t.arg.int({ defaultValue: DEFAULT_SUGGESTIONS, description: "As many at most." }) },
    complexity: COMPLEXITY,
    resolve: ({ id }, { first }, { db }) =>
      marketSuggestions(db, id, pageOf({ first: first ?? DEFAULT_SUGGESTIONS }).limit),
  }),
}));

const ReviewCompanyInput = builder.inputType("ReviewCompanyInput", {
  description: "A decision about a company of a market.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    domain: t.string({
      required: true,
      description: "The domain of a company that a discovery of this market judged, as a domain, host or URL.",
    }),
    decision: t.field({ description: "What is decided.", type: ReviewDecision, required: true }),
    reason: t.string({ description: "The reason for the decision, at most 1,000 characters." }),
  }),
});

const WithdrawReviewInput = builder.inputType("WithdrawReviewInput", {
  description: "A review to take back.",
  fields: (t) => ({
    marketId: t.int({ required: true }),
    domain: t.string({ required: true, description: "The company's domain, as a domain, host or URL." }),
  }),
});

const ReviewPayload = builder.objectRef<Reviewed>("ReviewPayload").implement({
  description: "What a review has changed.",
  fields: (t) => ({
    market: t.prismaField({
      description: "The market, as it is afterwards.",
      type: Market,
      resolve: (query, { marketId }, _args, context) =>
        read(context).market.findUniqueOrThrow({ ...query, where: { id: marketId } }),
    }),
    review: t.field({
      type: MarketReview,
      nullable: true,
      description: "The review; null after it was withdrawn.",
      resolve: ({ marketId, companyId }, _args, context) => reviewOfCompany(context).load({ marketId, companyId }),
    }),
  }),
});

builder.mutationFields((t) => ({
  reviewCompany: t.field({
    type: ReviewPayload,
    description:
      "Accepts or rejects a company for a market, and ranks the other companies by all reviews. A later review replaces an earlier one.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ description: "The review.", type: ReviewCompanyInput, required: true }) },
    resolve: (_root, { input: { decision, ...input } }, { db, caller, idempotency }) =>
      reviewCompany(db, caller, { ...input, isAccepted: decision === "accepted" }, idempotency),
  }),
  withdrawReview: t.field({
    type: ReviewPayload,
    description: "Withdraws a review. The market is then as if the review had never existed.",
    authScopes: { anyScope: ["discovery:write"] },
    args: { input: t.arg({ description: "The company of the review.", type: WithdrawReviewInput, required: true }) },
    resolve: (_root, { input }, { db, caller, idempotency }) => withdrawReview(db, caller, input, idempotency),
  }),
}));
