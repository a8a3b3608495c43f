import { sees, tenancy } from "#accounts/auth/caller";
import {
  type ExplorerPermissions as ExplorerPermissionsShape,
  explorerPermissions,
} from "#accounts/teams/explorer-permissions";
import { quotaLeft } from "#accounts/teams/quota";
import { calendarMonth } from "#foundation/calendar-month";
import { NotFoundError } from "#foundation/errors/index";
import { builder } from "./builder.ts";
import type { GraphContext } from "./context.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { read } from "./read.ts";

/** The scopes of everything under teams, none of which a frame token has. */
export const MAY_READ_TEAMS = { $all: { anyScope: ["teams:read"], apiKey: true } } as const satisfies {
  $all: { anyScope: ["teams:read"]; apiKey: true };
};

/** For a team's settings: keys that read or make teams. */
const MAY_READ_SETTINGS = { $all: { anyScope: ["teams:read", "teams:write"], apiKey: true } } as const satisfies {
  $all: { anyScope: ["teams:read", "teams:write"]; apiKey: true };
};

/** For the look and the permissions of a team's pages: also its own keys and frames, which draw them. */
const MAY_READ_APPEARANCE = ({ id }: { id: number }, _args: object, { caller }: GraphContext) =>
  caller.teamId === id || MAY_READ_SETTINGS;

const ExplorerPermissions = builder.objectRef<ExplorerPermissionsShape>("ExplorerPermissions").implement({
  description: "The views of the embedded explorer that a team may open.",
  fields: (t) => ({
    table: t.exposeBoolean("table", { description: "Whether the team may open the list of companies." }),
    bubble: t.exposeBoolean("bubble", { description: "Whether the team may open the charts: bubbles, radar and map." }),
    events: t.exposeBoolean("events", { description: "Whether the team may open the time line of events." }),
    featureFit: t.exposeBoolean("featureFit", {
      description: "Whether the team may open the feature map, topics and phrases.",
    }),
    dueDiligence: t.exposeBoolean("dueDiligence", {
      description: "Whether the team may open the details of a company.",
    }),
  }),
});

// Any scope can reach a team from markets, collections and the viewer. So each field guards itself; only its identity
// is open.
export const Team = builder.prismaNode("Team", {
  description: "A team, which owns markets, collections, dossiers, monitors and API keys.",
  id: { field: "id" },
  select: { id: true },
  fields: (t) => ({
    teamId: t.exposeInt("id", {
      description: "The number of the team, by which other operations refer to it. `id` is the global id.",
    }),
    name: t.exposeString("name", { description: "The name of the team." }),
    domain: t.exposeString("domain", { description: "The domain of the team, such as `acme.com`." }),
    theme: t.exposeString("theme", {
      description:
        "The theme of the team's embedded explorer: `light` or `dark`. With any other name, the explorer follows the system.",
      authScopes: MAY_READ_APPEARANCE,
    }),
    maxUsers: t.exposeInt("maxUsers", { description: "The maximum number of users.", authScopes: MAY_READ_SETTINGS }),
    isDemo: t.exposeBoolean("isDemo", {
      description: "Whether the team is for demonstrations.",
      authScopes: MAY_READ_APPEARANCE,
    }),
    isDefault: t.exposeBoolean("isDefault", {
      description: "Whether the team is the default team of the installation.",
      authScopes: MAY_READ_SETTINGS,
    }),
    accessExpiresAt: t.expose("accessExpiresAt", {
      type: "DateTime",
      nullable: true,
      description: "When the team's access expires; null if it does not.",
      authScopes: MAY_READ_SETTINGS,
    }),
    filePath: t.string({
      description: "The path of the team's files.",
      authScopes: MAY_READ_SETTINGS,
      resolve: ({ id }) => `teams/${id}`,
    }),
    explorerPermissions: t.field({
      description: "The views of the embedded explorer that the team may open.",
      type: ExplorerPermissions,
      authScopes: MAY_READ_APPEARANCE,
      select: { explorerPermissions: true },
      resolve: (team) => explorerPermissions(team.explorerPermissions),
    }),
    featurePermissions: t.exposeStringList("featurePermissions", {
      description: "The names of features that the team has. The API stores them and attaches no meaning to them.",
      authScopes: MAY_READ_APPEARANCE,
    }),
    createdAt: t.expose("createdAt", {
      description: "When the team was created.",
      type: "DateTime",
      authScopes: MAY_READ_SETTINGS,
    }),
    quota: t.field({
      type: Quota,
      description: "The quota of discovery starts in the current calendar month (UTC).",
      authScopes: MAY_READ_TEAMS,
      select: { monthlyQuota: true },
      resolve: async (team, _args, { db }) => ({
        month: calendarMonth(),
        limit: team.monthlyQuota,
        left: await quotaLeft(db, team.id),
      }),
    }),
  }),
});

defineNode("Team", {
  // A team's own keys reach it by the viewer, whatever their scopes; platform keys reach every team.
  authScopes: ({ caller }) => (caller.teamId === null ? MAY_READ_TEAMS : true),
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const seen = ids.filter((id) => sees(context.caller, id));
    return byKey(await read(context).team.findMany({ ...query, where: { id: { in: seen } } }), ({ id }) => id);
  },
});

interface QuotaShape {
  month: string;
  limit: number | null;
  left: number | null;
}

const Quota = builder.objectRef<QuotaShape>("Quota").implement({
  description: "The number of discoveries that a team may start in a calendar month.",
  fields: (t) => ({
    month: t.exposeString("month", { description: "The month as `YYYY-MM`, in UTC." }),
    limit: t.exposeInt("limit", {
      nullable: true,
      description: "The number of starts per month; null if there is no limit.",
    }),
    left: t.exposeInt("left", {
      nullable: true,
      description: "The number of starts that are left this month; null if there is no limit.",
    }),
  }),
});

builder.queryField("team", (t) =>
  t.prismaField({
    type: Team,
    nullable: true,
    description:
      "A team, by its number: the team of the key, or any team with a platform key. Fails with NOT_FOUND otherwise.",
    authScopes: MAY_READ_TEAMS,
    args: { teamId: t.arg.int({ description: "The number of the team (its `teamId`).", required: true }) },
    resolve: async (query, _root, { teamId }, context) => {
      const where = { id: teamId };
      const team = sees(context.caller, teamId) ? await read(context).team.findUnique({ ...query, where }) : null;
      if (team === null) throw new NotFoundError(`team ${teamId}`);
      return team;
    },
  }),
);

const Viewer = builder.objectRef<{ keyPrefix: string }>("Viewer").implement({
  description: "The caller of this request: an API key, and perhaps a signed-in user.",
  fields: (t) => ({
    keyPrefix: t.exposeString("keyPrefix", {
      description:
        "The prefix of the key, which is the public part of `mk_<environment>_<prefix>_<secret>`, such as `O4aT7P6s`.",
    }),
    via: t.string({
      description: "How the request is authenticated: `key` for an API key, `frame` for a frame token.",
      resolve: (_viewer, _args, { caller }) => caller.via,
    }),
    userId: t.id({
      nullable: true,
      description: "The id of the signed-in user; null if no user is signed in.",
      resolve: (_viewer, _args, { caller }) => caller.userId,
    }),
    isPlatform: t.boolean({
      description: "Whether the key is a platform key, which belongs to no team and sees all teams.",
      resolve: (_viewer, _args, { caller }) => caller.teamId === null,
    }),
    scopes: t.stringList({
      description: "The scopes of the key, such as `markets:read`.",
      resolve: (_viewer, _args, { caller }) => [...caller.scopes],
    }),
    subscriptions: t.stringList({
      description: "The subscriptions of the key, such as `events-monitor`.",
      resolve: (_viewer, _args, { caller }) => [...caller.subscriptions],
    }),
    team: t.field({
      type: Team,
      nullable: true,
      description: "The team of the key; null for a platform key.",
      resolve: (_viewer, _args, { caller }) => (caller.teamId === null ? null : { id: caller.teamId }),
    }),
    quotaLeft: t.int({
      nullable: true,
      description:
        "The number of discovery starts that the team has left this month; null if there is no limit, and for a platform key.",
      // Keys that start discoveries have to know how many are left.
      authScopes: { $any: { anyScope: ["discovery:write"], $all: MAY_READ_TEAMS.$all } },
      resolve: (_viewer, _args, { db, caller }) => (caller.teamId === null ? null : quotaLeft(db, caller.teamId)),
    }),
  }),
});

builder.queryField("viewer", (t) =>
  t.field({
    description: "The caller of this request, with its permissions.",
    type: Viewer,
    resolve: (_root, _args, { caller }) => ({ keyPrefix: caller.keyPrefix }),
  }),
);

export const Collection = builder.prismaNode("Collection", {
  description: "A folder of markets and dossiers.",
  id: { field: "id" },
  select: { id: true, teamId: true },
  fields: (t) => ({
    collectionId: t.exposeInt("id", {
      description: "The number of the collection, by which other operations refer to it. `id` is the global id.",
    }),
    name: t.exposeString("name", { description: "The name of the collection, unique within the team." }),
    team: t.relation("team", { description: "The team that owns the collection." }),
    createdAt: t.expose("createdAt", { description: "When the collection was created.", type: "DateTime" }),
  }),
});

defineNode("Collection", {
  authScopes: { anyScope: ["collections:read", "collections:write"] },
  keyOf: numberKey,
  find: async (ids, context, query) => {
    const where = { id: { in: ids }, ...tenancy(context.caller) };
    return byKey(await read(context).collection.findMany({ ...query, where }), ({ id }) => id);
  },
});
