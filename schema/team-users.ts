import { sees } from "#accounts/auth/caller";
import {
  fullName,
  readTeamUsers,
  type TeamUserField,
  type TeamUserFilter,
  type TeamUserRow,
  teamUsers,
} from "#accounts/teams/team-users";
import { childLoader } from "#foundation/db/children";
import { builder } from "./builder.ts";
import { byPage, defineConnection, pageOf } from "./connection.ts";
import { byKey, defineNode, numberKey, uuidKey } from "./node.ts";
import { perRequestAndKey } from "./per-request.ts";
import { SortOrder } from "./sort-order.ts";
import { MAY_READ_TEAMS, Team } from "./team.ts";

/** A user may be in several teams; each membership is a separate object. */
const memberKey = ({ teamId, id }: Pick<TeamUserRow, "teamId" | "id">) => `${teamId}:${id}`;

const TeamUser = builder.node(builder.objectRef<TeamUserRow>("TeamUser"), {
  description: "A user as a member of a team.",
  id: { resolve: memberKey },
  authScopes: MAY_READ_TEAMS,
  fields: (t) => ({
    userId: t.expose("id", { description: "The user's id.", type: "UUID" }),
    firstName: t.exposeString("firstName", { description: "The first name." }),
    lastName: t.exposeString("lastName", { description: "The last name." }),
    fullName: t.string({ description: "The first name and the last name.", resolve: fullName }),
    email: t.exposeString("email", { description: "The e-mail address." }),
    isAdmin: t.exposeBoolean("isAdmin", { description: "Whether the user administers the team." }),
  }),
});

defineNode("TeamUser", {
  authScopes: MAY_READ_TEAMS,
  keyOf: (text) => {
    const [team = "", user = "", ...rest] = text.split(":");
    return rest.length === 0 && numberKey(team) !== null && uuidKey(user) !== null ? text : null;
  },
  find: async (keys, { db, caller }) => {
    const members = keys
      .map((key) => key.split(":"))
      .map(([team, user = ""]) => ({ teamId: Number(team), userId: user }));
    return byKey(
      await readTeamUsers(
        db,
        members.filter(({ teamId }) => sees(caller, teamId)),
      ),
      memberKey,
    );
  },
});

const TeamUserConnection = defineConnection<TeamUserRow>("TeamUser", TeamUser, (row) => row);

const TeamUserFilterInput = builder.inputType("TeamUserFilterInput", {
  description: "`id` must be equal; the others match a part, ignoring case and accents. All given fields must match.",
  fields: (t) => ({
    id: t.string({ description: "A part of the id." }),
    firstName: t.string({ description: "A part of the first name." }),
    lastName: t.string({ description: "A part of the last name." }),
    fullName: t.string({ description: "A part of the full name." }),
    email: t.string({ description: "A part of the e-mail address." }),
  }),
});

const TeamUserFieldEnum = builder.enumType("TeamUserField", {
  description: "What a list of users is ordered by.",
  values: {
    ID: { value: "id", description: "By id." },
    FIRST_NAME: { value: "firstName", description: "By first name." },
    LAST_NAME: { value: "lastName", description: "By last name." },
    FULL_NAME: { value: "fullName", description: "By full name." },
    EMAIL: { value: "email", description: "By e-mail address." },
  } as const satisfies Record<string, { value: TeamUserField; description: string }>,
});

const TeamUserSortInput = builder.inputType("TeamUserSortInput", {
  description: "An order of users.",
  fields: (t) => ({
    field: t.field({ description: "What is compared.", type: TeamUserFieldEnum, required: true }),
    order: t.field({ description: "The direction.", type: SortOrder, required: true }),
  }),
});

interface TeamUserList {
  filter: TeamUserFilter;
  sortBy: { field: TeamUserField; order: "asc" | "desc" }[];
}

const usersOfTeams = perRequestAndKey(({ db }, { filter, sortBy }: TeamUserList) =>
  childLoader<TeamUserRow, "asked">(db, teamUsers(filter, sortBy)),
);

builder.prismaObjectFields(Team, (t) => ({
  users: t.field({
    type: TeamUserConnection,
    description: "The users of the team; by default by last name, first name and id.",
    authScopes: MAY_READ_TEAMS,
    args: {
      filter: t.arg({ type: TeamUserFilterInput }),
      sortBy: t.arg({ description: "The order of the list.", type: [TeamUserSortInput] }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async ({ id }, { filter, sortBy, ...args }, context) => {
      const page = pageOf(args);
      const loader = usersOfTeams(context, { filter: filter ?? {}, sortBy: sortBy ?? [] });
      return { rows: await loader.page(id, page, "asked"), page, totalCount: () => loader.total(id) };
    },
  }),
}));
