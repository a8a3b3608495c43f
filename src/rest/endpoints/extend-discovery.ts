import { z } from "zod";
import { ExtendDiscoveryDocument } from "#generated/operations/graphql";
import { DiscoveryStarted } from "../contracts/discovery-job.ts";
import { ActionEnvelope } from "../contracts/envelopes.ts";
import { idempotencyHeaders } from "../contracts/idempotency.ts";
import { PipelineChoices } from "../contracts/pipeline-choices.ts";
import { EXAMPLE_CRITERIA, ExtensionCriteriaRequest, isSchemaForm, placesFor } from "../contracts/search-criteria.ts";
import { identifier } from "../contracts/values.ts";
import { once } from "../once.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E4: adds companies to a market. */
export const extendDiscovery = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/discovery/{marketId}/start",
      tags: ["Discovery"],
      summary: "Add companies to a market",
      description:
        "Returns the data envelope if `locations` is a list or absent, and the action envelope if it is {countryCodes, countryNames}. The header `Prefer` overrides this.",
      ...idempotencyHeaders(
        {
          prefer: z
            .string()
            .optional()
            .describe("`return=minimal` requests the action envelope, `return=representation` the data envelope."),
        },
        { "preference-applied": z.string().optional().describe("The preference that was applied.") },
      ),
      successDescription: "The discovery is queued.",
      errorResponses: [],
    },
    rest: {
      document: ExtendDiscoveryDocument,
      query: ["teamId", "collectionId"],
      invalidInput: "Bad Request - Invalid input",
      errors: ["INVALID_INPUT", "QUOTA_EXCEEDED", "NOT_FOUND", "CONFLICT"],
    },
  })
  .input(
    z
      .object({
        marketId: identifier("The number of the market."),
        teamId: identifier("The number of the market's team; any other number is FORBIDDEN or NOT_FOUND.").optional(),
        collectionId: identifier(
          "The number of the market's collection; any other number is INVALID_INPUT.",
        ).optional(),
        searchCriteria: ExtensionCriteriaRequest,
        pipelineChoices: PipelineChoices.optional(),
      })
      .meta({ examples: [{ searchCriteria: { ...EXAMPLE_CRITERIA, count: 10 } }] }),
  )
  .output(z.union([DiscoveryStarted, ActionEnvelope]))
  .mutation(
    once("extendDiscovery", async ({ input, ctx }) => {
      const { locations, ...criteria } = input.searchCriteria;
      const { extendDiscovery: started } = await runOperation(
        ExtendDiscoveryDocument,
        { input: { ...input, searchCriteria: { ...criteria, ...placesFor(locations) } } },
        ctx.graph,
      );
      const { job, market } = started;
      if (ctx.prefers !== null) ctx.setHeader("preference-applied", `return=${ctx.prefers}`);
      const minimal = ctx.prefers === null ? isSchemaForm(locations) : ctx.prefers === "minimal";
      return minimal
        ? { success: true as const, message: "Discovery started", metadata: { ...market, jobIds: [job.jobId] } }
        : { metadata: market, data: [job] };
    }),
  );
