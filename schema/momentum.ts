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
  description: "One part of a company's momentum score, for which data is known.",
  fields: (t) => ({
    name: t.exposeString("name", {
      description: "The name of the part: `newsVolume`, `events`, `sentiment`, `revenueChange` or `sizeChange`.",
    }),
    weight: t.exposeFloat("weight", {
      description: "The weight of the part in the score, 0–1. All parts that count in the market have the same weight.",
    }),
    value: t.exposeFloat("value", {
      description:
        "The measured value: for `sentiment` a mean from −1 to 1, for the other parts the natural logarithm of the ratio of the recent to the earlier value.",
    }),
    known: t.exposeFloat("known", {
      description: "How much of the uncertainty about the true value the data removed, 0–1.",
    }),
    score: t.exposeFloat("score", {
      description:
        "The company's score for this part, 0–100, relative to the market. The less is known, the closer it is to the market's mean.",
    }),
    evidence: t.exposeInt("evidence", {
      description:
        "The number of stories or events that the part is based on; 0 if it is based on figures of the record.",
    }),
    words: t.exposeString("words", { description: "The measurement in words." }),
  }),
});

export const MomentumScore = builder.objectRef<MomentumRow>("MomentumScore").implement({
  description: "The momentum of a company relative to the others of its market.",
  fields: (t) => ({
    score: t.exposeFloat("score", {
      nullable: true,
      description: "The momentum score, 0–100, where 50 is the market's mean; null if no part is known.",
    }),
    low: t.exposeFloat("low", {
      nullable: true,
      description: "The lower bound of the 90 % interval of the score; null if there is no score.",
    }),
    high: t.exposeFloat("high", {
      nullable: true,
      description: "The upper bound of the 90 % interval of the score; null if there is no score.",
    }),
    rank: t.exposeInt("rank", {
      nullable: true,
      description: "The rank by score, where 1 is best; null if too little is known for a rank.",
    }),
    asOf: t.field({
      type: "DateTime",
      nullable: true,
      description:
        "The date up to which news and events count in the score; null if there is no score, or if it is only based on figures of the record.",
      resolve: ({ asOf }) => (asOf == null ? null : new Date(asOf)),
    }),
    confidence: t.exposeFloat("confidence", {
      description: "How much of the uncertainty about the score the data removed, 0–1.",
    }),
    parts: t.field({
      description: "The parts of the score for which data is known.",
      type: [MomentumPart],
      resolve: ({ parts }) => parts,
    }),
  }),
});

const MomentumCompanyConnection = defineConnection<MomentumRow>(
  "MomentumCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({
    momentum: t.field({ type: MomentumScore, description: "The momentum of the company.", resolve: ({ row }) => row }),
  }),
);

export const MarketMomentum = builder.objectRef<MarketAnalysis<"momentum">>("MarketMomentum").implement({
  description: "The momentum scores of a market's companies. The pipeline flag `runMomentumScore` computes them.",
  fields: (t) => ({
    ...runFields<"momentum">(t),
    asOf: t.field({
      type: "DateTime",
      nullable: true,
      description:
        "The time of the newest story or event about the market's companies, which is the end of the recent period; null if there is none.",
      resolve: ({ result }) => (result.asOf === null ? null : new Date(result.asOf)),
    }),
    companies: t.field({
      type: MomentumCompanyConnection,
      description:
        "The companies of the market: ranked companies by score, then companies with a score but no rank, then the others.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.companies, args),
    }),
  }),
});
