import { z } from "zod";
import { StartDiscoveryDocument } from "#generated/operations/graphql";
import { DiscoveryStarted } from "../contracts/discovery-job.ts";
import { idempotencyHeaders } from "../contracts/idempotency.ts";
import { PipelineChoices } from "../contracts/pipeline-choices.ts";
import { DiscoveryCriteriaRequest, EXAMPLE_CRITERIA, placesFor } from "../contracts/search-criteria.ts";
import { identifier } from "../contracts/values.ts";
import { once } from "../once.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E3: starts a new market. */
export const startDiscovery = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/discovery/start",
      tags: ["Discovery"],
      summary: "Create a market and start its discovery",
      description:
        "The discovery runs in the background, typically for 5 to 15 minutes. Poll its status every 30 to 60 seconds.",
      ...idempotencyHeaders(),
      successDescription: "The discovery is queued.",
      errorResponses: [],
    },
    rest: {
      document: StartDiscoveryDocument,
      query: ["teamId", "collectionId"],
      invalidInput: "Bad Request - Invalid input",
      errors: ["INVALID_INPUT", "QUOTA_EXCEEDED", "NOT_FOUND", "CONFLICT"],
    },
  })
  .input(
    z
      .object({
        teamId: identifier(
          "The number of the team; by default the key's team. Required with a platform key.",
        ).optional(),
        collectionId: identifier(
          "The number of the collection in which the market is created; by default none.",
        ).optional(),
        searchCriteria: DiscoveryCriteriaRequest,
        pipelineChoices: PipelineChoices.optional(),
      })
      .meta({ examples: [{ searchCriteria: EXAMPLE_CRITERIA, pipelineChoices: { runReverseGeocoding: true } }] }),
  )
  .output(DiscoveryStarted)
  .mutation(
    once("startDiscovery", async ({ input, ctx }) => {
      const { locations, ...criteria } = input.searchCriteria;
      const { startDiscovery: started } = await runOperation(
        StartDiscoveryDocument,
        { input: { ...input, searchCriteria: { ...criteria, ...placesFor(locations) } } },
        ctx.graph,
      );
      const { job, market } = started;
      return { metadata: market, data: [job] };
    }),
  );
