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
      description: "How well the company matches the search, 0–1; null in lists other than search results.",
      resolve: ({ row }) => row.score ?? null,
    }),
    highlights: t.field({
      type: [CompanyHighlight],
      nullable: true,
      description:
        "The texts of the company that match words of the search; empty in a search by domain, and null in lists other than search results.",
      complexity: 3,
      resolve: ({ row }) => row.highlights?.() ?? null,
    }),
    evidence: t.field({
      type: CompanyEvidence,
      nullable: true,
      description: "How the articles of the event name the company; null in lists other than `Event.companies`.",
      resolve: ({ row }) => row.evidence ?? null,
    }),
  }),
  (t) => ({
    facets: t.field({
      type: CompanyFacetsRef,
      nullable: true,
      description:
        "Counts over all companies that match the search, on all pages; null in lists other than search results.",
      resolve: ({ facets }) => facets ?? null,
    }),
  }),
);

const CompanySearchType = builder.enumType("CompanySearchType", {
  description: "The kind of a company search.",
  values: {
    KEYWORD: { value: "keywordSearch", description: "A full-text search, which tolerates one typing error per word." },
    DOMAIN: {
      value: "domainSearch",
      description: "A search by domain. It finds the domain itself, then its subdomains, then similar domains.",
    },
  } as const,
});

const CompanySortFieldEnum = builder.enumType("CompanySortField", {
  description:
    "A field by which a company search can be sorted. Companies without a value come last in both directions.",
  values: {
    SCORE: { value: "score", description: "How well the company matches the search." },
    NAME: { value: "nameOfFirm", description: "The name, ignoring case and accents." },
    REVENUE: { value: "revenue", description: "The annual revenue." },
    SIZE: { value: "size", description: "The number of employees." },
    REVENUE_DELTA: { value: "revenueDelta", description: "The change of the annual revenue from the previous year." },
    SIZE_DELTA: { value: "sizeDelta", description: "The change of the number of employees from the previous year." },
  } as const satisfies Record<string, { value: CompanySortField; description: string }>,
});

const CompanySortInput = builder.inputType("CompanySortInput", {
  description: "The order of a company search.",
  fields: (t) => ({
    field: t.field({ description: "The field to sort by.", type: CompanySortFieldEnum, required: true }),
    order: t.field({ description: "The sort direction.", type: SortOrder, required: true }),
  }),
});

const CompanyFilterInput = builder.inputType("CompanyFilterInput", {
  description:
    "A filter of companies. A company must meet all given conditions; in a list, one matching value is enough.",
  fields: (t) => ({
    certifications: t.stringList({
      description: "Names of confirmed certifications, compared in full, ignoring case.",
    }),
    includeUnverified: t.boolean({
      defaultValue: false,
      description:
        "Whether `certifications` also matches certifications that only the company itself claims. `Company.provenance` has the sentence of each.",
    }),
    naicsCodes: t.stringList({
      description: "NAICS codes of 2 to 6 digits. A shorter code also matches all codes that begin with it.",
    }),
    companyKeyword: t.string({
      description: "A text that one of the company's keywords must contain, ignoring case and accents.",
    }),
  }),
});

const CompanySearchInput = builder.inputType("CompanySearchInput", {
  description: "A search for companies.",
  fields: (t) => ({
    searchType: t.field({
      description: "The kind of the search; by default KEYWORD.",
      type: CompanySearchType,
      defaultValue: "keywordSearch",
    }),
    keyword: t.string({
      required: true,
      description:
        "The search text: words for KEYWORD, or a domain, host name or URL for DOMAIN. It must not be empty.",
    }),
    location: t.string({
      description:
        "The location of the company's seat: a country by name or code, a state, a city, or a combination such as `Munich, DE`.",
    }),
    filters: t.field({ description: "Conditions that each company must meet in addition.", type: CompanyFilterInput }),
    sort: t.field({
      type: CompanySortInput,
      description: "The order of the companies; by default by score, descending.",
    }),
  }),
});

/** A search takes about 6 ms of a process, whatever is selected. */
const SEARCH_COMPLEXITY = 300;
/** Correcting an unknown word takes some thousand look-ups: about 50 ms of the database. */
const CORRECTION_POINTS = 25;

builder.queryField("companies", (t) =>
  t.field({
    type: CompanyConnection,
    description:
      "Companies of the directory that match a keyword or a domain, best match first unless `sort` says otherwise.",
    authScopes: { anyScope: ["impact:read"] },
    args: {
      search: t.arg({ description: "The search text, filters and order.", type: CompanySearchInput, required: true }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: (args) => ({ ...byPage(args), field: SEARCH_COMPLEXITY }),
    resolve: async (_root, { search, ...args }, { finder, admission, db }) => {
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
        db,
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
