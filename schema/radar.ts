import type { MarketAnalysis } from "#pipeline/analyses/market-analyses";
import { type AnalysisResult, QUADRANTS } from "#pipeline/analyses/results";
import { analysisLoader, pageOfList, runFields } from "./analysis.ts";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection } from "./connection.ts";
import { enumValues } from "./enum-values.ts";

type RadarRow = AnalysisResult<"radar">["companies"][number];

/** The request's loader of radars, by market. */
export const radarOfMarkets = analysisLoader("radar");

const RadarQuadrant = builder.enumType("RadarQuadrant", {
  description:
    "CORE_GENERALIST: near to the core and broad · CORE_SPECIALIST: near and narrow · DIVERSIFIED: far from the core and broad · NICHE: far and narrow.",
  values: enumValues(QUADRANTS),
});

export const RadarPoint = builder.objectRef<RadarRow>("RadarPoint").implement({
  description: "A company's place on its market's radar; all values are places among the market's companies.",
  fields: (t) => ({
    x: t.exposeFloat("x", {
      nullable: true,
      description: "Nearness to the core, 0–1: how like its text is to the other companies'.",
    }),
    y: t.exposeFloat("y", {
      nullable: true,
      description: "Breadth, 0–1: how many of the market's topics its text covers.",
    }),
    scale: t.exposeFloat("scale", {
      nullable: true,
      description: "0–1, for the size of the dot: by employees and revenue, as far as they are known.",
    }),
    quadrant: t.expose("quadrant", {
      type: RadarQuadrant,
      nullable: true,
      description: "Null where one of the axes is not known.",
    }),
    why: t.exposeString("why", { description: "What the place rests on." }),
  }),
});

const RadarCompanyConnection = defineConnection<RadarRow>(
  "RadarCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({ point: t.field({ type: RadarPoint, resolve: ({ row }) => row }) }),
);

export const MarketRadar = builder.objectRef<MarketAnalysis<"radar">>("MarketRadar").implement({
  description: "A market's companies by nearness to its core and by breadth (the pipeline's `runMarketRadar`).",
  fields: (t) => ({
    ...runFields<"radar">(t),
    companies: t.field({
      type: RadarCompanyConnection,
      description: "By nearness, then breadth, greatest first.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.companies, args),
    }),
  }),
});
