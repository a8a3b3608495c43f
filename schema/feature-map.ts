import type { MarketAnalysis } from "#pipeline/analyses/market-analyses";
import type { AnalysisResult } from "#pipeline/analyses/results";
import { analysisLoader, pageOfList, runFields } from "./analysis.ts";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection } from "./connection.ts";
import { enumValues } from "./enum-values.ts";

type Result = AnalysisResult<"featureMap">;
type FeatureRow = Result["features"][number];
type CellRow = Result["companies"][number]["cells"][number];
interface FeatureCellRow {
  feature: string;
  answer: CellRow["answer"] | "notSaid";
  field: string | null;
  quote: string | null;
}
interface CompanyRow {
  companyId: number;
  cells: FeatureCellRow[];
}

/** The request's loader of feature maps, by market. */
export const featureMapOfMarkets = analysisLoader("featureMap");

const FeatureAnswer = builder.enumType("FeatureAnswer", {
  description: "What a company's record says about a feature.",
  values: enumValues(["stated", "implied", "notSaid"] as const, {
    stated: "A sentence or keyword of the record states the feature.",
    implied:
      "The record implies the feature in other words, by an industry label, or by the words that the judge of the discovery relied on.",
    notSaid: "The record does not mention it, which does not prove that the company lacks it.",
  }),
});

const FeatureOrigin = builder.enumType("FeatureOrigin", {
  description: "The origin of a feature of the feature map.",
  values: enumValues(["criteria", "phrases"] as const, {
    criteria: "The market's criteria name the feature.",
    phrases: "The feature is a phrase that is typical of the market and that distinguishes its companies.",
  }),
});

const MarketFeature = builder.objectRef<FeatureRow>("MarketFeature").implement({
  description: "A feature of a market's feature map.",
  fields: (t) => ({
    feature: t.exposeString("feature", { description: "The name of the feature." }),
    origin: t.expose("origin", {
      description: "Whether the feature is from the criteria or from typical phrases.",
      type: FeatureOrigin,
    }),
    stated: t.exposeInt("stated", { description: "The number of companies whose records state the feature." }),
    implied: t.exposeInt("implied", {
      description: "The number of companies whose records imply the feature in other words.",
    }),
  }),
});

const FeatureCell = builder.objectRef<FeatureCellRow>("FeatureCell").implement({
  description: "What a company's record says about one feature.",
  fields: (t) => ({
    feature: t.exposeString("feature", { description: "The name of the feature, as in `features`." }),
    answer: t.expose("answer", {
      description: "Whether the record states the feature, implies it, or does not mention it.",
      type: FeatureAnswer,
    }),
    field: t.exposeString("field", {
      nullable: true,
      description: "The field of the record that contains `quote`; null for NOT_SAID.",
    }),
    quote: t.exposeString("quote", {
      nullable: true,
      description: "The words of the record that support the answer; null for NOT_SAID.",
    }),
  }),
});

const FeatureCompanyConnection = defineConnection<CompanyRow>(
  "FeatureCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({
    cells: t.field({
      type: [FeatureCell],
      description: "The company's cells, one for each feature, in the order of `features`.",
      resolve: ({ row }) => row.cells,
    }),
  }),
);

export const MarketFeatureMap = builder.objectRef<MarketAnalysis<"featureMap">>("MarketFeatureMap").implement({
  description:
    "The feature map of a market: which company offers which feature, according to its record. The pipeline flag `runGenerateFeatureMap` computes it.",
  fields: (t) => ({
    ...runFields<"featureMap">(t),
    features: t.field({
      type: [MarketFeature],
      description: "The features, at most 35. Those of the criteria come first.",
      resolve: ({ result }) => result.features,
    }),
    companies: t.field({
      type: FeatureCompanyConnection,
      description: "The companies, in the order that the market had when the map was computed.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => {
        const { rows, ...list } = pageOfList(result.companies, args);
        return {
          ...list,
          rows: rows.map(({ companyId, cells }) => ({ companyId, cells: allCells(result.features, cells) })),
        };
      },
    }),
  }),
});

function allCells(features: readonly FeatureRow[], cells: readonly CellRow[]): FeatureCellRow[] {
  const byFeature = new Map(cells.map((cell) => [cell.feature, cell]));
  return features.map(({ feature }, i) => {
    const cell = byFeature.get(i);
    return {
      feature,
      answer: cell?.answer ?? "notSaid",
      field: cell?.field ?? null,
      quote: cell?.quote ?? null,
    };
  });
}
