import { z } from "zod";
import { PublishMarketDocument } from "#generated/operations/graphql";
import { ActionEnvelope } from "../contracts/envelopes.ts";
import { idempotencyHeaders } from "../contracts/idempotency.ts";
import { PipelineChoices } from "../contracts/pipeline-choices.ts";
import { identifier } from "../contracts/values.ts";
import { once } from "../once.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E15: publishes a market. */
export const publishMarket = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/discovery/{marketId}/publish",
      tags: ["Discovery"],
      summary: "Publish a market",
      description: "Queues one job for each chosen pipeline flag; `jobIds` has their ids.",
      ...idempotencyHeaders(),
      successDescription: "The publish is queued.",
      errorResponses: [],
    },
    rest: {
      document: PublishMarketDocument,
      // A flag outside `pipelineChoices` would publish the market without the job that it asks for.
      refusesUnknownBody: true,
      errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT"],
    },
  })
  .input(
    z
      .object({ marketId: identifier("The number of the market."), pipelineChoices: PipelineChoices.optional() })
      .meta({ examples: [{ pipelineChoices: { runSendPublishEmail: true } }] }),
  )
  .output(ActionEnvelope)
  .mutation(
    once("publishMarket", async ({ input, ctx }) => {
      const { publishMarket: queued } = await runOperation(PublishMarketDocument, { input }, ctx.graph);
      return {
        success: true as const,
        message: "Publish started",
        metadata: { ...queued.market, jobIds: queued.jobs.map(({ jobId }) => jobId) },
      };
    }),
  );
