import type { ChildPage } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";
import type { Sorting } from "#foundation/db/order-by";
import { InvalidInputError } from "#foundation/errors/index";
import type { RunCorrection } from "./asked-words.ts";
import type { CompanyFacets } from "./facets.ts";
import type { Highlight } from "./highlights.ts";
import type { CompanySortField, FoundCompany } from "./sort-matches.ts";

export type SearchType = "keywordSearch" | "domainSearch";

export interface CompanySearch {
  searchType: SearchType;
  /** Words, or a domain in any spelling. */
  keyword: string;
  /** Free text: country, state, city, or a combination. */
  location?: string | null;
  filters?: {
    /** Confirmed certifications, as whole words in any case. One match is enough. */
    certifications?: readonly string[] | null;
    /** Whether certifications that only the company claims count, too. */
    includeUnverified?: boolean | null;
    /** Codes of 2 to 6 digits. A shorter code includes all codes that begin with it. */
    naicsCodes?: readonly string[] | null;
    /** Part of one of the company's keywords. */
    companyKeyword?: string | null;
  } | null;
  sort?: Sorting<CompanySortField> | null;
}

export interface CompanySearchResult {
  /** Returns the page, and one more company if there are any beyond it. */
  page(page: ChildPage): Promise<FoundCompany[]>;
  /** Exact for any number of matches. */
  total: number;
  facets: CompanyFacets;
  /** Returns the matching texts of these companies; empty in a search by domain. */
  highlights(companyIds: readonly number[]): Promise<Map<number, Highlight[]>>;
}

export interface CompanySearchOptions {
  /** By default, misspelt words are corrected at once. */
  runCorrection?: RunCorrection;
  /** Runs the statements of this search alone, such as the caller's turns; by default the finder's own database. */
  db?: Queries;
}

/** Finds companies of the directory. All engines return the same companies, totals, facets and order. */
export interface CompanyFinder {
  /**
   * Finds companies that match a keyword or a domain, best first unless sorted otherwise (docs/company-search.md).
   * @throws InvalidInputError for an empty keyword or an invalid NAICS code; ServiceUnavailableError when the engine is
   * unavailable
   */
  find(search: CompanySearch, options?: CompanySearchOptions): Promise<CompanySearchResult>;
}

/** @throws InvalidInputError for a search that no engine can answer */
export function checkSearch({ keyword, filters }: CompanySearch): void {
  if (keyword === "") throw new InvalidInputError("keyword is empty");
  const wrong = filters?.naicsCodes?.find((code) => !/^\d{2,6}$/.test(code));
  if (wrong !== undefined)
    throw new InvalidInputError(`naicsCodes: "${wrong.slice(0, 50)}" is not a code of 2 to 6 digits`);
}
