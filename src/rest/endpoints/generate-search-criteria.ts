import { z } from "zod";
import { GenerateSearchCriteriaDocument } from "#generated/operations/graphql";
import { LIMITS } from "#markets/criteria/criteria-schema";
import { dataEnvelope, NoMetadata } from "../contracts/envelopes.ts";
import { EXAMPLE_CRITERIA, GeneratedCriteria } from "../contracts/search-criteria.ts";
import { filledText, text } from "../contracts/values.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E6: reads structured criteria from a question in plain words. */
export const generateSearchCriteria = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/discovery/search-criteria",
      tags: ["Search criteria"],
      summary: "Convert a question into search criteria",
      description:
        "The first step of the workflow. Nothing is stored. Review the criteria before you start a discovery with them.",
      successDescription: "The criteria. A field is empty if the question says nothing about it.",
      errorResponses: [],
    },
    rest: { document: GenerateSearchCriteriaDocument, errors: ["INVALID_INPUT"] },
  })
  .input(
    z
      .object({
        searchType: text()
          .optional()
          .meta({ default: "keywordSearch", enum: ["keywordSearch"] }),
        searchInput: filledText().meta({
          description: "The market question in plain words.",
          maxLength: LIMITS.promptCharacters,
        }),
      })
      .meta({ examples: [{ searchType: "keywordSearch", searchInput: EXAMPLE_CRITERIA.userPrompt }] }),
  )
  .output(dataEnvelope(NoMetadata, GeneratedCriteria))
  .mutation(async ({ input, ctx }) => {
    const { generateSearchCriteria: data } = await runOperation(GenerateSearchCriteriaDocument, { input }, ctx.graph);
    return { metadata: {}, data };
  });
