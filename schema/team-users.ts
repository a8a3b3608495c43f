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
import { byPage, childPage, defineConnection } from "./connection.ts";
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
    userId: t.expose("id", { description: "The id of the user.", type: "UUID" }),
    firstName: t.exposeString("firstName", { description: "The first name of the user." }),
    lastName: t.exposeString("lastName", { description: "The last name of the user." }),
    fullName: t.string({ description: "The first name and the last name, separated by a space.", resolve: fullName }),
    email: t.exposeString("email", { description: "The e-mail address of the user." }),
    isAdmin: t.exposeBoolean("isAdmin", { description: "Whether the user is an administrator of the team." }),
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
  description: "A filter of users. A user must meet all given conditions.",
  fields: (t) => ({
    id: t.string({ description: "The complete id of the user." }),
    firstName: t.string({ description: "A text that the first name must contain, ignoring case and accents." }),
    lastName: t.string({ description: "A text that the last name must contain, ignoring case and accents." }),
    fullName: t.string({ description: "A text that the full name must contain, ignoring case and accents." }),
    email: t.string({ description: "A text that the e-mail address must contain, ignoring case and accents." }),
  }),
});

const TeamUserFieldEnum = builder.enumType("TeamUserField", {
  description: "A field by which a list of users can be sorted.",
  values: {
    ID: { value: "id", description: "The id." },
    FIRST_NAME: { value: "firstName", description: "The first name, ignoring case." },
    LAST_NAME: { value: "lastName", description: "The last name, ignoring case." },
    FULL_NAME: { value: "fullName", description: "The full name, ignoring case." },
    EMAIL: { value: "email", description: "The e-mail address." },
  } as const satisfies Record<string, { value: TeamUserField; description: string }>,
});

const TeamUserSortInput = builder.inputType("TeamUserSortInput", {
  description: "One criterion of the order of a list of users.",
  fields: (t) => ({
    field: t.field({ description: "The field to sort by.", type: TeamUserFieldEnum, required: true }),
    order: t.field({ description: "The sort direction.", type: SortOrder, required: true }),
  }),
});

interface TeamUserList {
  filter: TeamUserFilter;
  sortBy: { field: TeamUserField; order: "asc" | "desc" }[];
}

const usersOfTeams = perRequestAndKey(({ db }, { filter, sortBy }: TeamUserList) =>
  childLoader<TeamUserRow>(db, teamUsers(filter, sortBy)),
);

builder.prismaObjectFields(Team, (t) => ({
  users: t.field({
    type: TeamUserConnection,
    description: "The users of the team, by last name, first name and id unless `sortBy` says otherwise.",
    authScopes: MAY_READ_TEAMS,
    args: {
      filter: t.arg({ type: TeamUserFilterInput }),
      sortBy: t.arg({
        description:
          "The order of the users: the first entry decides, and further entries break ties. At most 5 entries.",
        type: [TeamUserSortInput],
      }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: ({ id }, { filter, sortBy, ...args }, context) =>
      childPage(usersOfTeams(context, { filter: filter ?? {}, sortBy: sortBy ?? [] }), id, args),
  }),
}));
