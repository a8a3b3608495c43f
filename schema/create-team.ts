import { createTeam } from "#accounts/teams/create-team";
import { builder } from "./builder.ts";
import { read } from "./read.ts";
import { Team } from "./team.ts";

const ExplorerPermissionsInput = builder.inputType("ExplorerPermissionsInput", {
  description: "The views of the embedded explorer that a team may open. An absent field counts as false.",
  fields: (t) => ({
    table: t.boolean({ description: "Whether the team may open the list of companies." }),
    bubble: t.boolean({ description: "Whether the team may open the charts: bubbles, radar and map." }),
    events: t.boolean({ description: "Whether the team may open the time line of events." }),
    featureFit: t.boolean({ description: "Whether the team may open the feature map, topics and phrases." }),
    dueDiligence: t.boolean({ description: "Whether the team may open the details of a company." }),
  }),
});

const CreateTeamInput = builder.inputType("CreateTeamInput", {
  description: "The input of `createTeam`.",
  fields: (t) => ({
    name: t.string({ description: "The name of the team, at most 200 characters.", required: true }),
    domain: t.string({
      required: true,
      description: "The domain of the team, such as `acme.com`. The combination of name and domain must be unique.",
    }),
    teamAdmin: t.field({
      type: "UUID",
      required: true,
      description: "The id of an existing user, who becomes the first member and an administrator of the team.",
    }),
    maxUsersCount: t.int({ description: "The maximum number of users, 1–10,000; by default 5." }),
    theme: t.string({
      description:
        "The theme of the embedded explorer: `light` or `dark`. With any other name, the explorer follows the system. By default `light`.",
    }),
    explorerPermissions: t.field({
      description: "The views of the embedded explorer that the team may open; by default none.",
      type: ExplorerPermissionsInput,
    }),
    featurePermissions: t.stringList({
      description:
        "The names of features that the team has, at most 100 names. The API stores them and attaches no meaning to them; by default none.",
    }),
    isDemo: t.boolean({ description: "Whether the team is for demonstrations; by default false." }),
  }),
});

builder.mutationField("createTeam", (t) =>
  t.prismaField({
    type: Team,
    description:
      "Creates a team with a quota of 100 discovery starts per month. Fails with CONFLICT if a team with this name and domain exists. Requires a platform key.",
    authScopes: { $all: { anyScope: ["teams:write"], platform: true, apiKey: true } },
    args: { input: t.arg({ description: "The team to create.", type: CreateTeamInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const { id } = await createTeam(context.db.prisma, input, context.idempotency);
      return read(context).team.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
