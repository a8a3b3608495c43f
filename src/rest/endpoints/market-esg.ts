import { z } from "zod";
import { type EsgFilterInput, MarketEsgDocument, type MarketEsgQuery } from "#generated/operations/graphql";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { EsgFilters, EsgItem, EsgMetadata } from "../contracts/esg.ts";
import { asOffset, pageNumber, pageSize, pagesOf } from "../contracts/paging.ts";
import { identifier } from "../contracts/values.ts";
import { found } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const SOURCE = { Internal: "INTERNAL", External: "EXTERNAL", Directory: "DIRECTORY" } as const;
const SENTIMENT = { Positive: "POSITIVE", Neutral: "NEUTRAL", Negative: "NEGATIVE" } as const;
const RECOGNITION = { Rewarded: "REWARDED", Certified: "CERTIFIED" } as const;

/** Converts the contract's filters to the graph's. */
function filterOf({ source, sentiment, certifications, ...words }: z.output<typeof EsgFilters>): EsgFilterInput {
  return {
    ...words,
    source: source?.map((value) => SOURCE[value]),
    sentiment: sentiment?.map((value) => SENTIMENT[value]),
    certifications: certifications?.map((value) => RECOGNITION[value]),
  };
}

type Item = NonNullable<MarketEsgQuery["market"]>["esgItems"]["edges"][number]["node"];

const itemOf = (marketId: number, item: Item): z.output<typeof EsgItem> => ({
  _id: String(item.esgItemId),
  marketId: String(marketId),
  domain: item.domain,
  URL: item.url,
  title: item.title,
  snippet: item.snippet,
  datePublished: item.publishedAt ?? "",
  dateRetrieved: item.retrievedAt,
  source: item.publisher,
  sourceLogoBase64: item.sourceLogoBase64,
  sourceLogoURL: item.sourceLogoUrl,
  esgLabels: item.labels,
  sentimentScore: item.sentimentScore,
  versionDate: item.versionDate,
  awards: item.awards,
  certifications: item.certifications,
});

/** E9: returns the ESG items (environmental, social, governance) of a market's companies. */
export const marketEsg = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/markets/{marketId}/esg",
      tags: ["Markets"],
      summary: "Read the ESG items of a market",
      description: "An item must meet all filters that have values; in a filter, one matching value is enough.",
      successDescription: "A page of ESG items, newest first.",
      errorResponses: [],
    },
    rest: { document: MarketEsgDocument, errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(
    z
      .object({
        marketId: identifier("The number of the market."),
        page: pageNumber(),
        pageSize: pageSize(),
        filters: EsgFilters.optional(),
      })
      .meta({ examples: [{ page: 1, pageSize: 10, filters: { source: ["Internal"], sentiment: ["Positive"] } }] }),
  )
  .output(dataEnvelope(EsgMetadata, z.array(EsgItem).describe("The ESG items of the page, newest first.")))
  .query(async ({ input: { marketId, page, pageSize: size, filters }, ctx }) => {
    const { market } = await runOperation(
      MarketEsgDocument,
      { marketId, filter: filterOf(filters ?? {}), ...asOffset(page, size) },
      ctx.graph,
    );
    const { edges, totalCount, unfilteredTotalCount } = found(market, `market ${marketId}`).esgItems;
    const totalPages = pagesOf(totalCount, size);
    return {
      metadata: {
        pagination: {
          totalItems: unfilteredTotalCount,
          prevPage: Math.min(page - 1, totalPages),
          nextPage: page < totalPages ? page + 1 : 0,
          totalPages,
          currentPage: page,
          pageSize: size,
          filteredTotalItems: totalCount,
        },
        filters: filters ?? {},
      },
      data: edges.map(({ node }) => itemOf(marketId, node)),
    };
  });
