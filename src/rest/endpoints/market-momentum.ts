import { z } from "zod";
import { MarketMomentumDocument } from "#generated/operations/graphql";
import { analysisRun } from "../analysis-run.ts";
import { MomentumItem, MomentumMetadata } from "../contracts/analyses.ts";
import { asCursor, cursorPage, cursorPaginationOf } from "../contracts/cursor-pages.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { identifier } from "../contracts/values.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const QUERY = cursorPage();

/** Returns how much each company of a market gains, compared with the others. */
export const marketMomentum = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/analyses/momentum",
      tags: ["Markets"],
      summary: "Read the momentum of a market's companies",
      description: "The result of `runMomentumScore`; NOT_FOUND until it has run.",
      successDescription:
        "A page of companies: ranked companies first, then companies with a score but no rank, then the others.",
      errorResponses: [],
    },
    rest: { document: MarketMomentumDocument, query: Object.keys(QUERY), errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market."), ...QUERY }))
  .output(
    dataEnvelope(
      MomentumMetadata,
      z
        .array(MomentumItem)
        .describe(
          "The companies of the page: ranked companies first, then companies with a score but no rank, then the others.",
        ),
    ),
  )
  .query(async ({ input: { marketId, ...page }, ctx }) => {
    const { market } = await runOperation(MarketMomentumDocument, { marketId, ...asCursor(page) }, ctx.graph);
    const { analysis, run } = analysisRun(market, marketId, { kind: "momentum", flag: "runMomentumScore" });
    return {
      metadata: {
        ...run,
        pagination: cursorPaginationOf(analysis.companies, page.pageSize),
        asOf: analysis.asOf,
      },
      data: analysis.companies.edges.map(({ node, momentum }) => ({ company: node, ...momentum })),
    };
  });
