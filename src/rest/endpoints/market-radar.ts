import { z } from "zod";
import { MarketRadarDocument } from "#generated/operations/graphql";
import { analysisRun } from "../analysis-run.ts";
import { RadarItem, RadarMetadata } from "../contracts/analyses.ts";
import { asCursor, cursorPage, cursorPaginationOf } from "../contracts/cursor-pages.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { flag, identifier } from "../contracts/values.ts";
import { camelCase, known } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const QUERY = {
  ...cursorPage(),
  offRadar: flag()
    .default(false)
    .describe("If true, returns instead the companies about which too little is known for a place, with the reason."),
};

/** Returns a market's companies on two axes. */
export const marketRadar = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/analyses/radar",
      tags: ["Markets"],
      summary: "Read the radar of a market",
      description: "The result of `runMarketRadar`; NOT_FOUND until it has run.",
      successDescription: "A page of companies, by fit, then by momentum, in descending order.",
      errorResponses: [],
    },
    rest: { document: MarketRadarDocument, query: Object.keys(QUERY), errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market."), ...QUERY }))
  .output(
    dataEnvelope(
      RadarMetadata,
      z.array(RadarItem).describe("The companies of the page, by fit, then by momentum, in descending order."),
    ),
  )
  .query(async ({ input: { marketId, offRadar, ...page }, ctx }) => {
    const { market } = await runOperation(MarketRadarDocument, { marketId, offRadar, ...asCursor(page) }, ctx.graph);
    const { analysis, run } = analysisRun(market, marketId, { kind: "radar", flag: "runMarketRadar" });
    const companies = known((offRadar ? analysis.offRadar : analysis.companies) ?? null, "the radar's companies");
    return {
      metadata: { ...run, pagination: cursorPaginationOf(companies, page.pageSize) },
      data: companies.edges.map(({ node, point: { quadrant, ...point } }) => ({
        company: node,
        ...point,
        quadrant: quadrant === null ? null : camelCase(quadrant),
      })),
    };
  });
