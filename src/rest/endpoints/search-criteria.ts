import { z } from "zod";
import { SearchCriteriaDocument } from "#generated/operations/graphql";
import { dataEnvelope, NoMetadata } from "../contracts/envelopes.ts";
import { StoredCriteria } from "../contracts/search-criteria.ts";
import { identifier } from "../contracts/values.ts";
import { found, known } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E8: returns the criteria of a market's latest completed discovery. */
export const searchCriteria = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/discovery/{marketId}/search-criteria",
      tags: ["Search criteria"],
      summary: "Read the criteria of a market",
      description: "The criteria of the latest completed discovery; NOT_FOUND if none has completed.",
      successDescription: "The stored criteria.",
      errorResponses: [],
    },
    rest: {
      document: SearchCriteriaDocument,
      invalidInput: "Bad Request - Invalid input",
      errors: ["INVALID_INPUT", "NOT_FOUND"],
    },
  })
  .input(z.object({ marketId: identifier("The number of the market.") }))
  .output(dataEnvelope(NoMetadata, StoredCriteria))
  .query(async ({ input: { marketId }, ctx }) => {
    const { market } = await runOperation(SearchCriteriaDocument, { marketId }, ctx.graph);
    const criteria = found(found(market, `market ${marketId}`).criteria, `criteria of market ${marketId}`);
    return {
      metadata: {},
      data: {
        ...criteria,
        projectKind: known(criteria.projectKind, "the criteria's projectKind"),
        createdAt: known(criteria.createdAt, "the criteria's createdAt"),
      },
    };
  });
