import type { MarketAnalysis } from "#pipeline/analyses/market-analyses";
import type { AnalysisResult, MomentumPart as MomentumPartShape } from "#pipeline/analyses/results";
import { analysisLoader, pageOfList, runFields } from "./analysis.ts";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection } from "./connection.ts";

type MomentumRow = AnalysisResult<"momentum">["companies"][number];

/** The request's loader of momentum scores, by market. */
export const momentumOfMarkets = analysisLoader("momentum");

const MomentumPart = builder.objectRef<MomentumPartShape>("MomentumPart").implement({
  description: "One part of a momentum score that is known for a company.",
  fields: (t) => ({
    name: t.exposeString("name", {
      description: "`newsVolume`, `sentiment`, `sentimentChange`, `revenueChange` or `sizeChange`.",
    }),
    weight: t.exposeFloat("weight", { description: "0–1; those of the company's known parts together are 1." }),
    value: t.exposeFloat("value", {
      description: "As measured: a sentiment or a difference of two, of the other parts the logarithm of now / before.",
    }),
    score: t.exposeFloat("score", { description: "0–100: its place among the market's companies." }),
  }),
});

export const MomentumScore = builder.objectRef<MomentumRow>("MomentumScore").implement({
  description: "How much a company gains, against the others of its market.",
  fields: (t) => ({
    score: t.exposeFloat("score", { nullable: true, description: "0–100; null where no part is known." }),
    confidence: t.exposeFloat("confidence", { description: "0–1: what the known parts weigh." }),
    parts: t.field({ type: [MomentumPart], resolve: ({ parts }) => parts }),
  }),
});

const MomentumCompanyConnection = defineConnection<MomentumRow>(
  "MomentumCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({ momentum: t.field({ type: MomentumScore, resolve: ({ row }) => row }) }),
);

export const MarketMomentum = builder.objectRef<MarketAnalysis<"momentum">>("MarketMomentum").implement({
  description: "Momentum scores of a market's companies (the pipeline's `runMomentumScore`).",
  fields: (t) => ({
    ...runFields<"momentum">(t),
    asOf: t.field({
      type: "DateTime",
      nullable: true,
      description: "The end of the recent window: the newest article about one of the companies; null: there is none.",
      resolve: ({ result }) => (result.asOf === null ? null : new Date(result.asOf)),
    }),
    companies: t.field({
      type: MomentumCompanyConnection,
      description: "By score, greatest first.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.companies, args),
    }),
  }),
});
