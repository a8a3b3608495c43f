import { z } from "zod";
import { SearchCompaniesDocument, type SearchCompaniesQuery } from "#generated/operations/graphql";
import { Company, CompanySearchFilters, CompanySearchMeta, CompanySearchSort } from "../contracts/company-search.ts";
import { asOffset, pageNumber, pageSize, pagesOf } from "../contracts/paging.ts";
import { oneOf } from "../contracts/strict.ts";
import { text } from "../contracts/values.ts";
import { known, ORDER } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const SEARCH_TYPE = { keywordSearch: "KEYWORD", domainSearch: "DOMAIN" } as const;
const FIELD = {
  score: "SCORE",
  nameOfFirm: "NAME",
  revenue: "REVENUE",
  size: "SIZE",
  revenueDelta: "REVENUE_DELTA",
  sizeDelta: "SIZE_DELTA",
} as const;

const MAX_PAGE = 100;
const LEAST_PER_PAGE = 10;
const NOT_A_PAGE = { error: `must be a whole number, 1–${MAX_PAGE}`, abort: true };

type Edge = SearchCompaniesQuery["companies"]["edges"][number];

/** Returns a company as the contract shows it: unknown values are "" and 0. */
function companyOf({ score, node }: Edge): z.output<typeof Company> {
  const { state, country } = node.location;
  return {
    location: {
      state: { type: "state", name: state.name, code: state.code, country: country.code },
      country: { type: "country", name: country.name, code: country.code },
    },
    nameOfFirm: node.name,
    description: node.description ?? "",
    keywords: node.keywords,
    certifications: node.certifications,
    unverifiedCertifications: node.unverifiedCertifications,
    city: node.city ?? "",
    domain: node.domain,
    url: node.url ?? "",
    naicsCodes: node.naicsCodes,
    naicsDescriptions: node.naicsDescriptions,
    revenue: { actual: { value: node.revenueUsd ?? 0, currency: "USD" }, ...node.revenueBand },
    size: { ...node.sizeBand, actual: node.employees ?? 0 },
    score: known(score, "the score of a search"),
    revenueDelta: node.revenueDelta ?? 0,
    sizeDelta: node.sizeDelta ?? 0,
  };
}

/** E13: searches companies of the directory. */
export const searchCompanies = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/impact/search",
      tags: ["Impact intelligence"],
      summary: "Search companies",
      description:
        "`keywordSearch` is a ranked full-text search, which tolerates one typing error in a word. `domainSearch` finds the domain itself, then its subdomains, then similar domains.",
      successDescription: "A page of companies, by default best first.",
      errorResponses: [],
    },
    rest: { document: SearchCompaniesDocument, errors: ["INVALID_INPUT"] },
  })
  .input(
    z
      .object({
        searchType: oneOf(["keywordSearch", "domainSearch"]).describe(
          "The kind of the search: a full-text search, or a search by domain.",
        ),
        keyword: text()
          .min(1, "is empty")
          .max(1_000, "has more than 1,000 characters")
          .describe("The search text: words for `keywordSearch`, or a domain, host name or URL for `domainSearch`."),
        location: text()
          .max(500, "has more than 500 characters")
          .optional()
          .meta({
            description: "A country by name or code, a state, a city, or a combination such as `Munich, DE`.",
            examples: ["Munich, DE"],
          }),
        page: pageNumber().unwrap().max(MAX_PAGE, NOT_A_PAGE).default(1),
        perPage: pageSize(LEAST_PER_PAGE),
        filters: CompanySearchFilters.optional(),
        sort: CompanySearchSort.optional(),
      })
      .meta({ examples: [{ searchType: "keywordSearch", keyword: "wind turbine blades", location: "Germany" }] }),
  )
  .output(
    z.strictObject({
      data: z.array(Company).describe("The companies of the page, in the requested order."),
      meta: CompanySearchMeta.describe("The pagination."),
    }),
  )
  .query(async ({ input: { searchType, keyword, location, page, perPage, filters, sort }, ctx }) => {
    const { field, order } = sort ?? {};
    const { companies } = await runOperation(
      SearchCompaniesDocument,
      {
        search: {
          searchType: SEARCH_TYPE[searchType],
          keyword,
          location: location ?? null,
          filters: { ...filters, naicsCodes: filters?.naicsCodes?.map(({ value }) => value) },
          sort: field === undefined || order === undefined ? null : { field: FIELD[field], order: ORDER[order] },
        },
        ...asOffset(page, perPage),
      },
      ctx.graph,
    );
    const { edges, totalCount } = companies;
    return {
      data: edges.map(companyOf),
      meta: {
        totalItems: totalCount,
        currentPage: page,
        totalPages: pagesOf(totalCount, perPage),
        itemsPerPage: perPage,
      },
    };
  });
