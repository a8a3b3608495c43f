import type { Queries } from "#foundation/db/database";
import {
  askedWords,
  correctAtOnce,
  type IndexedWord,
  type RunCorrection,
  textQuery,
} from "../../search/asked-words.ts";
import { type CompanyFinder, type CompanySearch, checkSearch } from "../../search/company-finder.ts";
import { highlights } from "../../search/highlights.ts";
import { domainMatches, domainOf, SUBDOMAIN_SCORE } from "../../search/match-domains.ts";
import { wordWeights } from "../../search/matches.ts";
import { WHOLE_IMPACT } from "../../search/posting-lists.ts";
import { densities } from "../../search/proximity.ts";
import type { FoundCompany } from "../../search/sort-matches.ts";
import { asToken } from "../company-document.ts";
import type { SearchEngine } from "../search-engine.ts";
import { askIndex, type Clause, countsOf, type IndexHit } from "./ask-index.ts";
import { indexFacets } from "./index-facets.ts";
import { indexFilters } from "./index-filters.ts";
import { indexPage, type Ranked, searchForBest } from "./index-pages.ts";
import { type CountedTerm, indexTerms } from "./index-terms.ts";

const NOTHING: Clause = { match_none: {} };

/** Makes the clause of a weighted word. Of its possible terms, the best one counts. */
function wordClause({ terms }: IndexedWord<CountedTerm>, weight: number): Clause {
  const queries = terms.map(({ term }) => ({ term: { lexemes: { value: asToken(term), boost: weight } } }));
  return queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } };
}

/** The result of a search, from which pages and facets are taken. */
interface Found extends Ranked {
  words: IndexedWord<CountedTerm>[];
}

const impactScore = ({ score }: IndexHit): number => score / WHOLE_IMPACT;

/** Finds the companies of a keyword: those with all words, or those with any word if no company has all. */
async function findWords(
  db: Queries,
  engine: SearchEngine,
  { keyword }: CompanySearch,
  filter: Clause[],
  runCorrection: RunCorrection,
): Promise<Found> {
  const words = await askedWords(db, indexTerms(db, engine), keyword, runCorrection);
  if (words.length === 0) return { query: NOTHING, total: 0, scoreOf: impactScore, best: null, words };
  const companies = words.map(({ terms }) => terms.reduce((sum, one) => sum + one.companies, 0));
  const [all = 0] = await countsOf(engine, [{ match_all: {} }]);
  const weights = wordWeights(companies, all);
  const clauses = words.flatMap((word, at) => (word.terms.length === 0 ? [] : [wordClause(word, weights[at] ?? 0)]));
  const hasAll: Clause = clauses.length < words.length ? NOTHING : { bool: { must: clauses, filter } };
  const anyHasAll: Clause = clauses.length < words.length ? NOTHING : { bool: { must: clauses } };
  const [best, whole] = await askIndex(engine, [
    words.length > 1 ? searchForBest(hasAll) : { query: hasAll, size: 0 },
    { query: anyHasAll, size: 0 },
  ]);
  if (best === undefined || whole === undefined) throw new Error("the search engine left a search unanswered");
  if (whole.total > 0 || words.length < 2) {
    const ids = best.hits.map(({ id }) => id);
    const near = words.length > 1 && ids.length > 0 ? await densities(db, ids, textQuery(words, "&")) : null;
    return {
      query: hasAll,
      total: best.total,
      scoreOf: impactScore,
      best: near === null ? null : { hits: best.hits, densities: near },
      words,
    };
  }
  const hasAny: Clause =
    clauses.length === 0 ? NOTHING : { bool: { should: clauses, minimum_should_match: 1, filter } };
  const [total = 0] = await countsOf(engine, [hasAny]);
  return { query: hasAny, total, scoreOf: impactScore, best: null, words };
}

/** Finds the company of a domain, its subdomains, and look-alikes. */
async function findDomain(
  db: Queries,
  engine: SearchEngine,
  { keyword }: CompanySearch,
  filter: Clause[],
): Promise<Found> {
  const domain = domainOf(keyword);
  if (domain === null) return { query: NOTHING, total: 0, scoreOf: impactScore, best: null, words: [] };
  const known = new Map((await domainMatches(db, domain, [])).map(({ id, score }) => [id, score]));
  const byScore = new Map<number, number[]>();
  for (const [id, score] of known) byScore.set(score, [...(byScore.get(score) ?? []), id]);
  const constant = (clause: Clause, boost: number): Clause => ({ constant_score: { filter: clause, boost } });
  const queries = [
    constant({ term: { parents: domain } }, SUBDOMAIN_SCORE),
    ...[...byScore].map(([score, ids]) => constant({ terms: { id: ids } }, score)),
  ];
  const query: Clause = { bool: { must: [{ dis_max: { queries } }], filter } };
  const [total = 0] = await countsOf(engine, [query]);
  const scoreOf = ({ id, score }: IndexHit) =>
    score === Math.fround(SUBDOMAIN_SCORE) ? SUBDOMAIN_SCORE : (known.get(id) ?? SUBDOMAIN_SCORE);
  return { query, total, scoreOf, best: null, words: [] };
}

/** Removes companies that the directory no longer has, because the index may be slightly behind. */
async function known(db: Queries, rows: FoundCompany[]): Promise<FoundCompany[]> {
  if (rows.length === 0) return rows;
  const there = await db.query<{ id: number }>("SELECT id FROM companies WHERE id = ANY($1::int[])", [
    rows.map(({ companyId }) => companyId),
  ]);
  const ids = new Set(there.map(({ id }) => id));
  return rows.filter(({ companyId }) => ids.has(companyId));
}

/**
 * Finds companies by an OpenSearch index of the directory, which matches, filters, counts and orders. The database
 * stems words. It also computes what depends on the positions of words in a text, proximity and highlights, for some
 * companies by their ids.
 */
export function openSearchFinder(own: Queries, engine: SearchEngine): CompanyFinder {
  return {
    async find(search, { runCorrection = correctAtOnce, db = own } = {}) {
      checkSearch(search);
      const filter = await indexFilters(db, search);
      const found =
        search.searchType === "domainSearch"
          ? await findDomain(db, engine, search, filter)
          : await findWords(db, engine, search, filter, runCorrection);
      const sort = search.sort ?? { field: "score", order: "desc" };
      return {
        page: async ({ limit, offset }) =>
          known(db, await indexPage(engine, found, sort, { limit: limit + 1, offset })),
        total: found.total,
        facets: indexFacets(engine, found.query),
        highlights: async (companyIds) =>
          found.words.length === 0 ? new Map() : highlights(db, companyIds, textQuery(found.words, "|")),
      };
    },
  };
}
