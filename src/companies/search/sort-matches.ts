import type { Queries } from "#foundation/db/database";
import type { Sorting } from "#foundation/db/order-by";
import { firstInOrder } from "./choose-page.ts";
import { type Matches, numbersOf } from "./matches.ts";
import type { IndexState, PostingCache } from "./posting-cache.ts";
import { EMPTY } from "./posting-lists.ts";

export type CompanySortField = "score" | "nameOfFirm" | "revenue" | "size" | "revenueDelta" | "sizeDelta";

export interface FoundCompany {
  companyId: number;
  /** 0–1. */
  score: number;
}

/** The index lists with the sort values. */
const NUMBERS: Record<Exclude<CompanySortField, "score">, string> = {
  nameOfFirm: "name",
  revenue: "revenue",
  size: "size",
  revenueDelta: "revenueDelta",
  sizeDelta: "sizeDelta",
};

type Compare = (a: number, b: number) => number;

/** Compares by a number. Unknown values come last in both directions. */
const byNumber = (values: Float64Array, order: Sorting<string>["order"]): Compare => {
  const sign = order === "asc" ? 1 : -1;
  return (a, b) => {
    const [left, right] = [values[a] ?? Number.NaN, values[b] ?? Number.NaN];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return sign * (left - right);
  };
};

/** Returns the page in the order of full names. The index has only their beginnings. One statement. */
async function pageByName(
  db: Queries,
  { ids, scores }: Matches,
  beginnings: Float64Array,
  order: Sorting<string>["order"],
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundCompany[]> {
  const compare = byNumber(beginnings, order);
  const known = firstInOrder(ids.length, offset + limit, (a, b) => compare(a, b) || a - b);
  const [first, last] = [known[offset], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  // The candidates have the same beginning as the page's first or last name, or one between. Matches before them are
  // only counted.
  let before = 0;
  const candidates: number[] = [];
  for (let position = 0; position < ids.length; position++) {
    if (compare(position, first) < 0) before += 1;
    else if (compare(position, last) <= 0) candidates.push(position);
  }
  return db.query<FoundCompany>(
    `SELECT c.id AS "companyId", m.score FROM unnest($1::int[], $2::float8[]) AS m(id, score) JOIN companies c ON c.id = m.id
     ORDER BY lower(unaccent(c.name)) COLLATE "C" ${order === "asc" ? "ASC" : "DESC"}, m.score DESC, c.id LIMIT $3 OFFSET $4`,
    [candidates.map((at) => ids[at]), candidates.map((at) => scores[at]), limit, offset - before],
  );
}

/**
 * Returns a page of matches, by default the best first. Ties are broken by score, then by id, so that pages are
 * consistent. Unknown sort values come last in both directions. Names are compared in lower case without accents.
 */
export async function sortedPage(
  db: Queries,
  cache: PostingCache,
  state: IndexState,
  matches: Matches,
  sort: Sorting<CompanySortField>,
  page: { limit: number; offset: number },
): Promise<FoundCompany[]> {
  const { ids, scores } = matches;
  if (page.offset >= ids.length) return [];
  const byScore: Compare = (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b;
  let compare = byScore;
  if (sort.field === "score") {
    if (sort.order === "asc") compare = (a, b) => (scores[a] ?? 0) - (scores[b] ?? 0) || a - b;
  } else {
    const [list] = await cache.lists(state, [{ field: "number", term: NUMBERS[sort.field] }]);
    const values = numbersOf(matches, list ?? EMPTY);
    if (sort.field === "nameOfFirm") return pageByName(db, matches, values, sort.order, page);
    const byValue = byNumber(values, sort.order);
    compare = (a, b) => byValue(a, b) || byScore(a, b);
  }
  return firstInOrder(ids.length, page.offset + page.limit, compare)
    .slice(page.offset)
    .map((position) => ({ companyId: ids[position] ?? 0, score: scores[position] ?? 0 }));
}
