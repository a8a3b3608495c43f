import { setTimeout as sleep } from "node:timers/promises";
import { NotFoundError, RateLimitedError } from "#foundation/errors/index";
import { MarketExportDocument, type MarketExportQuery } from "#generated/operations/graphql";
import { runOperation } from "#rest/run-operation";
import type { GraphContext } from "#schema/context";

type Market = NonNullable<MarketExportQuery["market"]>;

/** A company of a market as the graph tells it, with why it is in and what analyses say of it. */
export type ExportedCompany = Market["companies"]["edges"][number];

/** A column of one's own. */
export type ExportedColumn = Market["columns"][number];

export interface MarketPage {
  name: string;
  columns: readonly ExportedColumn[];
  companies: readonly ExportedCompany[];
}

/** A page after the first is waited for where the key's points do not suffice: half a file would be of no use. */
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
 * A market's companies by rank, a hundred at a time, through the graph: with the caller's scopes and charged to its key. One page is held at a
 * time. A market that changes meanwhile is told as each page finds it.
 * @param isGone whether nobody waits for the file any more
 * @throws NotFoundError; RateLimitedError on the first page; UnauthorisedError when the credentials end meanwhile; what resolvers throw
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
    // A file may take longer to fetch than its key lasts.
    await context.auth.authenticate(context.credentials);
  }
}
