import { z } from "zod";
import { AppError, InvalidInputError } from "#foundation/errors/index";
import { SuggestKeywordsDocument } from "#generated/operations/graphql";
import { dataEnvelope, NoMetadata } from "../contracts/envelopes.ts";
import { KeywordsForRequest, placesFor } from "../contracts/search-criteria.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** This endpoint's body is the criteria themselves, so its fields are not inside `searchCriteria` as in the graph. */
function namedAsHere(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "INVALID_INPUT" || error.detail === undefined) throw error;
  throw new InvalidInputError(
    error.detail.replace(/(^|; )searchCriteria\./g, "$1").replace(/(^|; )searchCriteria /g, "$1the body "),
  );
}

/** E5: suggests words to add to the keywords. */
export const suggestKeywords = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/discovery/search-criteria/keywords",
      tags: ["Search criteria"],
      summary: "Suggest keywords for criteria",
      description: "Requires `userPrompt` or at least one of `keywords.features`. Review the suggestions before use.",
      successDescription: "Suggested keywords that the criteria do not have yet, best first.",
      errorResponses: [],
    },
    rest: { document: SuggestKeywordsDocument, errors: ["INVALID_INPUT"] },
  })
  .input(KeywordsForRequest)
  .output(dataEnvelope(NoMetadata, z.array(z.string()).describe("The suggested keywords, best first.")))
  .mutation(async ({ input: { locations, ...criteria }, ctx }) => {
    const { suggestKeywords: data } = await runOperation(
      SuggestKeywordsDocument,
      { input: { searchCriteria: { ...criteria, ...placesFor(locations) } } },
      ctx.graph,
    ).catch(namedAsHere);
    return { metadata: {}, data };
  });
