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
      description: "`newsVolume`, `events`, `sentiment`, `revenueChange` or `sizeChange`.",
    }),
    weight: t.exposeFloat("weight", { description: "0–1; the parts that count in the market weigh the same." }),
    value: t.exposeFloat("value", {
      description: "As measured: a mean from −1 to 1; for volume and figures the logarithm of now / before.",
    }),
    known: t.exposeFloat("known", {
      description: "0–1: the share of the uncertainty about the true value that the data removed.",
    }),
    score: t.exposeFloat("score", {
      description: "0–100: its place in the market, shrunk towards the market's mean by how little is known.",
    }),
    evidence: t.exposeInt("evidence", { description: "Stories or events behind it; 0: a figure of the record." }),
    words: t.exposeString("words", { description: "The measurement for people." }),
  }),
});

export const MomentumScore = builder.objectRef<MomentumRow>("MomentumScore").implement({
  description: "How much a company gains, against the others of its market.",
  fields: (t) => ({
    score: t.exposeFloat("score", {
      nullable: true,
      description: "0–100, 50 is the market's mean; null where no part is known.",
    }),
    low: t.exposeFloat("low", {
      nullable: true,
      description: "Where the interval begins that holds the truth with 90 %.",
    }),
    high: t.exposeFloat("high", { nullable: true, description: "Where it ends." }),
    rank: t.exposeInt("rank", {
      nullable: true,
      description: "1 is best; null where too little is known for a place.",
    }),
    confidence: t.exposeFloat("confidence", {
      description: "0–1: how much of the uncertainty about the score the data took away.",
    }),
    parts: t.field({ description: "What the score is made of.", type: [MomentumPart], resolve: ({ parts }) => parts }),
  }),
});

const MomentumCompanyConnection = defineConnection<MomentumRow>(
  "MomentumCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({ momentum: t.field({ type: MomentumScore, description: "How much it gains.", resolve: ({ row }) => row }) }),
);

export const MarketMomentum = builder.objectRef<MarketAnalysis<"momentum">>("MarketMomentum").implement({
  description: "Momentum scores of a market's companies (the pipeline's `runMomentumScore`).",
  fields: (t) => ({
    ...runFields<"momentum">(t),
    asOf: t.field({
      type: "DateTime",
      nullable: true,
      description: "The end of the data: the newest story or event of any of the companies; null where there is none.",
      resolve: ({ result }) => (result.asOf === null ? null : new Date(result.asOf)),
    }),
    companies: t.field({
      type: MomentumCompanyConnection,
      description: "Ranked ones first, greatest score first; then those with a score alone; then those without.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.companies, args),
    }),
  }),
});
