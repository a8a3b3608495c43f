import type { ChildList } from "#foundation/db/children";
import { MAX_SORTINGS, type SortColumns, type Sorting, sortedBy } from "#foundation/db/order-by";
import { containsSql } from "#foundation/db/text-search";
import { InvalidInputError } from "#foundation/errors/index";
import type { AgentType } from "./create-dossier.ts";

export const DOSSIER_SORT_FIELDS = ["createdAt", "lastModifiedAt", "query", "agentId"] as const;
export type DossierSortField = (typeof DOSSIER_SORT_FIELDS)[number];

/** A filter of dossiers: any value of a list, and all given conditions. */
export interface DossierFilter {
  agentIds?: readonly string[] | null | undefined;
  agentTypes?: readonly AgentType[] | null | undefined;
  /** Part of the question, ignoring case and accents. */
  query?: string | null | undefined;
  createdBy?: readonly string[] | null | undefined;
}

export interface DossierRow {
  agentId: string;
  teamId: number;
  collectionId: number | null;
  companyId: number | null;
  marketId: number | null;
  agentType: AgentType;
  query: string;
  createdBy: string;
  createdAt: Date;
  lastModifiedAt: Date;
}

const COLUMNS = `d.agent_id AS "agentId", d.team_id AS "teamId", d.collection_id AS "collectionId", d.company_id AS "companyId",
  d.market_id AS "marketId", d.agent_type::text AS "agentType", d.query, d.created_by AS "createdBy",
  d.created_at AS "createdAt", d.last_modified_at AS "lastModifiedAt"`;

/** Longer questions compare by this many characters, or a cursor could be too long to be accepted. */
const COMPARED_LENGTH = 500;

const SORT_COLUMNS: SortColumns<DossierSortField> = {
  createdAt: "d.created_at",
  lastModifiedAt: "d.last_modified_at",
  query: `left(lower(d.query), ${COMPARED_LENGTH})`,
  agentId: "d.agent_id",
};
const NEWEST = { "d.created_at": "desc", "d.agent_id": "asc" } as const;

/** Its parameters `$3` to `$6` are the filter's fields. */
const FILTERED = `($3::uuid[] IS NULL OR d.agent_id = ANY($3))
  AND ($4::text[] IS NULL OR d.agent_type::text = ANY($4)) AND ${containsSql("d.query", 5)}
  AND ($6::uuid[] IS NULL OR d.created_by = ANY($6))`;

const listOrNull = (list: readonly string[] | null | undefined) =>
  list == null || list.length === 0 ? null : [...list];

/** The parent of the dossiers that are in no collection: no collection has this id. */
export const NO_COLLECTION = 0;

/** Where dossiers are listed. */
export interface DossierPlace {
  /** Keeps the list within a team; null is the platform's view. */
  teamId: number | null;
  /** Lists those in no collection rather than those of the parents. */
  isInNone: boolean;
}

/** Each place has a condition of its own, which an index serves. */
const within = ({ teamId, isInNone }: DossierPlace) =>
  `${isInNone ? "d.collection_id IS NULL" : "d.collection_id = p.id"} AND ${teamId === null ? "$2::int IS NULL" : "d.team_id = $2"}`;

/**
 * Returns the dossiers of a collection that pass a filter, newest first unless sorted otherwise.
 * @throws InvalidInputError for an order with too many entries
 */
export function dossiersOf(
  place: DossierPlace,
  filter: DossierFilter,
  sort: readonly Sorting<DossierSortField>[],
): ChildList {
  if (sort.length > MAX_SORTINGS) throw new InvalidInputError(`sort has more than ${MAX_SORTINGS} entries`);
  return {
    columns: COLUMNS,
    rows: `FROM dossiers d WHERE ${within(place)} AND ${FILTERED}`,
    unfilteredRows: `FROM dossiers d WHERE ${within(place)}`,
    order: sortedBy(sort, SORT_COLUMNS, NEWEST),
    values: [
      place.teamId,
      listOrNull(filter.agentIds),
      listOrNull(filter.agentTypes),
      filter.query || null,
      listOrNull(filter.createdBy),
    ],
  };
}
