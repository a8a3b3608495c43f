import {
  type CompanySearch,
  type CompanySortField,
  searchCompanies,
} from "../src/companies/search/search-companies.ts";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection, pageOf } from "./connection.ts";
import { SortOrder } from "./sort-order.ts";

/** A company in a list: by its id, with the score where the list was searched for. */
export interface ListedCompany {
  companyId: number;
  score?: number;
}

export const CompanyConnection = defineConnection<ListedCompany>(
  "Company",
  Company,
  ({ companyId }) => companyId,
  (t) => ({
    score: t.float({
      nullable: true,
      description: "How well it matches the search, 0–1; null in a list that is no search.",
      resolve: ({ row }) => row.score ?? null,
    }),
  }),
);

const CompanySearchType = builder.enumType("CompanySearchType", {
  values: {
    KEYWORD: { value: "keywordSearch", description: "Full text, tolerant of one slip of the keys in a word." },
    DOMAIN: { value: "domainSearch", description: "The domain itself, then its subdomains and look-alikes." },
  } as const,
});

const CompanySortFieldEnum = builder.enumType("CompanySortField", {
  values: {
    SCORE: { value: "score" },
    NAME: { value: "nameOfFirm" },
    REVENUE: { value: "revenue" },
    SIZE: { value: "size" },
    REVENUE_DELTA: { value: "revenueDelta" },
    SIZE_DELTA: { value: "sizeDelta" },
  } as const satisfies Record<string, { value: CompanySortField }>,
});

const CompanySortInput = builder.inputType("CompanySortInput", {
  fields: (t) => ({
    field: t.field({ type: CompanySortFieldEnum, required: true }),
    order: t.field({ type: SortOrder, required: true }),
  }),
});

const CompanyFilterInput = builder.inputType("CompanyFilterInput", {
  description: "Any value within a list, every field that is given.",
  fields: (t) => ({
    certifications: t.stringList({ description: "Confirmed ones, whole and in any case." }),
    naicsCodes: t.stringList({ description: "2 to 6 digits; a shorter code stands for all that begin with it." }),
    companyKeyword: t.string({ description: "Part of one of the company's keywords." }),
  }),
});

const CompanySearchInput = builder.inputType("CompanySearchInput", {
  fields: (t) => ({
    searchType: t.field({ type: CompanySearchType, defaultValue: "keywordSearch" }),
    keyword: t.string({ required: true, description: "Words, or a domain, host or URL in any spelling." }),
    location: t.string({ description: "Country by name or code, state, city, and combinations: `Munich, DE`." }),
    filters: t.field({ type: CompanyFilterInput }),
    sort: t.field({ type: CompanySortInput, description: "By default the score, descending." }),
  }),
});

builder.queryField("companies", (t) =>
  t.field({
    type: CompanyConnection,
    description: "Companies of the directory that match a keyword or a domain, best first.",
    authScopes: { anyScope: ["impact:read"] },
    args: {
      search: t.arg({ type: CompanySearchInput, required: true }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async (_root, { search, ...args }, { db }) => {
      const page = pageOf(args);
      const { searchType, keyword, location, filters, sort } = search;
      const asked: CompanySearch = {
        searchType: searchType ?? "keywordSearch",
        keyword,
        location: location ?? null,
        filters: filters ?? null,
        sort: sort ?? null,
      };
      const result = await searchCompanies(db, asked);
      return { rows: await result.page(page), page, totalCount: result.total };
    },
  }),
);
