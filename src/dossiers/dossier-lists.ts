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

/** Its parameters are the caller's team and the filter's fields. */
const FILTERED = `($2::int IS NULL OR d.team_id = $2) AND ($3::uuid[] IS NULL OR d.agent_id = ANY($3))
  AND ($4::text[] IS NULL OR d.agent_type::text = ANY($4)) AND ${containsSql("d.query", 5)}
  AND ($6::uuid[] IS NULL OR d.created_by = ANY($6))`;

const listOrNull = (list: readonly string[] | null | undefined) =>
  list == null || list.length === 0 ? null : [...list];

/** A parent of 0 means "in no collection": no collection has this id. */
export const NO_COLLECTION = 0;
const IN_COLLECTION = `d.collection_id IS NOT DISTINCT FROM nullif(p.id, ${NO_COLLECTION})`;

/**
 * Returns the dossiers of a collection that pass a filter, newest first unless sorted otherwise. `teamId` keeps the
 * list within a team; null is the platform's view. @throws InvalidInputError for an order with too many entries
 */
export function dossiersOf(
  teamId: number | null,
  filter: DossierFilter,
  sort: readonly Sorting<DossierSortField>[],
): ChildList {
  if (sort.length > MAX_SORTINGS) throw new InvalidInputError(`sort has more than ${MAX_SORTINGS} entries`);
  return {
    columns: COLUMNS,
    rows: `FROM dossiers d WHERE ${IN_COLLECTION} AND ${FILTERED}`,
    order: sortedBy(sort, SORT_COLUMNS, NEWEST),
    values: [
      teamId,
      listOrNull(filter.agentIds),
      listOrNull(filter.agentTypes),
      filter.query || null,
      listOrNull(filter.createdBy),
    ],
  };
}
