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
  description: "Whether the company's record says that it has a feature.",
  values: enumValues(["stated", "implied", "notSaid"] as const, {
    stated: "A sentence or keyword of the record says it.",
    implied: "It follows from other words, from the company's class, or from what the judge went by.",
    notSaid: "The record does not mention it, which does not prove that the company lacks it.",
  }),
});

const FeatureOrigin = builder.enumType("FeatureOrigin", {
  description:
    "CRITERIA: the criteria name the feature. PHRASES: it is a phrase that is typical of the market and that distinguishes its companies.",
  values: enumValues(["criteria", "phrases"] as const, {
    criteria: "The market's criteria name it.",
    phrases: "A phrase that is typical for the market.",
  }),
});

const MarketFeature = builder.objectRef<FeatureRow>("MarketFeature").implement({
  description: "A feature of a market's feature map.",
  fields: (t) => ({
    feature: t.exposeString("feature", { description: "The feature." }),
    origin: t.expose("origin", { description: "Where it is from.", type: FeatureOrigin }),
    stated: t.exposeInt("stated", { description: "How many companies state the feature in their records." }),
    implied: t.exposeInt("implied", {
      description: "How many companies have a record that implies the feature in other words.",
    }),
  }),
});

const FeatureCell = builder.objectRef<FeatureCellRow>("FeatureCell").implement({
  description: "Whether a company has a feature, by its texts.",
  fields: (t) => ({
    feature: t.exposeString("feature", { description: "The feature." }),
    answer: t.expose("answer", { description: "What its texts say.", type: FeatureAnswer }),
    field: t.exposeString("field", {
      nullable: true,
      description: "The field of the record that contains the quotation; null for NOT_SAID.",
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
      description: "One cell for each feature, in the order of `features`.",
      resolve: ({ row }) => row.cells,
    }),
  }),
);

export const MarketFeatureMap = builder.objectRef<MarketAnalysis<"featureMap">>("MarketFeatureMap").implement({
  description: "Which company claims which feature (the pipeline's `runGenerateFeatureMap`).",
  fields: (t) => ({
    ...runFields<"featureMap">(t),
    features: t.field({
      type: [MarketFeature],
      description: "At most 35 features; those of the criteria come first.",
      resolve: ({ result }) => result.features,
    }),
    companies: t.field({
      type: FeatureCompanyConnection,
      description: "The companies in the order that the market had when the map was computed.",
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
