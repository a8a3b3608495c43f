import type { ChildList } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";
import { MAX_SORTINGS, orderBySql, type SortColumns, type Sorting, sortValue } from "#foundation/db/order-by";
import { containsSql } from "#foundation/db/text-search";
import { InvalidInputError } from "#foundation/errors/index";

export const TEAM_USER_FIELDS = ["id", "firstName", "lastName", "fullName", "email"] as const;
export type TeamUserField = (typeof TEAM_USER_FIELDS)[number];

/**
 * A filter of users: `id` must be equal, the others must occur in the value, ignoring case and accents. All given
 * fields must match.
 */
export type TeamUserFilter = { [Field in TeamUserField]?: string | null | undefined };

export interface TeamUserRow {
  id: string;
  teamId: number;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
}

/** Returns a user's full name. */
export const fullName = ({ firstName, lastName }: Pick<TeamUserRow, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`;
const FULL_NAME = "u.first_name || ' ' || u.last_name";

const SORT_COLUMNS: SortColumns<TeamUserField> = {
  id: { sql: "u.id::text", type: "text" },
  firstName: { sql: "lower(u.first_name)", type: "text" },
  lastName: { sql: "lower(u.last_name)", type: "text" },
  fullName: { sql: `lower(${FULL_NAME})`, type: "text" },
  email: { sql: "u.email", type: "text" },
};

const COLUMNS = `u.id, m.team_id AS "teamId", u.first_name AS "firstName", u.last_name AS "lastName", u.email, m.is_admin AS "isAdmin"`;

const FILTERED = `FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.team_id = p.id AND ($2::text IS NULL OR u.id::text = lower($2::text))
    AND ${containsSql("u.first_name", 3)} AND ${containsSql("u.last_name", 4)}
    AND ${containsSql(FULL_NAME, 5)} AND ${containsSql("u.email", 6)}`;

/**
 * Returns the users of a team that pass a filter, by last name, first name and id unless sorted otherwise.
 * @throws InvalidInputError for an order with too many entries
 */
export function teamUsers(filter: TeamUserFilter, sortBy: readonly Sorting<TeamUserField>[]): ChildList<"asked"> {
  if (sortBy.length > MAX_SORTINGS) throw new InvalidInputError(`sortBy has more than ${MAX_SORTINGS} entries`);
  return {
    select: {
      asked: `SELECT ${COLUMNS} ${FILTERED}
        ORDER BY ${orderBySql(7, SORT_COLUMNS)}, lower(u.last_name), lower(u.first_name), u.id`,
    },
    // The count does not need the order's parameter, but a statement has to use all of its parameters.
    count: `SELECT count(*) ${FILTERED} AND $7::text[] IS NOT NULL`,
    values: [
      filter.id || null,
      filter.firstName || null,
      filter.lastName || null,
      filter.fullName || null,
      filter.email || null,
      sortValue(sortBy),
    ],
  };
}

/** A user as a member of one team. */
export interface Member {
  teamId: number;
  userId: string;
}

/** Returns the members among these pairs of team and user. One statement. */
export async function readTeamUsers(db: Queries, members: readonly Member[]): Promise<TeamUserRow[]> {
  return db.query<TeamUserRow>(
    `SELECT ${COLUMNS} FROM unnest($1::int[], $2::uuid[]) AS k(team_id, user_id)
     JOIN memberships m ON m.team_id = k.team_id AND m.user_id = k.user_id JOIN users u ON u.id = m.user_id`,
    [members.map(({ teamId }) => teamId), members.map(({ userId }) => userId)],
  );
}
