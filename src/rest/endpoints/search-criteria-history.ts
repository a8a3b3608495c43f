import { z } from "zod";
import { SearchCriteriaHistoryDocument } from "#generated/operations/graphql";
import { dataEnvelope, NoMetadata } from "../contracts/envelopes.ts";
import { CriteriaHistoryItem } from "../contracts/search-criteria.ts";
import { identifier } from "../contracts/values.ts";
import { found, known } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E7: returns the criteria of each completed discovery of a market. */
export const searchCriteriaHistory = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/discovery/{marketId}/search-criteria/history",
      tags: ["Search criteria"],
      summary: "Read the history of a market's criteria",
      description: "One item for each completed discovery, newest first; NOT_FOUND if none has completed.",
      successDescription: "Every criteria iteration.",
      errorResponses: [],
    },
    rest: { document: SearchCriteriaHistoryDocument, errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market.") }))
  .output(dataEnvelope(NoMetadata, z.array(CriteriaHistoryItem).describe("The criteria iterations, newest first.")))
  .query(async ({ input: { marketId }, ctx }) => {
    const { market } = await runOperation(SearchCriteriaHistoryDocument, { marketId }, ctx.graph);
    const history = found(market, `market ${marketId}`).criteriaHistory;
    return {
      metadata: {},
      data: history.map(({ criteria, createdAt, ...version }) => ({
        ...version,
        ...criteria,
        projectKind: known(criteria.projectKind, "the criteria's projectKind"),
        createdAt: known(createdAt, "the criteria's createdAt"),
      })),
    };
  });
