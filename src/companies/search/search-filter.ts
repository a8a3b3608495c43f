import type { Queries } from "#foundation/db/database";
import { type PlaceCondition, placeConditions } from "./place-conditions.ts";
import type { IndexState, PostingCache } from "./posting-cache.ts";
import { type Field, type PostingList, SEGMENT_SIZE } from "./posting-lists.ts";

/** A condition on companies: membership in a list, all of several conditions, or any of them. */
export type Filter = { list: PostingList } | { all: Filter[] } | { any: Filter[] };

export interface FilterQuestion {
  /** Free text: country, state, city, or a combination. */
  location?: string | null | undefined;
  /** Confirmed certifications, as whole words in any case. One match is enough. */
  certifications?: readonly string[] | null | undefined;
  /** Whether certifications that only the company claims count, too. */
  includeUnverified?: boolean | null | undefined;
  /** Codes of 2 to 6 digits. A shorter code includes all codes that begin with it. */
  naicsCodes?: readonly string[] | null | undefined;
  /** Part of one of the company's keywords. */
  companyKeyword?: string | null | undefined;
}

const given = (list: readonly string[] | null | undefined): readonly string[] => list ?? [];

/** Returns the conditions beside the words; null without any. At most three statements, none for cached lists. */
export async function searchFilter(
  db: Queries,
  cache: PostingCache,
  state: IndexState,
  { location, certifications, includeUnverified, naicsCodes, companyKeyword }: FilterQuestion,
): Promise<Filter | null> {
  const filters: Filter[] = [];
  const places = location == null ? null : placeConditions(location);
  if (places !== null) filters.push(await placeFilter(cache, state, places));
  if (given(certifications).length > 0) {
    // The database lower-cases them, as it does for the index.
    const rows = await db.query<{ term: string }>("SELECT lower(name) AS term FROM unnest($1::text[]) AS name", [
      certifications,
    ]);
    const fields: Field[] = includeUnverified ? ["certification", "claim"] : ["certification"];
    const lists = await cache.lists(
      state,
      rows.flatMap(({ term }) => fields.map((field) => ({ field, term }))),
    );
    filters.push({ any: lists.map((list) => ({ list })) });
  }
  if (given(naicsCodes).length > 0) {
    const lists = await cache.lists(
      state,
      given(naicsCodes).map((term) => ({ field: "naics", term: String(Number(term)) })),
    );
    filters.push({ any: lists.map((list) => ({ list })) });
  }
  if (companyKeyword) filters.push({ list: await cache.keywordsWith(state, companyKeyword) });
  return filters.length === 0 ? null : { all: filters };
}

async function placeFilter(cache: PostingCache, state: IndexState, places: PlaceCondition[]): Promise<Filter> {
  const any: Filter[] = [];
  for (const { country, lines } of places) {
    const spellings = lines.flat();
    const [inCountry, ...inLines] = await cache.lists(state, [
      { field: "country", term: country ?? "" },
      ...spellings.map((term) => ({ field: "place", term }) as const),
    ]);
    const listOf = new Map(spellings.map((term, at) => [term, inLines[at]]));
    const all: Filter[] = lines.map((line) => ({
      any: line.flatMap((term) => ({ list: listOf.get(term) ?? new Map() })),
    }));
    if (country !== null && inCountry !== undefined) all.unshift({ list: inCountry });
    any.push({ all });
  }
  return { any };
}

/** Marks the positions of a list's companies in a segment. */
function mark(mask: Uint8Array, list: PostingList, segment: number): void {
  const postings = list.get(segment)?.postings ?? [];
  for (let at = 0; at < postings.length; at++) mask[(postings[at] ?? 0) >>> 16] = 1;
}

/** Returns a mask of a segment: 1 at the position of each company that passes, otherwise 0. */
export function passing(filter: Filter, segment: number): Uint8Array {
  const mask = new Uint8Array(SEGMENT_SIZE);
  if ("list" in filter) mark(mask, filter.list, segment);
  else if ("any" in filter) {
    for (const part of filter.any) {
      if ("list" in part) mark(mask, part.list, segment);
      else {
        const passed = passing(part, segment);
        for (let place = 0; place < SEGMENT_SIZE; place++) mask[place] = (mask[place] ?? 0) | (passed[place] ?? 0);
      }
    }
  } else {
    const [first, ...others] = filter.all;
    if (first === undefined) return mask.fill(1);
    mask.set(passing(first, segment));
    for (const part of others) {
      const passed = passing(part, segment);
      for (let place = 0; place < SEGMENT_SIZE; place++) mask[place] = (mask[place] ?? 0) & (passed[place] ?? 0);
    }
  }
  return mask;
}
