import type { Queries } from "#foundation/db/database";

/** Ids of a market's companies, in its order; without those that one job brought, where it is given. */
export async function marketCompanyIds(
  db: Queries,
  marketId: number,
  { exceptOfJob = null }: { exceptOfJob?: number | null } = {},
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT company_id AS id FROM market_companies WHERE market_id = $1 AND ($2::int IS NULL OR job_id <> $2)
     ORDER BY rank, company_id`,
    [marketId, exceptOfJob],
  );
  return rows.map(({ id }) => id);
}

/** The rank of each of a market's companies, by its id. */
export async function marketRanks(db: Queries, marketId: number): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; rank: number }>(
    "SELECT company_id AS id, rank FROM market_companies WHERE market_id = $1",
    [marketId],
  );
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/** Writes the places of a market's companies; companies that have left the market are skipped. */
export async function writePlaces(
  db: Queries,
  marketId: number,
  places: readonly { companyId: number; place: object }[],
): Promise<void> {
  await db.query(
    `UPDATE market_companies mc SET place = x.place FROM jsonb_to_recordset($2::jsonb) AS x("companyId" int, place jsonb)
     WHERE mc.market_id = $1 AND mc.company_id = x."companyId"`,
    [marketId, JSON.stringify(places)],
  );
}
