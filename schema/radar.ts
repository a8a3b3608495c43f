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
    "CORE: the company probably offers what the market asks for. EDGE: it probably does not. AHEAD: its momentum is at least the market's mean. BEHIND: its momentum is below the mean, which need not mean that it shrinks.",
  values: enumValues(QUADRANTS, {
    coreAhead: "The company probably offers what is asked for, and its momentum is at least the market's mean.",
    coreBehind: "The company probably offers what is asked for, and its momentum is below the market's mean.",
    edgeAhead: "The company probably does not offer what is asked for, and its momentum is at least the market's mean.",
    edgeBehind: "The company probably does not offer what is asked for, and its momentum is below the market's mean.",
  }),
});

export const RadarPoint = builder.objectRef<RadarRow>("RadarPoint").implement({
  description: "A company's place on the market's radar. A company without a known momentum has no place.",
  fields: (t) => ({
    x: t.exposeFloat("x", {
      nullable: true,
      description:
        "The fit: the probability that the company offers what the market asks for, 0–1; null where it has no place.",
    }),
    y: t.exposeFloat("y", {
      nullable: true,
      description: "The momentum score divided by 100, 0–1; null where it has no place.",
    }),
    yLow: t.exposeFloat("yLow", { nullable: true, description: "The lower bound of the 90 % interval of `y`." }),
    yHigh: t.exposeFloat("yHigh", { nullable: true, description: "The upper bound of the 90 % interval of `y`." }),
    scale: t.exposeFloat("scale", {
      nullable: true,
      description:
        "The size of the dot, 0–1: the company's position in the market by employees and revenue, as far as they are known; null where both are unknown.",
    }),
    quadrant: t.expose("quadrant", {
      type: RadarQuadrant,
      nullable: true,
      description: "The quadrant; null where the company has no place.",
    }),
    why: t.exposeString("why", { description: "The basis of the place, or the reason why there is none." }),
  }),
});

const RadarCompanyConnection = defineConnection<RadarRow>(
  "RadarCompany",
  Company,
  ({ companyId }) => ({ id: companyId }),
  (t) => ({ point: t.field({ type: RadarPoint, description: "Its place on the radar.", resolve: ({ row }) => row }) }),
);

export const MarketRadar = builder.objectRef<MarketAnalysis<"radar">>("MarketRadar").implement({
  description: "A market's companies by fit and momentum (the pipeline's `runMarketRadar`).",
  fields: (t) => ({
    ...runFields<"radar">(t),
    companies: t.field({
      type: RadarCompanyConnection,
      description: "The companies with a place on the radar, by fit, then by momentum, in descending order.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.companies.filter(isPlaced), args),
    }),
    offRadar: t.field({
      type: RadarCompanyConnection,
      description: "The companies about which too little is known for a place, with the reason.",
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

const isPlaced = ({ quadrant }: RadarRow): boolean => quadrant !== null;
