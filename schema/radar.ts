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
    "CORE: it is likelier than not that the company offers what the market asks for · EDGE: it is not · GAINING: momentum of at least the market's mean · LOSING: less.",
  values: enumValues(QUADRANTS, {
    coreGaining: "It is likelier than not that it offers what is asked; momentum of at least the market's mean.",
    coreLosing: "It is likelier than not that it offers what is asked; less momentum than the market's mean.",
    edgeGaining: "It is not likelier than not that it offers what is asked; momentum of at least the market's mean.",
    edgeLosing: "It is not likelier than not that it offers what is asked; less momentum than the market's mean.",
  }),
});

export const RadarPoint = builder.objectRef<RadarRow>("RadarPoint").implement({
  description: "A company's place on its market's radar; a company without a known momentum is off it.",
  fields: (t) => ({
    x: t.exposeFloat("x", {
      nullable: true,
      description: "Fit, 0–1: the probability that it offers what the market asks for; null off the radar.",
    }),
    y: t.exposeFloat("y", {
      nullable: true,
      description: "Momentum, 0–1: its momentum score / 100; null off the radar.",
    }),
    yLow: t.exposeFloat("yLow", { nullable: true, description: "Where the 90 % interval of `y` begins." }),
    yHigh: t.exposeFloat("yHigh", { nullable: true, description: "Where it ends." }),
    scale: t.exposeFloat("scale", {
      nullable: true,
      description:
        "0–1, for the size of the dot: its place among the market's companies by employees and revenue, as far as they are known.",
    }),
    quadrant: t.expose("quadrant", {
      type: RadarQuadrant,
      nullable: true,
      description: "Null off the radar.",
    }),
    why: t.exposeString("why", { description: "What the place rests on, or why it has none." }),
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
      description: "Those on the radar, by fit, then momentum, greatest first.",
      args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
      complexity: byPage,
      resolve: ({ result }, args) => pageOfList(result.companies.filter(isPlaced), args),
    }),
    offRadar: t.field({
      type: RadarCompanyConnection,
      description: "Those of which too little is known for a place, with the reason.",
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
