import { z } from "zod";
import { MarketPhrasesDocument } from "#generated/operations/graphql";
import { analysisRun } from "../analysis-run.ts";
import { Phrase, PhrasesMetadata } from "../contracts/analyses.ts";
import { asCursor, cursorPage, cursorPaginationOf } from "../contracts/cursor-pages.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { identifier } from "../contracts/values.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const COMPANIES = 10;
const QUERY = cursorPage();

/** Returns phrases that a market's companies use and others do not. */
export const marketPhrases = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/analyses/phrases",
      tags: ["Markets"],
      summary: "Read the phrases that are typical of a market",
      description: "The result of `runPhraseExplorer`; NOT_FOUND until it has run.",
      successDescription: "A page of phrases, most typical first.",
      errorResponses: [],
    },
    rest: { document: MarketPhrasesDocument, query: Object.keys(QUERY), errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market."), ...QUERY }))
  .output(dataEnvelope(PhrasesMetadata, z.array(Phrase).describe("The phrases of the page, most typical first.")))
  .query(async ({ input: { marketId, ...page }, ctx }) => {
    const { market } = await runOperation(
      MarketPhrasesDocument,
      { marketId, ...asCursor(page), companies: COMPANIES },
      ctx.graph,
    );
    const { analysis, run } = analysisRun(market, marketId, { kind: "phrases", flag: "runPhraseExplorer" });
    const { marketCompanies, otherCompanies, phrases } = analysis;
    return {
      metadata: { ...run, pagination: cursorPaginationOf(phrases, page.pageSize), marketCompanies, otherCompanies },
      data: phrases.edges.map(({ node: { companies, ...phrase } }) => ({
        ...phrase,
        companies: companies.edges.map(({ node }) => node),
      })),
    };
  });
