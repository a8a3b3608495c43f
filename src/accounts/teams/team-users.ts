import type { ChildList } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";
import { MAX_SORTINGS, type SortColumns, type Sorting, sortedBy } from "#foundation/db/order-by";
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
  id: "u.id",
  firstName: "lower(u.first_name)",
  lastName: "lower(u.last_name)",
  fullName: `lower(${FULL_NAME})`,
  email: "u.email",
};
const BY_NAME = { "lower(u.last_name)": "asc", "lower(u.first_name)": "asc", "u.id": "asc" } as const;

const COLUMNS = `u.id, m.team_id AS "teamId", u.first_name AS "firstName", u.last_name AS "lastName", u.email, m.is_admin AS "isAdmin"`;

const FILTERED = `FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.team_id = p.id AND ($2::text IS NULL OR u.id::text = lower($2::text))
    AND ${containsSql("u.first_name", 3)} AND ${containsSql("u.last_name", 4)}
    AND ${containsSql(FULL_NAME, 5)} AND ${containsSql("u.email", 6)}`;

/**
 * Returns the users of a team that pass a filter, by last name, first name and id unless sorted otherwise.
 * @throws InvalidInputError for an order with too many entries
 */
export function teamUsers(filter: TeamUserFilter, sortBy: readonly Sorting<TeamUserField>[]): ChildList {
  if (sortBy.length > MAX_SORTINGS) throw new InvalidInputError(`sortBy has more than ${MAX_SORTINGS} entries`);
  return {
    columns: COLUMNS,
    rows: FILTERED,
    order: sortedBy(sortBy, SORT_COLUMNS, BY_NAME),
    values: [
      filter.id || null,
      filter.firstName || null,
      filter.lastName || null,
      filter.fullName || null,
      filter.email || null,
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
