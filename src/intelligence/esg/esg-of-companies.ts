import type { Queries } from "#foundation/db/database";
import { NEUTRAL_BELOW } from "./esg-lists.ts";

/** The search expression over ESG items. It must equal the expression of their index. */
export const ESG_TEXTS = {
  table: "esg_items",
  text: `left("title" || ' ' || "snippet", 2000)`,
  companies: "ARRAY[x.company_id]",
} as const;

/** Selected items, or all items about some companies. */
export type EsgSelection = { items: readonly number[] } | { companies: readonly number[] };

const selected = (selection: EsgSelection) =>
  "items" in selection
    ? { condition: "i.id = ANY($1::int[])", ids: selection.items }
    : { condition: "i.company_id = ANY($1::int[])", ids: selection.companies };

/** Counts of the items of one pillar, or of `all`, by sentiment. */
export interface EsgBalance {
  pillar: string;
  items: number;
  positive: number;
  negative: number;
}

/** Counts items by sentiment: one row for each pillar that has items, and one for all items, labelled or not. */
export function esgBalance(db: Queries, selection: EsgSelection): Promise<EsgBalance[]> {
  const { condition, ids } = selected(selection);
  return db.query<EsgBalance>(
    `SELECT x.pillar, count(*)::int AS items,
       count(*) FILTER (WHERE i.sentiment_score >= ${NEUTRAL_BELOW})::int AS positive,
       count(*) FILTER (WHERE i.sentiment_score <= -${NEUTRAL_BELOW})::int AS negative
     FROM esg_items i CROSS JOIN LATERAL (VALUES ('all', true), ('environmental', cardinality(i.environmental) > 0),
       ('social', cardinality(i.social) > 0), ('governance', cardinality(i.governance) > 0)) AS x(pillar, is_of)
     WHERE x.is_of AND ${condition} GROUP BY x.pillar`,
    [ids],
  );
}

export interface TellingEsgItem {
  companyId: number;
  /** "" for a record of the directory. */
  url: string;
  title: string;
  snippet: string;
  publisher: string;
  /** The company's name. */
  company: string;
  publishedAt: Date | null;
  retrievedAt: Date;
  sentiment: number;
  labels: string[];
}

/** Reads the items with the strongest sentiment, at most `limit`. */
export function tellingEsgItems(db: Queries, selection: EsgSelection, limit: number): Promise<TellingEsgItem[]> {
  const { condition, ids } = selected(selection);
  return db.query<TellingEsgItem>(
    `SELECT i.company_id AS "companyId", i.url, i.title, i.snippet, i.publisher, c.name AS company,
       i.published_at AS "publishedAt", i.retrieved_at AS "retrievedAt", i.sentiment_score AS sentiment,
       i.environmental || i.social || i.governance AS labels
     FROM esg_items i JOIN companies c ON c.id = i.company_id WHERE ${condition}
     ORDER BY abs(i.sentiment_score) DESC, i.published_at DESC NULLS LAST, i.id LIMIT $2`,
    [ids, limit],
  );
}

export interface EsgCount {
  items: number;
  /** Items from the companies' own sites. */
  internal: number;
  /** Items from the directory's records. */
  directory: number;
  /** Companies that at least one item is about. */
  companies: number;
}

export async function countEsgItems(db: Queries, companyIds: readonly number[]): Promise<EsgCount> {
  const [found] = await db.query<EsgCount>(
    `SELECT count(*)::int AS items, count(*) FILTER (WHERE is_internal)::int AS internal,
       count(*) FILTER (WHERE derived_from = 'directory')::int AS directory, count(DISTINCT company_id)::int AS companies
     FROM esg_items WHERE company_id = ANY($1::int[])`,
    [companyIds],
  );
  return found ?? { items: 0, internal: 0, directory: 0, companies: 0 };
}
