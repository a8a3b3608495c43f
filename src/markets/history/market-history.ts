import type { Queries } from "#foundation/db/database";
import type { Period } from "./moments.ts";

/** A company's standing in a market. */
export interface Standing {
  /** 1 is best. */
  rank: number;
  /** 0–1, comparable within a job. */
  score: number;
  reason: string;
}

export interface StandingCompany extends Standing {
  companyId: number;
}

interface Slice {
  limit: number;
  offset: number;
}

/** Selects each company's last state up to a moment, including that it had left. Both parameters are SQL texts. */
const statesAt = (market: string, at: string) =>
  `SELECT DISTINCT ON (h.company_id) h.company_id, h.is_in, h.rank, h.score, h.reason FROM market_company_history h
   WHERE h.market_id = ${market} AND h.at <= ${at} ORDER BY h.company_id, h.id DESC`;

/** Returns the companies of a market at a moment, best first. */
export function companiesAt(
  db: Queries,
  marketId: number,
  at: Date,
  { limit, offset }: Slice,
): Promise<StandingCompany[]> {
  return db.query<StandingCompany>(
    `SELECT s.company_id AS "companyId", s.rank, s.score, s.reason FROM (${statesAt("$1", "$2")}) s
     WHERE s.is_in ORDER BY s.rank, s.company_id LIMIT $3 OFFSET $4`,
    [marketId, at, limit, offset],
  );
}

/** Counts the companies of a market at a moment. */
export async function countCompaniesAt(db: Queries, marketId: number, at: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${statesAt("$1", "$2")}) s WHERE s.is_in`,
    [marketId, at],
  );
  return row?.count ?? 0;
}

/**
 * What happened to a company between two moments. `moved`: its rank differs, and perhaps its score; `rescored`: at the
 * same rank its score or reason differs.
 */
export const CHANGE_KINDS = ["entered", "left", "moved", "rescored"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A company whose standing has changed. */
export interface MarketChange {
  companyId: number;
  kind: ChangeKind;
  /** Null where it was not in the market. */
  before: Standing | null;
  /** Null where it is no longer in the market. */
  after: Standing | null;
}

interface ChangeRow {
  companyId: number;
  kind: ChangeKind;
  rankBefore: number | null;
  scoreBefore: number | null;
  reasonBefore: string | null;
  rankAfter: number | null;
  scoreAfter: number | null;
  reasonAfter: string | null;
}

/**
 * Selects the companies that differ between `$2` and `$3`. A company that had left before has no rank, score and
 * reason, like one that was never in.
 */
const CHANGES = `SELECT x.* FROM (
    SELECT t.company_id, f.rank AS rank_before, f.score AS score_before, f.reason AS reason_before,
      t.rank AS rank_after, t.score AS score_after, t.reason AS reason_after,
      CASE WHEN f.rank IS NULL THEN 'entered' WHEN t.rank IS NULL THEN 'left' WHEN t.rank <> f.rank THEN 'moved' ELSE 'rescored' END AS kind
    FROM (${statesAt("$1", "$3")}) t LEFT JOIN (${statesAt("$1", "$2")}) f ON f.company_id = t.company_id
    WHERE (f.rank, f.score, f.reason) IS DISTINCT FROM (t.rank, t.score, t.reason)
  ) x WHERE x.kind = ANY ($4::text[])`;

const standing = (rank: number | null, score: number | null, reason: string | null): Standing | null =>
  rank === null || score === null || reason === null ? null : { rank, score, reason };

/**
 * Returns what changed in a market between two moments: by kind, in the order of `CHANGE_KINDS`, and within a kind by
 * rank.
 */
export async function changesBetween(
  db: Queries,
  marketId: number,
  { from, to }: Period,
  kinds: readonly ChangeKind[],
  { limit, offset }: Slice,
): Promise<MarketChange[]> {
  const rows = await db.query<ChangeRow>(
    `SELECT c.company_id AS "companyId", c.kind, c.rank_before AS "rankBefore", c.score_before AS "scoreBefore",
       c.reason_before AS "reasonBefore", c.rank_after AS "rankAfter", c.score_after AS "scoreAfter", c.reason_after AS "reasonAfter"
     FROM (${CHANGES}) c
     ORDER BY array_position($4::text[], c.kind), coalesce(c.rank_after, c.rank_before), c.company_id LIMIT $5 OFFSET $6`,
    [marketId, from, to, CHANGE_KINDS.filter((kind) => kinds.includes(kind)), limit, offset],
  );
  return rows.map(({ companyId, kind, ...row }) => ({
    companyId,
    kind,
    before: standing(row.rankBefore, row.scoreBefore, row.reasonBefore),
    after: standing(row.rankAfter, row.scoreAfter, row.reasonAfter),
  }));
}

/** Counts how many companies entered, left, moved and were rescored between two moments. */
export async function countChanges(
  db: Queries,
  marketId: number,
  { from, to }: Period,
): Promise<Record<ChangeKind, number>> {
  const rows = await db.query<{ kind: ChangeKind; count: number }>(
    `SELECT c.kind, count(*)::int AS count FROM (${CHANGES}) c GROUP BY c.kind`,
    [marketId, from, to, CHANGE_KINDS],
  );
  const counts = { entered: 0, left: 0, moved: 0, rescored: 0 };
  for (const { kind, count } of rows) counts[kind] = count;
  return counts;
}
