import { type Band, REVENUE_EDGES, revenueBand, SIZE_EDGES, sizeBand } from "../../bands.ts";
import { byCount, type CompanyFacets, FACET_LABELS, type FacetCount } from "../../search/facets.ts";
import type { Family } from "../../search/posting-cache.ts";
import { FACET_SEPARATOR } from "../company-document.ts";
import type { SearchEngine } from "../search-engine.ts";
import { askIndex, type Clause } from "./ask-index.ts";

/** Maximum number of values of a facet. The engine allows 65,535 buckets in an answer. */
const MOST_VALUES = 30_000;

const FIELDS: Record<Family, string> = {
  country: "country",
  industry: "industryFacet",
  certification: "certificationFacet",
  claim: "claimFacet",
  sector: "sectorFacet",
};

interface Buckets {
  buckets: { key: string | number; from?: number; doc_count: number }[];
}

const valuesOf = (field: string): Clause => ({ terms: { field, size: MOST_VALUES } });
const rangesOf = (field: string, edges: readonly number[]): Clause => ({
  range: {
    field,
    ranges: edges.map((from, at) => ({ from, ...(at + 1 < edges.length ? { to: edges[at + 1] } : {}) })),
  },
});

/** Splits a value of the index into a term and its spelling. */
function spelt(key: string): { term: string; label: string } {
  const [term = "", label] = key.split(FACET_SEPARATOR);
  return { term, label: label ?? term };
}

/** Returns for each term the directory's first spelling. */
function labelsOf({ buckets }: Buckets): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { key } of buckets) {
    const { term, label } = spelt(String(key));
    const known = labels.get(term);
    if (known === undefined || label < known) labels.set(term, label);
  }
  return labels;
}

function familyCounts(family: Family, { buckets }: Buckets, labels: ReadonlyMap<string, string>): FacetCount[] {
  const counts = new Map<string, number>();
  for (const { key, doc_count: count } of buckets) {
    const { term } = spelt(String(key));
    counts.set(term, (counts.get(term) ?? 0) + count);
  }
  return [...counts]
    .map(([term, count]) => ({ ...FACET_LABELS[family](term, labels.get(term) ?? term), count }))
    .sort(byCount);
}

function bandCounts({ buckets }: Buckets, total: number, bandOf: (value: number | null) => Band): FacetCount[] {
  const known = buckets.map(({ from, doc_count: count }) => ({ band: bandOf(from ?? null), count }));
  const rest = total - known.reduce((sum, { count }) => sum + count, 0);
  return [{ band: bandOf(null), count: rest }, ...known]
    .filter(({ count }) => count > 0)
    .map(({ band, count }) => ({ value: String(band.id), label: band.label, count }));
}

/** Counts the facets of a query. One search counts the facets that are requested together. */
export function indexFacets(engine: SearchEngine, query: Clause): CompanyFacets {
  let wanted: Record<string, Clause> = {};
  let counting: Promise<{ total: number; aggregations: Record<string, unknown> }> | null = null;
  const count = async (aggs: Record<string, Clause>) => {
    Object.assign(wanted, aggs);
    counting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      const asked = wanted;
      wanted = {};
      counting = null;
      const [answer] = await askIndex(engine, [{ query, size: 0, aggs: asked }]);
      return answer ?? { total: 0, aggregations: {} };
    });
    return counting;
  };
  const family = async (name: Family): Promise<FacetCount[]> => {
    const values = valuesOf(FIELDS[name]);
    const isSpelt = name !== "country" && name !== "sector";
    const labels = `${name} spellings`;
    const { aggregations } = await count({
      [name]: values,
      ...(isSpelt ? { [labels]: { global: {}, aggs: { all: values } } } : {}),
    });
    const spellings = (aggregations[labels] as { all: Buckets } | undefined)?.all;
    const found = aggregations[name] as Buckets;
    return familyCounts(name, found, labelsOf(spellings ?? { buckets: [] }));
  };
  const bands = async (field: string, edges: readonly number[], bandOf: (value: number | null) => Band) => {
    const { aggregations, total } = await count({ [field]: rangesOf(field, edges) });
    return bandCounts(aggregations[field] as Buckets, total, bandOf);
  };
  return {
    countries: () => family("country"),
    industries: () => family("industry"),
    naicsSectors: () => family("sector"),
    certifications: () => family("certification"),
    unverifiedCertifications: () => family("claim"),
    sizes: () => bands("employees", SIZE_EDGES, sizeBand),
    revenues: () => bands("revenueUsd", REVENUE_EDGES, revenueBand),
  };
}
