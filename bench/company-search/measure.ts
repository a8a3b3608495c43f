import type { CompanyFinder } from "#companies/search/company-finder";
import type { Database } from "#foundation/db/database";
import { quantile } from "../statistics.ts";
import type { QueryKind } from "./queries.ts";

/** What a client gets: a page with its companies and the total, or the total and all facets. */
async function ask(db: Database, finder: CompanyFinder, kind: QueryKind, at: number): Promise<number> {
  const search = kind.searches[at];
  if (search === undefined) return 0;
  if (kind.sql !== undefined) {
    const [row] = await db.query<{ total: number }>(kind.sql, [search.keyword]);
    return row?.total ?? 0;
  }
  const result = await finder.find(search);
  if (kind.facets) {
    const { countries, industries, naicsSectors, certifications, sizes, revenues } = result.facets;
    await Promise.all([countries(), industries(), naicsSectors(), certifications(), sizes(), revenues()]);
    return result.total;
  }
  const page = await result.page({ limit: 10, offset: kind.offset ?? 0 });
  await db.query("SELECT * FROM companies WHERE id = ANY($1)", [page.map(({ companyId }) => companyId)]);
  return result.total;
}

export interface MeasuredSearches {
  kind: string;
  /** Median. */
  matches: number;
  firstMs: number[];
  laterMs: number[];
}

/** Runs the searches of a kind once, then `rounds` times more. */
export async function measureSearches(
  db: Database,
  finder: CompanyFinder,
  kind: QueryKind,
  rounds: number,
): Promise<MeasuredSearches> {
  const measured: MeasuredSearches = { kind: kind.name, matches: 0, firstMs: [], laterMs: [] };
  const totals: number[] = [];
  for (let round = 0; round <= rounds; round++)
    for (const at of kind.searches.keys()) {
      const started = performance.now();
      const total = await ask(db, finder, kind, at);
      (round === 0 ? measured.firstMs : measured.laterMs).push(performance.now() - started);
      if (round === 0) totals.push(total);
    }
  return { ...measured, matches: quantile(totals, 0.5) };
}
