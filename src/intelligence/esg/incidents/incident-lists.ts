import type { Queries } from "#foundation/db/database";
import { type EsgIncident, type IncidentItem, mergeIncidents } from "./merge-items.ts";
import type { Reach } from "./reach.ts";
import type { IncidentSeverity } from "./severity.ts";

/**
 * A filter of incidents. All given fields must match, each by any of its values. Empty and absent lists do not filter.
 */
export interface IncidentFilter {
  /** Labels of any category, in any case. */
  labels?: readonly string[] | null | undefined;
  severity?: readonly IncidentSeverity[] | null | undefined;
  reach?: readonly Reach[] | null | undefined;
  isNew?: boolean | null | undefined;
  /** Includes incidents last reported at this time or later. */
  from?: Date | null | undefined;
}

/** Maximum number of items that are read for a company, newest first. */
const MOST = 500;

const COLUMNS = `i.id, i.company_id AS "companyId", c.name AS company, i.url, i.title, i.snippet, i.publisher,
  coalesce(i.published_at, i.retrieved_at) AS at, i.environmental, i.social, i.governance, i.sentiment_score AS "sentimentScore", i.awards`;
const OF_COMPANY = `SELECT ${COLUMNS} FROM esg_items i WHERE i.company_id = c.id AND NOT i.is_internal
    AND i.derived_from IS DISTINCT FROM 'directory'
  ORDER BY i.published_at DESC NULLS LAST, i.id DESC LIMIT ${MOST}`;

/** Reads the incidents of each of these companies, newest first. One statement. */
export async function incidentsOfCompanies(db: Queries, ids: readonly number[]): Promise<Map<number, EsgIncident[]>> {
  const items = await db.query<IncidentItem>(
    `SELECT x.* FROM companies c CROSS JOIN LATERAL (${OF_COMPANY}) x WHERE c.id = ANY($1::int[])`,
    [ids],
  );
  return Map.groupBy(mergeIncidents(items), ({ companyId }) => companyId);
}

/** Reads the incidents of each market's companies, newest first. One statement. */
export async function incidentsOfMarkets(db: Queries, ids: readonly number[]): Promise<Map<number, EsgIncident[]>> {
  const items = await db.query<IncidentItem & { marketId: number }>(
    `SELECT mc.market_id AS "marketId", x.* FROM market_companies mc JOIN companies c ON c.id = mc.company_id
     CROSS JOIN LATERAL (${OF_COMPANY}) x WHERE mc.market_id = ANY($1::int[])`,
    [ids],
  );
  const ofMarkets = Map.groupBy(items, ({ marketId }) => marketId);
  return new Map([...ofMarkets].map(([marketId, ofMarket]) => [marketId, mergeIncidents(ofMarket)]));
}

/** Returns the incidents that pass the filter, in the same order. */
export function filterIncidents(incidents: readonly EsgIncident[], filter: IncidentFilter): EsgIncident[] {
  const { from, isNew } = filter;
  const labels = filter.labels?.map((label) => label.toLowerCase()) ?? [];
  const has = <T>(list: readonly T[] | null | undefined, value: T) =>
    list == null || list.length === 0 || list.includes(value);
  return incidents.filter(
    (incident) =>
      has(filter.severity, incident.severity) &&
      has(filter.reach, incident.reach) &&
      (isNew == null || incident.isNew === isNew) &&
      (from == null || incident.lastReportedAt >= from) &&
      (labels.length === 0 ||
        [...incident.environmental, ...incident.social, ...incident.governance].some((label) =>
          labels.includes(label.toLowerCase()),
        )),
  );
}
