import { z } from "zod";
import { TeamUsersDocument } from "#generated/operations/graphql";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { asOffset, pageNumber, pageSize, pagination, paginationOf } from "../contracts/paging.ts";
import { TeamUser, TeamUserFilters, TeamUserSorts } from "../contracts/team.ts";
import { identifier } from "../contracts/values.ts";
import { found, ORDER } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const FIELD = {
  id: "ID",
  firstName: "FIRST_NAME",
  lastName: "LAST_NAME",
  fullName: "FULL_NAME",
  email: "EMAIL",
} as const;

/** E10: returns the users of a team. */
export const teamUsers = procedure
  .meta({
    openapi: {
      // The generator knows no GET with a body; the document gets the real method afterwards.
      method: "POST",
      path: "/v2/teams/{teamId}/users",
      tags: ["Teams"],
      summary: "List the users of a team",
      description:
        "`filters` and `sortBy` are in the JSON body of the GET. Clients that cannot send a body put both into the query, as JSON.",
      successDescription: "A page of users, by default by last name, first name and id.",
      errorResponses: [],
    },
    rest: {
      document: TeamUsersDocument,
      method: "GET",
      query: ["pageSize", "page"],
      bodyOrQuery: true,
      errors: ["INVALID_INPUT", "NOT_FOUND"],
    },
  })
  .input(
    z
      .object({
        teamId: identifier("The number of the team."),
        pageSize: pageSize(),
        page: pageNumber(),
        filters: TeamUserFilters.optional(),
        sortBy: TeamUserSorts.optional(),
      })
      .meta({ examples: [{ filters: { lastName: "love" }, sortBy: [{ field: "lastName", order: "asc" }] }] }),
  )
  .output(
    dataEnvelope(
      z.strictObject({ pagination: z.strictObject(pagination()).describe("The pagination.") }),
      z.array(TeamUser).describe("The users of the page, in the requested order."),
    ),
  )
  .query(async ({ input: { teamId, page, pageSize: size, filters, sortBy }, ctx }) => {
    const { team } = await runOperation(
      TeamUsersDocument,
      {
        teamId,
        filter: filters ?? null,
        sortBy: sortBy?.map(({ field, order }) => ({ field: FIELD[field], order: ORDER[order] })) ?? null,
        ...asOffset(page, size),
      },
      ctx.graph,
    );
    const { edges, totalCount } = found(team, `team ${teamId}`).users;
    return {
      metadata: { pagination: paginationOf({ page, pageSize: size, total: totalCount }) },
      data: edges.map(({ node }) => node),
    };
  });
