import { z } from "zod";
import { InvalidInputError } from "#foundation/errors/index";
import { MarketCompaniesDocument, type MarketCompaniesQuery } from "#generated/operations/graphql";
import { commaList } from "../comma-list.ts";
import { asCursor, cursorPage, cursorPaginationOf } from "../contracts/cursor-pages.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { MarketCompany, MarketPageMetadata } from "../contracts/market-company.ts";
import { word } from "../contracts/paging.ts";
import { oneOf } from "../contracts/strict.ts";
import { identifier, text } from "../contracts/values.ts";
import { camelCase, found } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const ORDER_BY = {
  rank: "RANK",
  name: "NAME",
  newest: "NEWEST",
  country: "COUNTRY",
  employees: "EMPLOYEES",
} as const;

const QUERY = {
  ...cursorPage(),
  search: word().optional().describe("A text that the name, the domain or the reason must contain, ignoring case."),
  countries: text()
    .optional()
    .meta({
      description: "Comma-separated ISO 3166-1 alpha-2 country codes. The company must be in one of these countries.",
      examples: ["DE,FR"],
    }),
  orderBy: oneOf(["rank", "name", "newest", "country", "employees"])
    .default("rank")
    .describe(
      "`country` sorts by code, `employees` by the largest number first. Companies with unknown values come last.",
    ),
};

/** @throws InvalidInputError */
function countriesOf(given: string | undefined): string[] | null {
  if (given === undefined) return null;
  const list = commaList(given);
  if (list === null) throw new InvalidInputError("countries must be a comma-separated list of codes");
  return list;
}

type Edge = NonNullable<MarketCompaniesQuery["market"]>["companies"]["edges"][number];

/** Names the fields one by one: copies of the rest of an object took a tenth of the request. */
const companyOf = (edge: Edge): z.output<typeof MarketCompany> => ({
  rank: edge.rank,
  score: edge.score,
  probability: edge.probability,
  verdict: "in",
  reason: edge.reason,
  criteria: edge.reasons.map(({ criterion, outcome, note, evidence, probability, by }) => ({
    criterion,
    outcome: camelCase(outcome),
    note,
    evidence,
    probability,
    by,
  })),
  review: edge.review === null ? null : { ...edge.review, decision: camelCase(edge.review.decision) },
  jobId: edge.jobId,
  addedAt: edge.addedAt,
  company: edge.node,
});

/** Returns the companies of a market, each with the basis of its verdict. */
export const marketCompanies = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/companies",
      tags: ["Markets"],
      summary: "Read the companies of a market",
      description: "Each company has the outcome of every criterion with its evidence.",
      successDescription: "A page of companies, by default best first.",
      errorResponses: [],
    },
    rest: {
      document: MarketCompaniesDocument,
      query: Object.keys(QUERY),
      errors: ["INVALID_INPUT", "NOT_FOUND"],
    },
  })
  .input(z.object({ marketId: identifier("The number of the market."), ...QUERY }))
  .output(
    dataEnvelope(
      MarketPageMetadata,
      z.array(MarketCompany).describe("The companies of the page, in the requested order."),
    ),
  )
  .query(async ({ input: { marketId, search, countries, orderBy, ...page }, ctx }) => {
    const filter = { search: search ?? null, countries: countriesOf(countries) };
    const { market } = await runOperation(
      MarketCompaniesDocument,
      { marketId, filter, orderBy: ORDER_BY[orderBy], ...asCursor(page) },
      ctx.graph,
    );
    const { companies } = found(market, `market ${marketId}`);
    return {
      metadata: { marketId, pagination: cursorPaginationOf(companies, page.pageSize) },
      data: companies.edges.map(companyOf),
    };
  });
