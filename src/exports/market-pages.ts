import { setTimeout as sleep } from "node:timers/promises";
import { NotFoundError, RateLimitedError } from "#foundation/errors/index";
import { MarketExportDocument, type MarketExportQuery } from "#generated/operations/graphql";
import { runOperation } from "#rest/run-operation";
import type { GraphContext } from "#schema/context";

type Market = NonNullable<MarketExportQuery["market"]>;

/** A company of a market from the graph, with why it is in and its analyses. */
export type ExportedCompany = Market["companies"]["edges"][number];

/** A column of the market. */
export type ExportedColumn = Market["columns"][number];

export interface MarketPage {
  name: string;
  columns: readonly ExportedColumn[];
  companies: readonly ExportedCompany[];
}

/** Waits for a page after the first when the key has too few points left, because half a file is useless. */
async function patiently<Result>(read: () => Promise<Result>, isGone: () => boolean): Promise<Result> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof RateLimitedError) || isGone()) throw error;
      await sleep(error.retryAfterSeconds * 1000);
    }
  }
}

/**
 * Yields a market's companies by rank, a hundred at a time, through the graph: with the caller's scopes and charged to
 * its key. Holds one page at a time. If the market changes meanwhile, each page shows its state at that moment.
 * @param isGone whether nobody waits for the file any more
 * @throws NotFoundError; RateLimitedError on the first page; UnauthorisedError when the credentials end meanwhile; what
 * resolvers throw
 */
export async function* marketPages(
  marketId: number,
  context: GraphContext,
  isGone: () => boolean,
): AsyncGenerator<MarketPage> {
  let after: string | null = null;
  for (;;) {
    const read = () => runOperation(MarketExportDocument, { marketId, after }, context);
    const answer: MarketExportQuery = after === null ? await read() : await patiently(read, isGone);
    if (answer.market == null) throw new NotFoundError(`market ${marketId}`);
    const { name, columns, companies } = answer.market;
    yield { name, columns, companies: companies.edges };
    if (!companies.pageInfo.hasNextPage) return;
    after = companies.pageInfo.endCursor ?? null;
    // Fetching a file may take longer than its key lasts.
    await context.auth.authenticate(context.credentials);
  }
}
