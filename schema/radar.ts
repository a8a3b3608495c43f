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
    "A quadrant of the radar. CORE or EDGE is the fit, AHEAD or BEHIND the momentum. BEHIND does not mean that a company shrinks.",
  values: enumValues(QUADRANTS, {
    coreAhead: "The company probably offers what is asked for, and its momentum is above the market's mean.",
    coreBehind: "The company probably offers what is asked for, and its momentum is below the market's mean.",
    edgeAhead: "The company probably does not offer what is asked for, and its momentum is above the market's mean.",
    edgeBehind: "The company probably does not offer what is asked for, and its momentum is below the market's mean.",
  }),
});

export const RadarPoint = builder.objectRef<RadarRow>("RadarPoint").implement({
  description: "A company's place on the radar of a market. A company whose momentum is unknown has no place.",
  fields: (t) => ({
    x: t.exposeFloat("x", {
      nullable: true,
      description:
        "The fit, 0–1: the probability that the company offers what the market asks for or, if the judge gave none, its score in the search. Null if the company has no place.",
    }),
    y: t.exposeFloat("y", {
      nullable: true,
      description: "The momentum score divided by 100, 0–1; null if the company has no place.",
    }),
    yLow: t.exposeFloat("yLow", {
      nullable: true,
      description: "The lower bound of the 90 % interval of `y`; null if the company has no place.",
    }),
    yHigh: t.exposeFloat("yHigh", {
      nullable: true,
      description: "The upper bound of the 90 % interval of `y`; null if the company has no place.",
    }),
    scale: t.exposeFloat("scale", {
      nullable: true,
      description:
        "The size of the dot, 0–1: the company's percentile in the market by employees and revenue, as far as they are known; null if too few are known.",
    }),
    quadrant: t.expose("quadrant", {
      type: RadarQuadrant,
      nullable: true,
      description:
        "The quadrant of the radar; null if the company has no place, or if not enough is known to call it ahead or behind: it has no rank, or its interval includes the market's mean.",
    }),
    why: t.exposeString("why", { description: "The basis of the place in words, or the reason why there is none." }),
  }),
});

const RadarCompanyConnection = defineConnection<RadarRow>(
  "RadarCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({
    point: t.field({ type: RadarPoint, description: "The company's place on the radar.", resolve: ({ row }) => row }),
  }),
);

export const MarketRadar = builder.objectRef<MarketAnalysis<"radar">>("MarketRadar").implement({
  description:
    "The radar of a market: its companies by fit and momentum. The pipeline flag `runMarketRadar` computes it.",
  fields: (t) => ({
    ...runFields<"radar">(t),
    companies: t.field({
      type: RadarCompanyConnection,
      description: "The companies with a place on the radar, by fit and then by momentum, highest first.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.companies.filter(isPlaced), args),
    }),
    offRadar: t.field({
      type: RadarCompanyConnection,
      description: "The companies about which too little is known for a place on the radar, with the reason.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) =>
        pageOfList(
          result.companies.filter((row) => !isPlaced(row)),
          args,
        ),
    }),
  }),
});

const isPlaced = ({ y }: RadarRow): boolean => y !== null;
