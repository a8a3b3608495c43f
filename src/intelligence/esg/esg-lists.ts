import { type CompanyReach, withinReach } from "#companies/company-reach";
import { registrableDomain } from "#companies/registrable-domain";
import type { ChildList } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";
import { isOneOfSql } from "#foundation/db/text-search";

/** Who says it: the company on its own site, a third party, or a record of the directory. */
export const ESG_SOURCES = ["Internal", "External", "Directory"] as const;
export type EsgSource = (typeof ESG_SOURCES)[number];
export const SENTIMENTS = ["Positive", "Neutral", "Negative"] as const;
export const RECOGNITIONS = ["Rewarded", "Certified"] as const;

/** A filter of items. All given fields must match, each by any of its values. Empty and absent lists do not filter. */
export interface EsgFilter {
  environmental?: readonly string[] | null | undefined;
  social?: readonly string[] | null | undefined;
  governance?: readonly string[] | null | undefined;
  publisher?: readonly string[] | null | undefined;
  source?: readonly EsgSource[] | null | undefined;
  sentiment?: readonly (typeof SENTIMENTS)[number][] | null | undefined;
  certifications?: readonly (typeof RECOGNITIONS)[number][] | null | undefined;
  domains?: readonly string[] | null | undefined;
}

export interface EsgItemRow {
  id: number;
  companyId: number;
  domain: string;
  /** "" for a record of the directory. */
  url: string;
  title: string;
  snippet: string;
  publishedAt: Date | null;
  retrievedAt: Date;
  publisher: string;
  source: EsgSource;
  sourceLogoBase64: string;
  sourceLogoUrl: string | null;
  environmental: string[];
  social: string[];
  governance: string[];
  sentimentScore: number;
  /** `YYYY-MM-DD`. */
  versionDate: string;
  awards: boolean;
  certifications: boolean;
}

/** Scores of at least this are positive; scores of at most minus this are negative. */
export const NEUTRAL_BELOW = 0.05;

const SOURCE = `CASE WHEN i.derived_from = 'directory' THEN 'Directory' WHEN i.is_internal THEN 'Internal' ELSE 'External' END`;
const COLUMNS = `i.id, i.company_id AS "companyId", c.domain, i.url, i.title, i.snippet, i.published_at AS "publishedAt",
  i.retrieved_at AS "retrievedAt", i.publisher, ${SOURCE} AS source, i.source_logo_base64 AS "sourceLogoBase64",
  i.source_logo_url AS "sourceLogoUrl", i.environmental, i.social, i.governance, i.sentiment_score AS "sentimentScore",
  i.version_date::text AS "versionDate", i.awards, i.certifications`;

const labelled = (column: string, parameter: number) =>
  `($${parameter}::text[] IS NULL OR EXISTS (SELECT FROM unnest(i.${column}) AS label WHERE ${isOneOfSql("label", parameter)}))`;

/** Its parameters `$2` to `$9` are in the order of `filterValues`. */
const FILTERED = `${labelled("environmental", 2)} AND ${labelled("social", 3)} AND ${labelled("governance", 4)}
  AND ($5::text[] IS NULL OR ${isOneOfSql("i.publisher", 5)})
  AND ($6::text[] IS NULL OR ${SOURCE} = ANY($6))
  AND ($7::text[] IS NULL OR CASE WHEN i.sentiment_score >= ${NEUTRAL_BELOW} THEN 'Positive'
    WHEN i.sentiment_score <= -${NEUTRAL_BELOW} THEN 'Negative' ELSE 'Neutral' END = ANY($7))
  AND ($8::text[] IS NULL OR (i.awards AND 'Rewarded' = ANY($8)) OR (i.certifications AND 'Certified' = ANY($8)))
  AND ($9::text[] IS NULL OR c.domain = ANY($9)
    OR c.id IN (SELECT survivor_id FROM company_merges WHERE domain = ANY($9)))`;

const valuesOf = (list: readonly string[] | null | undefined) => (list == null || list.length === 0 ? null : list);

function filterValues(filter: EsgFilter): unknown[] {
  return [
    valuesOf(filter.environmental),
    valuesOf(filter.social),
    valuesOf(filter.governance),
    valuesOf(filter.publisher),
    valuesOf(filter.source),
    valuesOf(filter.sentiment),
    valuesOf(filter.certifications),
    valuesOf(filter.domains)?.map((domain) => registrableDomain(domain) ?? domain) ?? null,
  ];
}

const FROM = `FROM esg_items i JOIN companies c ON c.id = i.company_id`;
/** An item of an unknown date counts as older than all others. */
const NEWEST = { "coalesce(i.published_at, '-infinity')": "desc", "i.id": "desc" } as const;
const OF_MARKET = `FROM market_companies mc JOIN esg_items i ON i.company_id = mc.company_id
  JOIN companies c ON c.id = i.company_id WHERE mc.market_id = p.id`;

/** The ESG items of a company, newest first. */
export const companyEsgItems: ChildList = {
  columns: COLUMNS,
  rows: `${FROM} WHERE i.company_id = p.id`,
  order: NEWEST,
};

/** The ESG items of a market's companies that pass a filter, newest first. Accepts domains in any spelling. */
export function marketEsgItems(filter: EsgFilter): ChildList {
  const values = filterValues(filter);
  if (values.every((value) => value === null)) return { columns: COLUMNS, rows: OF_MARKET, order: NEWEST };
  return { columns: COLUMNS, rows: `${OF_MARKET} AND ${FILTERED}`, unfilteredRows: OF_MARKET, order: NEWEST, values };
}

/** Reads the ESG items of these ids whose companies are within reach. One statement. */
export async function readEsgItems(db: Queries, ids: readonly number[], reach: CompanyReach): Promise<EsgItemRow[]> {
  const { sql, values } = withinReach("i.company_id", reach, 2);
  return db.query<EsgItemRow>(`SELECT ${COLUMNS} ${FROM} WHERE i.id = ANY($1) ${sql}`, [ids, ...values]);
}
