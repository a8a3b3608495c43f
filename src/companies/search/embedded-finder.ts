import type { Queries } from "#foundation/db/database";
import { askedWords, correctAtOnce, type IndexedWord, type RunCorrection, textQuery } from "./asked-words.ts";
import { type CompanyFinder, checkSearch } from "./company-finder.ts";
import { embeddedTerms } from "./embedded-terms.ts";
import { companyFacets } from "./facets.ts";
import { highlights } from "./highlights.ts";
import { matchDomains } from "./match-domains.ts";
import { filterMatches, type Matches, matchWords } from "./matches.ts";
import { type IndexState, PostingCache } from "./posting-cache.ts";
import type { PostingList } from "./posting-lists.ts";
import { withProximity } from "./proximity.ts";
import { passing, searchFilter } from "./search-filter.ts";
import { sortedPage } from "./sort-matches.ts";

/** Maximum size of a process's index cache in bytes. The word lists of a million records take about 250 MB in total. */
const CACHE_BYTES = 256 * 1024 * 1024;

/** The process's cache for each database's index. */
const caches = new WeakMap<Queries, PostingCache>();

function cacheOf(db: Queries): PostingCache {
  const cache = caches.get(db) ?? new PostingCache(db, CACHE_BYTES);
  caches.set(db, cache);
  return cache;
}

interface Found {
  matches: Matches;
  words: IndexedWord<PostingList>[];
  /** Whether the companies have all of the words. */
  all: boolean;
}

/** Finds the companies of a keyword: those with all words, or those with any word if no company has all. */
async function matchKeyword(
  db: Queries,
  cache: PostingCache,
  state: IndexState,
  keyword: string,
  runCorrection: RunCorrection,
): Promise<Found> {
  const words = await askedWords(db, embeddedTerms(db, cache, state), keyword, runCorrection);
  const asked = words.map(({ terms }) => ({ lists: terms }));
  const matches = matchWords(asked, "all", state.companies);
  return matches.ids.length > 0 || words.length < 2
    ? { matches, words, all: true }
    : { matches: matchWords(asked, "any", state.companies), words, all: false };
}

/**
 * Finds companies by the index in the database. This process matches, filters, counts and sorts words on cached index
 * lists. It asks the database whether the lists are current, and for missing lists.
 */
export function embeddedFinder(own: Queries): CompanyFinder {
  return {
    async find(search, { runCorrection = correctAtOnce, db = own } = {}) {
      checkSearch(search);
      // What it reads serves every search after it.
      const cache = cacheOf(own);
      const state = await cache.state();
      const found: Found =
        search.searchType === "domainSearch"
          ? { matches: await matchDomains(db, cache, state, search.keyword), words: [], all: true }
          : await matchKeyword(db, cache, state, search.keyword, runCorrection);
      const filter = await searchFilter(db, cache, state, { location: search.location, ...search.filters });
      const kept =
        filter === null ? found.matches : filterMatches(found.matches, (segment) => passing(filter, segment));
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
    },
  };
}
