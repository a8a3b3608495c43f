import { createTeam } from "#accounts/teams/create-team";
import { builder } from "./builder.ts";
import { read } from "./read.ts";
import { Team } from "./team.ts";

const ExplorerPermissionsInput = builder.inputType("ExplorerPermissionsInput", {
  description: "Absent means false.",
  fields: (t) => ({
    table: t.boolean(),
    bubble: t.boolean(),
    events: t.boolean(),
    featureFit: t.boolean(),
    dueDiligence: t.boolean(),
  }),
});

const CreateTeamInput = builder.inputType("CreateTeamInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    domain: t.string({ required: true, description: "Such as acme.com; unique together with the name." }),
    teamAdmin: t.field({
      type: "UUID",
      required: true,
      description: "An existing user, who becomes its first member.",
    }),
    maxUsersCount: t.int({ description: "1–10,000, by default 5." }),
    theme: t.string({ description: "By default `light`." }),
    explorerPermissions: t.field({ type: ExplorerPermissionsInput }),
    featurePermissions: t.stringList(),
    isDemo: t.boolean(),
  }),
});

builder.mutationField("createTeam", (t) =>
  t.prismaField({
    type: Team,
    description: "Makes a team.",
    authScopes: { $all: { anyScope: ["teams:write"], platform: true, apiKey: true } },
    args: { input: t.arg({ type: CreateTeamInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const { id } = await createTeam(context.db.prisma, input, context.idempotency);
      return read(context).team.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
