import { z } from "zod";
import { MarketFeatureMapDocument } from "#generated/operations/graphql";
import { analysisRun } from "../analysis-run.ts";
import { FeatureMapItem, FeatureMapMetadata } from "../contracts/analyses.ts";
import { asCursor, cursorPage, cursorPaginationOf } from "../contracts/cursor-pages.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { identifier } from "../contracts/values.ts";
import { camelCase } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const QUERY = cursorPage();

/** Returns which company of a market claims which feature. */
export const marketFeatureMap = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/analyses/feature-map",
      tags: ["Markets"],
      summary: "Read the feature map of a market",
      description: "The result of `runGenerateFeatureMap`; NOT_FOUND until it has run.",
      successDescription: "A page of companies, in the order that the market had when the map was computed.",
      errorResponses: [],
    },
    rest: { document: MarketFeatureMapDocument, query: Object.keys(QUERY), errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market."), ...QUERY }))
  .output(
    dataEnvelope(
      FeatureMapMetadata,
      z
        .array(FeatureMapItem)
        .describe("The companies of the page, in the order that the market had when the map was computed."),
    ),
  )
  .query(async ({ input: { marketId, ...page }, ctx }) => {
    const { market } = await runOperation(MarketFeatureMapDocument, { marketId, ...asCursor(page) }, ctx.graph);
    const { analysis, run } = analysisRun(market, marketId, { kind: "feature map", flag: "runGenerateFeatureMap" });
    const { features, companies } = analysis;
    return {
      metadata: {
        ...run,
        pagination: cursorPaginationOf(companies, page.pageSize),
        features: features.map(({ origin, ...feature }) => ({ ...feature, origin: camelCase(origin) })),
      },
      data: companies.edges.map(({ node, cells }) => ({
        company: node,
        cells: cells.map(({ answer, ...cell }) => ({ ...cell, answer: camelCase(answer) })),
      })),
    };
  });
