import { z } from "zod";
import { CreateTeamDocument } from "#generated/operations/graphql";
import { idempotencyHeaders } from "../contracts/idempotency.ts";
import { NewTeam, Team } from "../contracts/team.ts";
import { once } from "../once.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E14: makes a team. */
export const createTeam = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/teams",
      tags: ["Teams"],
      summary: "Create a team",
      description: "Requires a platform key. The combination of name and domain must be unique, otherwise CONFLICT.",
      ...idempotencyHeaders(),
      successDescription: "The new team.",
      errorResponses: [],
    },
    rest: { document: CreateTeamDocument, errors: ["INVALID_INPUT", "CONFLICT"] },
  })
  .input(
    z.object(NewTeam).meta({
      examples: [
        {
          name: "Analytical Engines",
          domain: "engines.example.com",
          teamAdmin: "7d1f0c3e-2a51-4d5b-9a53-0f6d1b1c2e4f",
          explorerPermissions: { table: true, "feature-fit": true },
        },
      ],
    }),
  )
  .output(Team)
  .mutation(
    once("createTeam", async ({ input: { explorerPermissions, ...given }, ctx }) => {
      const { "feature-fit": featureFit, "due-diligence": dueDiligence, ...views } = explorerPermissions ?? {};
      const { createTeam: team } = await runOperation(
        CreateTeamDocument,
        { input: { ...given, explorerPermissions: { ...views, featureFit, dueDiligence } } },
        ctx.graph,
      );
      const { table, bubble, events } = team.explorerPermissions;
      return {
        id: team.teamId,
        name: team.name,
        domain: team.domain,
        filePath: team.filePath,
        explorerPermissions: {
          table,
          bubble,
          events,
          "feature-fit": team.explorerPermissions.featureFit,
          "due-diligence": team.explorerPermissions.dueDiligence,
        },
        accessExpired: team.accessExpiresAt === null ? 0 : new Date(team.accessExpiresAt).getTime(),
        maxUsers: team.maxUsers,
        isDemo: team.isDemo ? (1 as const) : (0 as const),
        isDefault: team.isDefault ? (1 as const) : (0 as const),
        theme: team.theme,
      };
    }),
  );
