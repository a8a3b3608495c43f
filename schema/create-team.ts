import { createTeam } from "#accounts/teams/create-team";
import { builder } from "./builder.ts";
import { read } from "./read.ts";
import { Team } from "./team.ts";

const ExplorerPermissionsInput = builder.inputType("ExplorerPermissionsInput", {
  description: "A field that is absent counts as false.",
  fields: (t) => ({
    table: t.boolean({ description: "The list of companies." }),
    bubble: t.boolean({ description: "The charts." }),
    events: t.boolean({ description: "The time line." }),
    featureFit: t.boolean({ description: "The feature map, topics and phrases." }),
    dueDiligence: t.boolean({ description: "A company's details." }),
  }),
});

const CreateTeamInput = builder.inputType("CreateTeamInput", {
  description: "A team to make.",
  fields: (t) => ({
    name: t.string({ description: "Its name.", required: true }),
    domain: t.string({
      required: true,
      description: "The team's domain, such as acme.com. The combination of domain and name must be unique.",
    }),
    teamAdmin: t.field({
      type: "UUID",
      required: true,
      description: "An existing user, who becomes the first member of the team.",
    }),
    maxUsersCount: t.int({ description: "The maximum number of users, 1–10,000; by default 5." }),
    theme: t.string({ description: "By default `light`." }),
    explorerPermissions: t.field({
      description: "The views of the embedded explorer that the team has.",
      type: ExplorerPermissionsInput,
    }),
    featurePermissions: t.stringList({ description: "Features that the team has." }),
    isDemo: t.boolean({ description: "Whether it is for demonstrations." }),
  }),
});

builder.mutationField("createTeam", (t) =>
  t.prismaField({
    type: Team,
    description: "Creates a team.",
    authScopes: { $all: { anyScope: ["teams:write"], platform: true, apiKey: true } },
    args: { input: t.arg({ description: "The team.", type: CreateTeamInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const { id } = await createTeam(context.db.prisma, input, context.idempotency);
      return read(context).team.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
