import type { Database } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { isStorableText } from "#foundation/language/storable-text";
import { checkUrl } from "#providers/fetching/check-url";
import { FetchRefusedError } from "#providers/fetching/errors";
import type { ArticleKind } from "../article-staging.ts";
import { MAX_URL_LENGTH } from "../article-url.ts";

export interface NewFeed {
  url: string;
  kind: ArticleKind;
  /** "" means that the address is the name. */
  name?: string;
  /** Minutes between two polls, 1 to 10,080 (a week). */
  everyMinutes: number;
}

/** A feed as operators see it. */
export interface FeedState {
  id: number;
  url: string;
  kind: string;
  name: string;
  everyMinutes: number;
  /** Null if the address is gone for good; it is then polled only on request. */
  nextPollAt: Date | null;
  lastPolledAt: Date | null;
  lastResult: string;
  /** Number of consecutive failed polls. */
  failures: number;
  inserted: number;
  updated: number;
}

const LONGEST_WAIT_MINUTES = 10_080;

const STATE = {
  id: true,
  url: true,
  kind: true,
  name: true,
  everyMinutes: true,
  nextPollAt: true,
  lastPolledAt: true,
  lastResult: true,
  failures: true,
  inserted: true,
  updated: true,
} as const;

/**
 * Adds an address to poll, the first time at once.
 * @param allowed host:port pairs that may be fetched although they are not public
 * @throws InvalidInputError if it cannot be polled; ConflictError if the kind already has a feed of this address
 */
export async function addFeed(
  { prisma }: Pick<Database, "prisma">,
  feed: NewFeed,
  allowed: ReadonlySet<string>,
): Promise<FeedState> {
  const { kind, everyMinutes, name = "" } = feed;
  if (everyMinutes < 1 || everyMinutes > LONGEST_WAIT_MINUTES)
    throw new InvalidInputError(`a feed is polled every 1 to ${LONGEST_WAIT_MINUTES} minutes, not ${everyMinutes}`);
  if (name.length > 200 || !isStorableText(name)) throw new InvalidInputError("a name has at most 200 characters");
  const url = checked(feed.url, allowed);
  try {
    return await prisma.feed.create({ data: { url, kind, name, everyMinutes }, select: STATE });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const known = await prisma.feed.findUnique({ where: { url_kind: { url, kind } }, select: { id: true } });
    throw new ConflictError(`${url} is already feed ${known?.id ?? ""} of ${kind}`);
  }
}

function checked(address: string, allowed: ReadonlySet<string>): string {
  try {
    const url = checkUrl(address, undefined, allowed);
    url.hash = "";
    if (url.href.length > MAX_URL_LENGTH) throw new InvalidInputError("the address is too long");
    return url.href;
  } catch (error) {
    if (error instanceof FetchRefusedError) throw new InvalidInputError(error.message);
    throw error;
  }
}

/** Lists all feeds in the order in which they were added. */
export function listFeeds({ prisma }: Pick<Database, "prisma">): Promise<FeedState[]> {
  return prisma.feed.findMany({ select: STATE, orderBy: { id: "asc" } });
}

/**
 * Ends the polling of an address. Its articles stay.
 * @throws NotFoundError
 */
export async function removeFeed({ prisma }: Pick<Database, "prisma">, id: number): Promise<FeedState> {
  const [feed] = await prisma.feed.findMany({ where: { id }, select: STATE });
  const { count } = await prisma.feed.deleteMany({ where: { id } });
  if (feed === undefined || count === 0) throw new NotFoundError(`feed ${id}`);
  return feed;
}
