import type { ChildPage } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";
import type { Sorting } from "#foundation/db/order-by";
import { InvalidInputError } from "#foundation/errors/index";
import { askedWords, type RunCorrection, type SearchedWord, textQuery } from "./asked-words.ts";
import { type CompanyFacets, companyFacets } from "./facets.ts";
import { type Highlight, highlights } from "./highlights.ts";
import { matchDomains } from "./match-domains.ts";
import { filterMatches, type Matches, matchWords } from "./matches.ts";
import { type IndexState, PostingCache } from "./posting-cache.ts";
import { withProximity } from "./proximity.ts";
import { passing, searchFilter } from "./search-filter.ts";
import { type CompanySortField, type FoundCompany, sortedPage } from "./sort-matches.ts";

export type { CompanySortField, FoundCompany } from "./sort-matches.ts";
export type SearchType = "keywordSearch" | "domainSearch";

export interface CompanySearch {
  searchType: SearchType;
  /** Words, or a domain in any spelling. */
  keyword: string;
  /** Free text: country, state, city, combinations. */
  location?: string | null;
  filters?: {
    /** Confirmed ones, whole words in any case; one match is enough. */
    certifications?: readonly string[] | null;
    /** Codes of 2 to 6 digits; a shorter one stands for all that begin with it. */
    naicsCodes?: readonly string[] | null;
    /** Part of one of the company's keywords. */
    companyKeyword?: string | null;
  } | null;
  sort?: Sorting<CompanySortField> | null;
}

export interface CompanySearchResult {
  /** The page and one company beyond its end. */
  page(page: ChildPage): Promise<FoundCompany[]>;
  total: number;
  facets: CompanyFacets;
  /** The matching texts of these companies; none in a search by domain. */
  highlights(companyIds: readonly number[]): Promise<Map<number, Highlight[]>>;
}

export interface CompanySearchOptions {
  /** By default misspelt words are corrected at once. */
  runCorrection?: RunCorrection;
}

/** The cache of the index in a process, in bytes: the word lists of a million records take about 250 MB in all. */
const CACHE_BYTES = 256 * 1024 * 1024;

/** The process's cache of each database's index. */
const caches = new WeakMap<Queries, PostingCache>();

function cacheOf(db: Queries): PostingCache {
  const cache = caches.get(db) ?? new PostingCache(db, CACHE_BYTES);
  caches.set(db, cache);
  return cache;
}

interface Found {
  matches: Matches;
  words: SearchedWord[];
  /** Whether a company has to have all of the words. */
  all: boolean;
}

/** The companies that a keyword finds: those with all words, or with any where no company has all of them. */
async function matchKeyword(
  db: Queries,
  cache: PostingCache,
  state: IndexState,
  keyword: string,
  runCorrection: RunCorrection,
): Promise<Found> {
  const words = await askedWords(db, cache, state, keyword, runCorrection);
  const matches = matchWords(words, "all", state.companies);
  return matches.ids.length > 0 || words.length < 2
    ? { matches, words, all: true }
    : { matches: matchWords(words, "any", state.companies), words, all: false };
}

/**
 * Companies of the directory that match a keyword or a domain, best first unless sorted otherwise
 * (docs/company-search.md). Words are matched, filtered, counted and sorted here, on index lists that this process
 * caches. The database is asked whether they are current, and for missing ones.
 * @throws InvalidInputError for an empty keyword or an invalid NAICS code
 */
export async function searchCompanies(
  db: Queries,
  search: CompanySearch,
  { runCorrection = (_words, step) => step() }: CompanySearchOptions = {},
): Promise<CompanySearchResult> {
  if (search.keyword === "") throw new InvalidInputError("keyword is empty");
  const wrong = search.filters?.naicsCodes?.find((code) => !/^\d{2,6}$/.test(code));
  if (wrong !== undefined)
    throw new InvalidInputError(`naicsCodes: "${wrong.slice(0, 50)}" is not a code of 2 to 6 digits`);
  const cache = cacheOf(db);
  const state = await cache.state();
  const found: Found =
    search.searchType === "domainSearch"
      ? { matches: await matchDomains(db, cache, state, search.keyword), words: [], all: true }
      : await matchKeyword(db, cache, state, search.keyword, runCorrection);
  const filter = await searchFilter(db, cache, state, { location: search.location, ...search.filters });
  const kept = filter === null ? found.matches : filterMatches(found.matches, (segment) => passing(filter, segment));
  const matches =
    found.all && found.words.length > 1 ? await withProximity(db, kept, textQuery(found.words, "&")) : kept;
  const sort = search.sort ?? { field: "score", order: "desc" };
  return {
    page: ({ limit, offset }) => sortedPage(db, cache, state, matches, sort, { limit: limit + 1, offset }),
    total: matches.ids.length,
    facets: companyFacets(cache, state, matches),
    highlights: async (companyIds) =>
      found.words.length === 0 ? new Map() : highlights(db, companyIds, textQuery(found.words, "|")),
  };
}
