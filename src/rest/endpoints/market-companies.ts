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
import { camelCase, found, isoTime } from "../mapping.ts";
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
  search: word().optional().meta({ description: "Part of the name, the domain or the reason, in any case." }),
  countries: text()
    .optional()
    .meta({ description: "ISO 3166-1 alpha-2 codes, any of them, separated by commas.", examples: ["DE,FR"] }),
  orderBy: oneOf(["rank", "name", "newest", "country", "employees"])
    .default("rank")
    .meta({ description: "`country`: by code; `employees`: most first. Unknown ones come last." }),
};

/** @throws InvalidInputError */
function countriesOf(given: string | undefined): string[] | null {
  if (given === undefined) return null;
  const list = commaList(given);
  if (list === null) throw new InvalidInputError("countries must be a list of codes separated by commas");
  return list;
}

type Edge = NonNullable<MarketCompaniesQuery["market"]>["companies"]["edges"][number];

const companyOf = ({ node, reasons, review, verdict: _in, ...edge }: Edge): z.output<typeof MarketCompany> => ({
  rank: edge.rank,
  score: edge.score,
  verdict: "in",
  reason: edge.reason,
  criteria: reasons.map(({ outcome, ...result }) => ({ ...result, outcome: camelCase(outcome) })),
  review:
    review === null
      ? null
      : { ...review, decision: camelCase(review.decision), reviewedAt: isoTime(review.reviewedAt) },
  jobId: edge.jobId,
  addedAt: isoTime(edge.addedAt),
  company: node,
});

/** Returns the companies of a market, each with the basis of its verdict. */
export const marketCompanies = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/companies",
      tags: ["Markets"],
      summary: "Read the companies of a market",
      description: "Each with the outcome of every criterion, and the text that shows it.",
      successDescription: "A page of companies, best first unless sorted otherwise.",
      errorResponses: [],
    },
    rest: {
      document: MarketCompaniesDocument,
      query: Object.keys(QUERY),
      errors: ["INVALID_INPUT", "NOT_FOUND"],
    },
  })
  .input(z.object({ marketId: identifier("The market study."), ...QUERY }))
  .output(dataEnvelope(MarketPageMetadata, z.array(MarketCompany)))
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
