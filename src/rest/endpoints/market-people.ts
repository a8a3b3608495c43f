import { z } from "zod";
import { MarketPeopleDocument, type MarketPeopleQuery } from "#generated/operations/graphql";
import { asCursor, cursorPage, cursorPaginationOf } from "../contracts/cursor-pages.ts";
import { dataEnvelope } from "../contracts/envelopes.ts";
import { MarketPageMetadata, Person } from "../contracts/market-company.ts";
import { identifier } from "../contracts/values.ts";
import { found } from "../mapping.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

const SOURCES = 10;
const QUERY = cursorPage();

type Node = NonNullable<MarketPeopleQuery["market"]>["people"]["edges"][number]["node"];

const personOf = ({ sources, ...person }: Node): z.output<typeof Person> => ({
  ...person,
  sourcesTotal: sources.totalCount,
  sources: sources.edges.map(({ node }) => node),
});

/** Returns people with a role in a market's companies. */
export const marketPeople = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/markets/{marketId}/people",
      tags: ["Markets"],
      summary: "Read the people of a market's companies",
      description: "The people that `runPeople` found, with the sentences that name them.",
      successDescription: "A page of people, company by company in the market's order.",
      errorResponses: [],
    },
    rest: { document: MarketPeopleDocument, query: Object.keys(QUERY), errors: ["INVALID_INPUT", "NOT_FOUND"] },
  })
  .input(z.object({ marketId: identifier("The number of the market."), ...QUERY }))
  .output(
    dataEnvelope(
      MarketPageMetadata,
      z.array(Person).describe("The people of the page, company by company in the market's order."),
    ),
  )
  .query(async ({ input: { marketId, ...page }, ctx }) => {
    const { market } = await runOperation(
      MarketPeopleDocument,
      { marketId, ...asCursor(page), sources: SOURCES },
      ctx.graph,
    );
    const { people } = found(market, `market ${marketId}`);
    return {
      metadata: { marketId, pagination: cursorPaginationOf(people, page.pageSize) },
      data: people.edges.map(({ node }) => personOf(node)),
    };
  });
