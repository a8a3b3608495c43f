import type { CompanySearch } from "#companies/search/company-finder";
import type { CompanyFacets } from "#companies/search/facets";
import type { Highlight } from "#companies/search/highlights";
import type { CompanySortField } from "#companies/search/sort-matches";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { CompanyEvidence, type CompanyEvidenceShape } from "./company-evidence.ts";
import { CompanyFacetsRef } from "./company-facets.ts";
import { CompanyHighlight } from "./company-highlight.ts";
import { byPage, type ConnectionData, defineConnection, pageOf } from "./connection.ts";
import { SortOrder } from "./sort-order.ts";

/** A company in a list; a search adds its score and highlights. */
export interface ListedCompany {
  company: typeof Company.$inferType;
  score?: number;
  highlights?: () => Promise<Highlight[]>;
  /** Present in a list under an event. */
  evidence?: CompanyEvidenceShape;
}

interface CompanyList extends ConnectionData<ListedCompany> {
  facets?: CompanyFacets;
}

export const CompanyConnection = defineConnection<ListedCompany, CompanyList>(
  "Company",
  Company,
  ({ company }) => company,
  (t) => ({
    score: t.float({
      nullable: true,
      description: "How well it matches the search, 0–1; null in a list that is not a search.",
      resolve: ({ row }) => row.score ?? null,
    }),
    highlights: t.field({
      type: [CompanyHighlight],
      nullable: true,
      description:
        "The parts of the company's record that match the words of the search; null in a list that is not a search.",
      complexity: 3,
      resolve: ({ row }) => row.highlights?.() ?? null,
    }),
    evidence: t.field({
      type: CompanyEvidence,
      nullable: true,
      description: "How the articles of the event name the company; null outside the list of an event's companies.",
      resolve: ({ row }) => row.evidence ?? null,
    }),
  }),
  (t) => ({
    facets: t.field({
      type: CompanyFacetsRef,
      nullable: true,
      description: "Counts over all companies of the search, whatever the page; null in a list that is not a search.",
      resolve: ({ facets }) => facets ?? null,
    }),
  }),
);

const CompanySearchType = builder.enumType("CompanySearchType", {
  description: "What the text of a company search is.",
  values: {
    KEYWORD: { value: "keywordSearch", description: "Full-text search, which tolerates one typing error in a word." },
    DOMAIN: {
      value: "domainSearch",
      description: "Search by domain: the domain itself, then its subdomains, then similar domains.",
    },
  } as const,
});

const CompanySortFieldEnum = builder.enumType("CompanySortField", {
  description: "What a company search is ordered by.",
  values: {
    SCORE: { value: "score", description: "By how well it matches." },
    NAME: { value: "nameOfFirm", description: "By name." },
    REVENUE: { value: "revenue", description: "By revenue." },
    SIZE: { value: "size", description: "By employees." },
    REVENUE_DELTA: { value: "revenueDelta", description: "By the change of revenue within a year." },
    SIZE_DELTA: { value: "sizeDelta", description: "By the change of employees within a year." },
  } as const satisfies Record<string, { value: CompanySortField; description: string }>,
});

const CompanySortInput = builder.inputType("CompanySortInput", {
  description: "An order of a company search.",
  fields: (t) => ({
    field: t.field({ description: "What is compared.", type: CompanySortFieldEnum, required: true }),
    order: t.field({ description: "The direction.", type: SortOrder, required: true }),
  }),
});

const CompanyFilterInput = builder.inputType("CompanyFilterInput", {
  description: "Any value of a list may match, and every given condition must.",
  fields: (t) => ({
    certifications: t.stringList({
      description: "Confirmed certifications; each must match as a whole, ignoring case.",
    }),
    naicsCodes: t.stringList({
      description: "NAICS codes of 2 to 6 digits. A short code matches all codes that begin with it.",
    }),
    companyKeyword: t.string({ description: "A part of one of the company's keywords." }),
  }),
});

const CompanySearchInput = builder.inputType("CompanySearchInput", {
  description: "What companies are searched by.",
  fields: (t) => ({
    searchType: t.field({ description: "What the text is.", type: CompanySearchType, defaultValue: "keywordSearch" }),
    keyword: t.string({ required: true, description: "Words for KEYWORD; a domain, host or URL for DOMAIN." }),
    location: t.string({
      description: "A country by name or code, a state, a city, or a combination such as `Munich, DE`.",
    }),
    filters: t.field({ description: "Conditions that each company has to meet.", type: CompanyFilterInput }),
    sort: t.field({ type: CompanySortInput, description: "By default by score, descending." }),
  }),
});

/** A search takes about 6 ms of a process, whatever is selected. */
const SEARCH_COMPLEXITY = 300;
/** Correcting an unknown word takes some thousand look-ups: about 50 ms of the database. */
const CORRECTION_POINTS = 25;

builder.queryField("companies", (t) =>
  t.field({
    type: CompanyConnection,
    description: "Companies of the directory that match a keyword or a domain, best first.",
    authScopes: { anyScope: ["impact:read"] },
    args: {
      search: t.arg({ description: "What is searched by.", type: CompanySearchInput, required: true }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: (args) => ({ ...byPage(args), field: SEARCH_COMPLEXITY }),
    resolve: async (_root, { search, ...args }, { finder, admission }) => {
      const page = pageOf(args);
      const { searchType, keyword, location, filters, sort } = search;
      const asked: CompanySearch = {
        searchType: searchType ?? "keywordSearch",
        keyword,
        location: location ?? null,
        filters: filters ?? null,
        sort: sort ?? null,
      };
      const result = await finder.find(asked, {
        runCorrection: (words, step) => admission.runStep(words * CORRECTION_POINTS, step),
      });
      const rows = await result.page(page);
      // Made for the whole page at once, when the first edge needs it.
      let ofPage: Promise<Map<number, Highlight[]>> | undefined;
      const highlightsOf = async (companyId: number) => {
        ofPage ??= result.highlights(rows.map((row) => row.companyId));
        return (await ofPage).get(companyId) ?? [];
      };
      return {
        rows: rows.map(({ companyId, ...row }) => ({
          ...row,
          company: { id: companyId },
          highlights: () => highlightsOf(companyId),
        })),
        page,
        totalCount: () => result.total,
        facets: result.facets,
      };
    },
  }),
);
