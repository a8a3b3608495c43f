import type { ChildPage } from "../../db/children.ts";
import type { Database } from "../../db/database.ts";
import { orderBySql, type SortColumns, type Sorting, sortValue } from "../../db/order-by.ts";
import { containsSql, isOneOfSql } from "../../db/text-search.ts";
import { InvalidInputError } from "../../errors/index.ts";
import { registrableDomain, toUrl } from "../registrable-domain.ts";
import { type KeywordQuery, keywordQuery } from "./keyword-query.ts";
import { type PlaceCondition, placeConditions } from "./place-conditions.ts";

export type SearchType = "keywordSearch" | "domainSearch";
export type CompanySortField = "score" | "nameOfFirm" | "revenue" | "size" | "revenueDelta" | "sizeDelta";

export interface CompanySearch {
  searchType: SearchType;
  /** Words, or a domain in any spelling. */
  keyword: string;
  /** Free text: country, state, city, combinations. */
  location?: string | null;
  filters?: {
    /** Confirmed ones, whole and in any case; any of them. */
    certifications?: readonly string[] | null;
    /** Codes of 2 to 6 digits; a shorter one stands for all that begin with it. */
    naicsCodes?: readonly string[] | null;
    /** Part of one of the company's keywords. */
    companyKeyword?: string | null;
  } | null;
  sort?: Sorting<CompanySortField> | null;
}

export interface FoundCompany {
  companyId: number;
  /** 0–1. */
  score: number;
}

export interface CompanySearchResult {
  page(page: ChildPage): Promise<FoundCompany[]>;
  total(): Promise<number>;
}

/** A label this similar (share of common trigrams) looks like the one that was asked for. */
const LOOK_ALIKE = 0.45;
/** A subdomain of what was asked for is nearly it; a look-alike never comes before one. */
const SUBDOMAIN_SCORE = 0.9;
const LOOK_ALIKE_SCORE = 0.8;
/** Longer texts are no domain. */
const LONGEST_DOMAIN = 253;

const SORT_COLUMNS: SortColumns<CompanySortField> = {
  score: { sql: "m.score", type: "number" },
  nameOfFirm: { sql: "lower(c.name)", type: "text" },
  revenue: { sql: "c.revenue_usd", type: "number" },
  size: { sql: "c.employees", type: "number" },
  revenueDelta: {
    sql: "(c.revenue_usd - c.previous_revenue_usd) / nullif(c.previous_revenue_usd, 0)",
    type: "number",
  },
  sizeDelta: {
    sql: "(c.employees - c.previous_employees)::float8 / nullif(c.previous_employees, 0)",
    type: "number",
  },
};

/**
 * Companies that match, as rows of `m(id, score)`. `ts_rank` with its weights 1, 0.4, 0.2 for name, labels and description;
 * normalisation 32 is rank / (rank + 1), which brings it to 0–1.
 */
const BY_KEYWORD = `
  SELECT c.id, ts_rank(c.search, q, 32)::float8 AS score FROM companies c, to_tsquery('english', $1) AS q WHERE c.search @@ q`;

/** How alike the first labels of a company's domain and of the one in `$1` are: the ending says little about who it is. */
const LIKENESS = "similarity(split_part(c.domain, '.', 1), split_part($1, '.', 1))";

/** `$1` is a domain, or what may be part of one. The trigram operator `%` is there for the index alone: `LIKENESS` decides. */
const BY_DOMAIN = `
  SELECT c.id, CASE WHEN c.domain = $1 THEN 1 WHEN c.domain LIKE '%.' || $1 THEN ${SUBDOMAIN_SCORE}
    ELSE ${LOOK_ALIKE_SCORE} * ${LIKENESS} END::float8 AS score
  FROM companies c
  WHERE c.domain = $1 OR c.domain LIKE '%.' || $1
    OR (c.domain % split_part($1, '.', 1) AND ${LIKENESS} >= ${LOOK_ALIKE})`;

const FILTERS = `
  ($2::jsonb IS NULL OR EXISTS (
    SELECT FROM jsonb_array_elements($2::jsonb) AS place
    WHERE (place->>'country' IS NULL OR c.country = place->>'country') AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(place->'lines') AS line
      WHERE NOT (line ? lower(unaccent(coalesce(c.city, ''))) OR line ? lower(unaccent(coalesce(c.state, ''))))
    )
  ))
  AND ($3::text[] IS NULL OR EXISTS (SELECT FROM unnest(c.certifications) AS held WHERE ${isOneOfSql("held", 3)}))
  AND ($4::text[] IS NULL OR EXISTS (
    SELECT FROM unnest(c.naics_codes) AS code, unnest($4::text[]) AS wanted WHERE starts_with(code::text, wanted)
  ))
  AND ($5::text IS NULL OR EXISTS (SELECT FROM unnest(c.keywords) AS keyword WHERE ${containsSql("keyword", 5)}))`;

interface Plan {
  matches: string;
  values: [
    text: string,
    places: string | null,
    certifications: string[] | null,
    naics: string[] | null,
    keyword: string | null,
  ];
}

const listOrNull = (list: readonly string[] | null | undefined) =>
  list == null || list.length === 0 ? null : [...list];

/** What full text search is asked: all words, or any where no company has all of them. One statement. */
async function wholeOrAny(db: Pick<Database, "query">, { all, any }: KeywordQuery): Promise<string> {
  if (all === any) return all;
  const [row] = await db.query<{ some: boolean }>(
    "SELECT EXISTS (SELECT FROM companies WHERE search @@ to_tsquery('english', $1)) AS some",
    [all],
  );
  return row?.some ? all : any;
}

/** The domain that a text means in any spelling, or the bare host where it has no known suffix. */
function domainOf(text: string): string | null {
  const domain = registrableDomain(text) ?? toUrl(text)?.hostname.replace(/^www\./, "") ?? text.trim().toLowerCase();
  return /[\p{L}\p{N}]/u.test(domain) && domain.length <= LONGEST_DOMAIN ? domain : null;
}

async function planOf(db: Pick<Database, "query">, search: CompanySearch): Promise<Plan | null> {
  const places: PlaceCondition[] | null = search.location == null ? null : placeConditions(search.location);
  const naics = listOrNull(search.filters?.naicsCodes);
  const wrong = naics?.find((code) => !/^\d{2,6}$/.test(code));
  if (wrong !== undefined)
    throw new InvalidInputError(`naicsCodes: "${wrong.slice(0, 50)}" is not a code of 2 to 6 digits`);
  const values = (text: string): Plan["values"] => [
    text,
    places === null ? null : JSON.stringify(places),
    listOrNull(search.filters?.certifications),
    naics,
    search.filters?.companyKeyword || null,
  ];
  if (search.searchType === "domainSearch") {
    const domain = domainOf(search.keyword);
    return domain === null ? null : { matches: BY_DOMAIN, values: values(domain.replace(/[\\%_]/g, "")) };
  }
  const query = await keywordQuery(db, search.keyword);
  return query === null ? null : { matches: BY_KEYWORD, values: values(await wholeOrAny(db, query)) };
}

/**
 * Companies of the directory that match a keyword or a domain, best first unless sorted otherwise. The result reads a page and
 * the total with one statement each, when asked.
 * @throws InvalidInputError for an empty keyword or a NAICS code that is none
 */
export async function searchCompanies(
  db: Pick<Database, "query">,
  search: CompanySearch,
): Promise<CompanySearchResult> {
  if (search.keyword === "") throw new InvalidInputError("keyword is empty");
  const plan = await planOf(db, search);
  if (plan === null) return { page: async () => [], total: async () => 0 };
  const { matches, values } = plan;
  const order = sortValue(search.sort == null ? [] : [search.sort]);
  return {
    page: ({ limit, offset }) =>
      db.query<FoundCompany>(
        `SELECT m.id AS "companyId", m.score FROM (${matches}) m JOIN companies c ON c.id = m.id WHERE ${FILTERS}
         ORDER BY ${orderBySql(6, SORT_COLUMNS, 1)}, m.score DESC, m.id LIMIT $7 OFFSET $8`,
        [...values, order, limit + 1, offset],
      ),
    total: async () => {
      const [row] = await db.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM (${matches}) m JOIN companies c ON c.id = m.id WHERE ${FILTERS}`,
        values,
      );
      return row?.total ?? 0;
    },
  };
}
