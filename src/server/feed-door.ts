import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { hasAccess } from "#accounts/teams/find-team";
import { AppError, ForbiddenError, InvalidInputError } from "#foundation/errors/index";
import { FEED_FORMATS, type FeedFormat, feedPath, monitorOfFeed } from "#monitors/feed/feed-address";
import { FEED_TYPES, writeFeed } from "#monitors/feed/write-feed";
import { noticesOfMonitor } from "#notices/notice-log";
import type { GraphServices } from "#schema/context";
import type { HttpAnswer } from "./http-answer.ts";
import type { Handled } from "./http-server.ts";
import { endWith } from "./request-context.ts";
import { sendBytes } from "./send-bytes.ts";

const PATH = new RegExp(`^/feeds/monitors/([\\w-]{43})\\.(${FEED_FORMATS.join("|")})$`);
const PAGE = 50;
/** Matches a sequence, which is a PostgreSQL integer. */
const SEQUENCE = /^[1-9]\d{0,8}$/;
/**
 * A notice is written within seconds of its timestamp, the beginning of its transaction. After this time no earlier
 * notice can follow, and the timestamp identifies a reader's state of the feed (RFC 9110, 8.8.2.2).
 */
const SETTLED_MS = 60_000;

/** Whether a reader's copy is the page of this tag and time. Where a tag was sent, only the tag counts (RFC 9110, 13.1.3). */
function isFresh({ headers }: IncomingMessage, tag: string, modified: Date | null): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined)
    return tags.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return modified !== null && Math.floor(modified.getTime() / 1_000) * 1_000 <= since;
}

/** Returns the sequence before which a page of older notices begins. @throws InvalidInputError */
function beforeIn(query: URLSearchParams): number | null {
  const text = query.get("before");
  if (text === null) return null;
  if (!SEQUENCE.test(text)) throw new InvalidInputError("before must be the sequence of a notice");
  return Number(text);
}

/**
 * Serves /feeds: a monitor's notices, for feed readers. They cannot send a key, so the address itself is the secret. It
 * opens one monitor until the address is changed or revoked, the monitor is deleted, or the team's access ends.
 */
export function createFeedHandler({ db, limits, publicUrl }: Pick<GraphServices, "db" | "limits" | "publicUrl">) {
  return async (request: IncomingMessage, response: HttpAnswer, facts: Handled): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, token, name] = PATH.exec(pathname) ?? [];
    if (token === undefined) throw new AppError("NOT_FOUND");
    const format = name as FeedFormat;
    facts.named?.(() => `feed ${format}`);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      throw new AppError("METHOD_NOT_ALLOWED");
    }
    limits.assertRoom();
    const monitor = await monitorOfFeed(db, token);
    if (monitor === null) throw new AppError("NOT_FOUND");
    const admission = await limits.admit({ keyId: `feed:${monitor.id}`, points: 1 });
    endWith(response, admission);
    if (!(await hasAccess(db, monitor.teamId))) throw new ForbiddenError("the team's access has ended");

    const before = beforeIn(searchParams);
    const found = await noticesOfMonitor(db, monitor.id, { before, limit: PAGE + 1 });
    const notices = found.slice(0, PAGE);
    const first = `${publicUrl}${feedPath(token, format)}`;
    const oldest = notices.at(-1)?.sequence;
    const updated = notices[0]?.at ?? monitor.createdAt;
    const body = writeFeed(format, {
      monitor,
      notices,
      updated,
      links: {
        self: before === null ? first : `${first}?before=${before}`,
        first,
        older: found.length > PAGE ? `${first}?before=${oldest}` : null,
      },
      pageUrl: `${publicUrl}/explorer/monitors/${monitor.id}`,
    });
    const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const modified = Date.now() - updated.getTime() > SETTLED_MS ? updated : null;
    const headers = {
      etag: tag,
      "cache-control": "private, no-cache",
      ...(modified === null ? {} : { "last-modified": modified.toUTCString() }),
    };
    if (isFresh(request, tag, modified)) response.writeHead(304, headers).end();
    else sendBytes(response, 200, { ...headers, "content-type": FEED_TYPES[format] }, Buffer.from(body));
  };
}
