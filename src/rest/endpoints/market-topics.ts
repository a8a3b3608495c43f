import { z } from "zod";
import { MarketTopicsDocument } from "#generated/operations/graphql";
import { analysisRun } from "../analysis-run.ts";
import { Topic, TopicsMetadata } from "../contracts/analyses.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { identifier } from "../contracts/values.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const COMPANIES = 100;

/** Returns topics that a market's companies write about. */
export const marketTopics = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/analyses/topics",
      tags: ["Markets"],
      summary: "Read the topics of a market",
      description: "The result of `runTopicAnalysis`; NOT_FOUND until it has run.",
      successDescription: "All topics, at most 12, largest share first.",
      errorResponses: [],
    },
    rest: { document: MarketTopicsDocument, errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market.") }))
  .output(dataEnvelope(TopicsMetadata, z.array(Topic).describe("The topics, at most 12, largest share first.")))
  .query(async ({ input: { marketId }, ctx }) => {
    const { market } = await runOperation(MarketTopicsDocument, { marketId, companies: COMPANIES }, ctx.graph);
    const { analysis, run } = analysisRun(market, marketId, { kind: "topics", flag: "runTopicAnalysis" });
    return {
      metadata: run,
      data: analysis.topics.map(({ companies, ...topic }) => ({
        ...topic,
        companiesTotal: companies.totalCount,
        companies: companies.edges.map(({ node, weight }) => ({ ...node, weight })),
      })),
    };
  });
