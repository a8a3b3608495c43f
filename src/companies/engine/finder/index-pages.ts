import type { Sorting } from "#foundation/db/order-by";
import { InvalidInputError } from "#foundation/errors/index";
import { LOOKED_AT, withDensity } from "../../search/proximity.ts";
import type { CompanySortField, FoundCompany } from "../../search/sort-matches.ts";
import { MAX_RESULT_WINDOW } from "../index-mapping.ts";
import type { SearchEngine } from "../search-engine.ts";
import { askIndex, type Clause, type IndexHit, type IndexSearch } from "./ask-index.ts";

/** The result of a search from which pages are taken. */
export interface Ranked {
  query: Clause;
  total: number;
  /** Returns the score of a hit, 0–1. */
  scoreOf(hit: IndexHit): number;
  /**
   * The best matches with the proximity of their words, in the order of the engine's scores; null where proximity does
   * not count.
   */
  best: { hits: IndexHit[]; densities: ReadonlyMap<number, number> } | null;
}

const FIELDS: Record<Exclude<CompanySortField, "score">, string> = {
  nameOfFirm: "nameOrder",
  revenue: "revenueUsd",
  size: "employees",
  revenueDelta: "revenueDelta",
  sizeDelta: "sizeDelta",
};

const BY_SCORE: Clause[] = [{ _score: "desc" }, { id: "asc" }];

function sortClauses({ field, order }: Sorting<CompanySortField>): Clause[] {
  if (field === "score") return order === "desc" ? BY_SCORE : [{ _score: "asc" }, { id: "asc" }];
  return [{ [FIELDS[field]]: { order, missing: "_last" } }, ...BY_SCORE];
}

/** Returns the search for the best matches, which are re-ranked by proximity. */
export const searchForBest = (query: Clause): IndexSearch => ({ query, size: LOOKED_AT, sort: BY_SCORE });

const idsOf = (hits: readonly IndexHit[]): Clause => ({ terms: { id: hits.map(({ id }) => id) } });
const within = (query: Clause, hits: readonly IndexHit[]): Clause => ({
  bool: { must: [query], filter: [idsOf(hits)] },
});
const without = (query: Clause, hits: readonly IndexHit[]): Clause => ({
  bool: { must: [query], must_not: [idsOf(hits)] },
});

const better = (a: FoundCompany, b: FoundCompany) => b.score - a.score || a.companyId - b.companyId;

async function hitsOf(engine: SearchEngine, search: IndexSearch): Promise<IndexHit[]> {
  if (search.size <= 0) return [];
  const [answer] = await askIndex(engine, [search]);
  return answer?.hits ?? [];
}

/**
 * Returns a page of matches in an order. The engine orders by its own scores. The database computes proximity, which
 * reorders only the best matches among themselves. When another field is sorted by, it reorders only those with equal
 * values.
 * @throws InvalidInputError for a page that ends after the first 100,000 matches
 */
export async function indexPage(
  engine: SearchEngine,
  { query, total, scoreOf, best }: Ranked,
  sorting: Sorting<CompanySortField>,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundCompany[]> {
  if (offset >= total) return [];
  const size = Math.min(limit, total - offset);
  if (offset + size > MAX_RESULT_WINDOW)
    throw new InvalidInputError(
      `pages can reach only the first ${MAX_RESULT_WINDOW.toLocaleString("en")} companies; narrow the search with filters`,
    );
  const sort = sortClauses(sorting);
  const rowOf = (hit: IndexHit): FoundCompany => ({
    companyId: hit.id,
    score: best === null ? scoreOf(hit) : withDensity(scoreOf(hit), best.densities.get(hit.id)),
  });
  if (best === null) return (await hitsOf(engine, { query, size, from: offset, sort })).map(rowOf);

  const head = best.hits.map(rowOf).sort(better);
  if (sorting.field === "score") {
    const rest = total - head.length;
    if (sorting.order === "desc") {
      const first = head.slice(offset, offset + size);
      const from = Math.max(offset, head.length);
      return [...first, ...(await hitsOf(engine, { query, size: size - first.length, from, sort })).map(rowOf)];
    }
    const fromRest = Math.max(0, Math.min(size, rest - offset));
    const worst = await hitsOf(engine, { query: without(query, best.hits), size: fromRest, from: offset, sort });
    const ascending = [...head].sort((a, b) => a.score - b.score || a.companyId - b.companyId);
    const skipped = Math.max(0, offset - rest);
    return [...worst.map(rowOf), ...ascending.slice(skipped, skipped + size - worst.length)];
  }
  return tiedAnew(
    await hitsOf(engine, { query, size, from: offset, sort }),
    await hitsOf(engine, { query: within(query, best.hits), size: best.hits.length, sort }),
    rowOf,
  );
}

/**
 * Returns the rows of a page, with the best matches of equal value reordered by proximity. In the engine's order, the
 * best also come first among companies of equal value. They therefore exchange positions only among themselves.
 * @param best in the order of the page
 */
function tiedAnew(
  page: readonly IndexHit[],
  best: readonly IndexHit[],
  rowOf: (hit: IndexHit) => FoundCompany,
): FoundCompany[] {
  const groups = new Map<unknown, FoundCompany[]>();
  const place = new Map<number, number>();
  for (const hit of best) {
    const [value] = hit.sort;
    const group = groups.get(value) ?? [];
    groups.set(value, group);
    place.set(hit.id, group.length);
    group.push(rowOf(hit));
  }
  for (const group of groups.values()) group.sort(better);
  return page.map((hit) => {
    const at = place.get(hit.id);
    return (at === undefined ? undefined : groups.get(hit.sort[0])?.[at]) ?? rowOf(hit);
  });
}
