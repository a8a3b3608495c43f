import type { ChildList } from "#foundation/db/children";
import { MAX_SORTINGS, orderBySql, type SortColumns, type Sorting, sortValue } from "#foundation/db/order-by";
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

const SORT_COLUMNS: SortColumns<DossierSortField> = {
  createdAt: { sql: "extract(epoch FROM d.created_at)", type: "number" },
  lastModifiedAt: { sql: "extract(epoch FROM d.last_modified_at)", type: "number" },
  query: { sql: "lower(d.query)", type: "text" },
  agentId: { sql: "d.agent_id::text", type: "text" },
};

/** The parameters of the caller's tenancy, the filter and the order, from `first` on. */
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
): ChildList<"asked"> {
  if (sort.length > MAX_SORTINGS) throw new InvalidInputError(`sort has more than ${MAX_SORTINGS} entries`);
  const from = `FROM dossiers d WHERE ${IN_COLLECTION} AND ${FILTERED}`;
  return {
    select: {
      asked: `SELECT ${COLUMNS} ${from} ORDER BY ${orderBySql(7, SORT_COLUMNS)}, d.created_at DESC, d.agent_id`,
    },
    // The count does not need the order's parameter, but a statement has to use all of its parameters.
    count: `SELECT count(*) ${from} AND $7::text[] IS NOT NULL`,
    values: [
      teamId,
      listOrNull(filter.agentIds),
      listOrNull(filter.agentTypes),
      filter.query || null,
      listOrNull(filter.createdBy),
      sortValue(sort),
    ],
  };
}
