import { countryName } from "#foundation/geography/countries";
import { type Band, revenueBand, sizeBand } from "../bands.ts";
import { naicsSectorTitle } from "../naics/naics.ts";
import { bySegment, type Matches, numbersOf } from "./matches.ts";
import type { Family, IndexState, PostingCache } from "./posting-cache.ts";
import { EMPTY, SEGMENT_SIZE } from "./posting-lists.ts";

/** A value that companies of a search share, and the number of these companies. */
export interface FacetCount {
  /** In the form that the filter accepts: a country's code, a NAICS sector, the id of a band, a label. */
  value: string;
  /** The text for people. */
  label: string;
  count: number;
}

/** The facets of a search. Each is counted over all matches, on request. */
export interface CompanyFacets {
  countries(): Promise<FacetCount[]>;
  industries(): Promise<FacetCount[]>;
  /** The first two digits of NAICS codes. */
  naicsSectors(): Promise<FacetCount[]>;
  certifications(): Promise<FacetCount[]>;
  /** Certifications that only the company claims. */
  unverifiedCertifications(): Promise<FacetCount[]>;
  sizes(): Promise<FacetCount[]>;
  revenues(): Promise<FacetCount[]>;
}

/** Returns the value and the name of a term in a facet. */
export const FACET_LABELS: Record<Family, (term: string, label: string) => { value: string; label: string }> = {
  country: (term) => ({ value: term, label: countryName(term) }),
  industry: (_, label) => ({ value: label, label }),
  certification: (_, label) => ({ value: label, label }),
  claim: (_, label) => ({ value: label, label }),
  sector: (term) => ({ value: term, label: naicsSectorTitle(Number(term)) }),
};

/** Sorts the most common values first. */
export const byCount = (a: FacetCount, b: FacetCount) => b.count - a.count || (a.value < b.value ? -1 : 1);

/** Counts a family exactly, the most common values first. A company counts once for each of its values. */
async function countFamily(
  cache: PostingCache,
  state: IndexState,
  matches: Matches,
  family: Family,
): Promise<FacetCount[]> {
  const { values, segments } = await cache.family(state, family);
  const counts = new Uint32Array(values.length);
  for (const { segment, from, to } of bySegment(matches)) {
    const forward = segments.get(segment);
    if (forward === undefined) continue;
    const { starts, entries } = forward;
    for (let at = from; at < to; at++) {
      const place = (matches.ids[at] ?? 0) % SEGMENT_SIZE;
      for (let entry = starts[place] ?? 0; entry < (starts[place + 1] ?? 0); entry++) {
        const value = entries[entry] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
      }
    }
  }
  return values
    .map(({ term, label }, at) => ({ term, label, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ term, label, count }) => ({ ...FACET_LABELS[family](term, label), count }))
    .sort(byCount);
}

/** Counts the matches by size class, in the order of the classes. Unknown values belong to class 0. */
async function countBands(
  cache: PostingCache,
  state: IndexState,
  matches: Matches,
  term: "size" | "revenue",
  bandOf: (value: number | null) => Band,
): Promise<FacetCount[]> {
  const [list] = await cache.lists(state, [{ field: "number", term }]);
  const counts = new Map<Band["id"], FacetCount>();
  for (const value of numbersOf(matches, list ?? EMPTY)) {
    const { id, label } = bandOf(Number.isNaN(value) ? null : value);
    const known = counts.get(id);
    if (known !== undefined) known.count += 1;
    else counts.set(id, { value: String(id), label, count: 1 });
  }
  return [...counts.values()].sort((a, b) => Number(a.value) - Number(b.value));
}

export function companyFacets(cache: PostingCache, state: IndexState, matches: Matches): CompanyFacets {
  return {
    countries: () => countFamily(cache, state, matches, "country"),
    industries: () => countFamily(cache, state, matches, "industry"),
    naicsSectors: () => countFamily(cache, state, matches, "sector"),
    certifications: () => countFamily(cache, state, matches, "certification"),
    unverifiedCertifications: () => countFamily(cache, state, matches, "claim"),
    sizes: () => countBands(cache, state, matches, "size", sizeBand),
    revenues: () => countBands(cache, state, matches, "revenue", revenueBand),
  };
}
