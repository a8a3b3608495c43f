import { ROLE_BITS, type Role } from "#companies/analysis/roles";
import { BANDS } from "#companies/market-cap";
import { DirectoryIndex, factsOf, type IndexParts } from "../directory-index.ts";
import { Numbering } from "../numbering.ts";
import { SparseRowsBuilder, transpose } from "../postings.ts";
import type { SifVectors } from "../sif-vectors.ts";
import { VectorRows } from "../vector-rows.ts";
import type { StoredLexicon } from "./stored-lexicon.ts";

/** A company as an engine stores it, with the fields that signals and conditions use. */
export interface StoredCompany {
  id: number;
  domain: string;
  /** Stems with weighted counts (`stem|count`), separated by spaces, in the order of the text. */
  stems: string;
  industries: string[];
  roles: Role[];
  country: string | null;
  /** Folded, as the city is. */
  state: string | null;
  city: string | null;
  employees: number | null;
  revenueUsd: number | null;
  founded: number | null;
  marketCapBand: (typeof BANDS)[number]["band"] | null;
}

/** Empty digests. This index is only searched, and changes are never looked up in it. */
const NONE = new Uint8Array(0);

/**
 * Makes the index of some companies of a directory. The lexicon's word statistics let it score them as an index of all
 * companies does.
 * @param companies without duplicates
 * @param sampled ids of the companies that represent those that are not here
 */
export function poolIndex(
  lexicon: StoredLexicon,
  companies: readonly StoredCompany[],
  sampled: ReadonlySet<number>,
): DirectoryIndex {
  const terms = new Numbering([], lexicon.terms);
  const places = new Numbering([""]);
  const labels = new Numbering();
  const rows = new SparseRowsBuilder();
  const labelRows = new SparseRowsBuilder();
  for (const { stems, industries } of companies) {
    rows.addRow(weightsOf(stems, terms));
    labelRows.addRow(new Map(industries.map((label) => [labels.of(label), 1])));
  }
  const documents = rows.build();
  const postings = transpose(documents, terms.size);
  const numbers = (key: "employees" | "revenueUsd" | "founded") =>
    Float64Array.from(companies, (company) => company[key] ?? Number.NaN);
  const names = (key: "country" | "state" | "city") =>
    Uint32Array.from(companies, (company) => places.of(company[key] ?? ""));
  const parts: IndexParts = {
    ids: Float64Array.from(companies, ({ id }) => id),
    domains: companies.map(({ domain }) => domain),
    countries: names("country"),
    states: names("state"),
    cities: names("city"),
    places: places.strings,
    employees: numbers("employees"),
    revenues: numbers("revenueUsd"),
    founded: numbers("founded"),
    marketCaps: Uint8Array.from(
      companies,
      ({ marketCapBand }) => BANDS.findIndex(({ band }) => band === marketCapBand) + 1,
    ),
    roles: Uint8Array.from(companies, ({ roles }) => roles.reduce((bits, role) => bits | ROLE_BITS[role], 0)),
    vocabulary: [],
    surfaces: [],
    counts: lexicon.counts,
    postings,
    documents,
    labels: labels.strings,
    documentLabels: labelRows.build(),
    textDigests: NONE,
    recordDigests: NONE,
    sif: withRows(lexicon.sif, documents),
    sentences: null,
    notes: [...lexicon.notes],
  };
  const others = lexicon.companies - (companies.length - sampled.size);
  const each = sampled.size === 0 ? 1 : others / sampled.size;
  return new DirectoryIndex(parts, null, {
    ...factsOf(parts),
    terms,
    places,
    labels,
    totalLength: lexicon.averageLength * lexicon.companies,
    occurrences: lexicon.occurrences,
    whole: {
      companies: lexicon.companies,
      // The lexicon does not have words that are newer than it. They are counted among the companies here.
      documentFrequency: (term) =>
        lexicon.documentFrequency(term) || (postings.offsets[term + 1] ?? 0) - (postings.offsets[term] ?? 0),
      standsFor: Float32Array.from(companies, ({ id }) => (sampled.has(id) ? each : 1)),
    },
  });
}

function weightsOf(stems: string, terms: Numbering): Map<number, number> {
  const row = new Map<number, number>();
  if (stems === "") return row;
  for (const token of stems.split(" ")) {
    const at = token.lastIndexOf("|");
    row.set(terms.of(token.slice(0, at)), Number(token.slice(at + 1)));
  }
  return row;
}

function withRows(sif: SifVectors | null, documents: IndexParts["documents"]): SifVectors | null {
  return sif?.withDocuments(new VectorRows(sif.dimensions, [sif.documentVectors(documents)])) ?? null;
}
