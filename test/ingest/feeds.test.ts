import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dueFeeds, leaseFeed, leaseFeedOrThrow } from "#intelligence/ingest/feeds/lease-feed";
import { addFeed, listFeeds, removeFeed } from "#intelligence/ingest/feeds/manage-feeds";
import { pollFeed } from "#intelligence/ingest/feeds/poll-feed";
import { createFetcher, type Fetcher } from "#providers/fetching/fetcher";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type FeedServer, rssOf, startFeedServer } from "./feed-server.ts";

let database: TestDatabase;
let server: FeedServer;
let fetcher: Fetcher;
beforeAll(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startFeedServer()]);
  fetcher = createFetcher({ allow: [server.hostAndPort], silenceMs: 500, timeoutMs: 2_000 });
});
afterAll(async () => {
  await Promise.all([fetcher.close(), server.close()]);
  await database.drop();
});
beforeEach(async () => {
  server.requests.length = 0;
  await database.db.query("TRUNCATE feeds, news_items, observations RESTART IDENTITY CASCADE", []);
});

const allowed = () => new Set([server.hostAndPort]);
const add = (url = server.url) =>
  addFeed(database.db, { url, kind: "news", everyMinutes: 30, name: "Press" }, allowed());
const poll = async (id = 1) => {
  const report = await pollFeed({ db: database.db, fetcher }, await leaseFeedOrThrow(database.db, id));
  const [feed] = (await listFeeds(database.db)).filter((known) => known.id === id);
  return { ...report, feed };
};
const minutesFromNow = (at: Date | null | undefined) => ((at?.getTime() ?? Number.NaN) - Date.now()) / 60_000;
const titles = async () =>
  (await database.db.query<{ title: string }>("SELECT title FROM news_items ORDER BY id", [])).map(
    ({ title }) => title,
  );

describe("polling a feed", () => {
  test("stores its entries, and asks the next time only for what is new", async () => {
    server.answer = ({ headers }, response) =>
      headers["if-none-match"] === '"v1"' && headers["if-modified-since"] === "Mon, 01 Jun 2026 10:00:00 GMT"
        ? response.writeHead(304).end()
        : response
            .writeHead(200, { etag: '"v1"', "last-modified": "Mon, 01 Jun 2026 10:00:00 GMT" })
            .end(rssOf("One", "Three"));
    await add();
    const first = await poll();
    expect(first).toMatchObject({
      outcome: "stored",
      result: "2 entries: 2 new, 0 changed, 0 known",
      feed: { inserted: 2, failures: 0 },
    });
    expect(minutesFromNow(first.nextPollAt)).toBeCloseTo(30, 0);
    expect(await titles()).toEqual(["One", "Three"]);
    expect(await database.db.query("SELECT DISTINCT source FROM news_items", [])).toEqual([{ source: "feed:Press" }]);
    expect(await poll()).toMatchObject({ outcome: "notModified", feed: { inserted: 2, lastResult: "not modified" } });
  });

  test("whose entries changed updates them, and keeps what fell out of the feed", async () => {
    server.answer = (_request, response) => response.end(rssOf("One", "Three"));
    await add();
    await poll();
    server.answer = (_request, response) => response.end(rssOf("Two"));
    expect(await poll()).toMatchObject({ inserted: 0, updated: 1, feed: { inserted: 2, updated: 1 } });
    expect((await titles()).sort()).toEqual(["Three", "Two"]);
  });

  test("that fails is noted with a sentence and tried again, each time after twice as long, at most a day", async () => {
    server.answer = (_request, response) => response.writeHead(500).end();
    await add();
    for (const minutes of [60, 120, 240, 480, 960, 1_440, 1_440]) {
      const { feed, outcome } = await poll();
      expect(outcome).toBe("failed");
      expect(feed?.lastResult).toBe("answered with the status 500");
      expect(minutesFromNow(feed?.nextPollAt)).toBeCloseTo(minutes, 0);
    }
    server.answer = (_request, response) => response.end(rssOf("One"));
    const { feed } = await poll();
    expect(feed?.failures).toBe(0);
    expect(minutesFromNow(feed?.nextPollAt)).toBeCloseTo(30, 0);
  });

  test.each([
    ["7200", 120],
    ["60", 60],
    ["99999999999", 7 * 24 * 60],
  ])("is left alone as long as the server asks, at most a week (Retry-After: %s)", async (retryAfter, minutes) => {
    server.answer = (_request, response) => response.writeHead(429, { "retry-after": retryAfter }).end();
    await add();
    expect(minutesFromNow((await poll()).nextPollAt)).toBeCloseTo(minutes, 0);
  });

  test("that is gone for good is not polled by itself any more, and still when asked to", async () => {
    server.answer = (_request, response) => response.writeHead(410).end();
    await add();
    expect(await poll()).toMatchObject({ outcome: "gone", nextPollAt: null });
    expect(await dueFeeds(database.db, 10)).toEqual([]);
    server.answer = (_request, response) => response.end(rssOf("One"));
    expect((await poll()).nextPollAt).not.toBeNull();
  });

  test.each([
    ["an HTML page", "<!doctype html><html><head><title>Hello</title></head></html>", /the file is an HTML page/],
    ["half a feed", rssOf("One").slice(0, 150), /not well-formed/],
    ["nothing", "", /the file is empty/],
    ["a picture", "\x89PNG\r\n\x1a\n0000", /the file is a PNG image/],
  ])("notes that it answers with %s, and stores nothing", async (_name, body, reason) => {
    server.answer = (_request, response) => response.writeHead(200, { etag: '"bad"' }).end(Buffer.from(body, "latin1"));
    await add();
    const { outcome, feed } = await poll();
    expect(outcome).toBe("failed");
    expect(feed?.lastResult).toMatch(reason);
    expect(await titles()).toEqual([]);
    // The validator of a body that could not be read is not sent: the feed is asked for in full again.
    await poll();
    expect(server.requests.at(-1)?.headers["if-none-match"]).toBeUndefined();
  });

  test("notes it as failed where it stops in the middle of its answer, or resets the connection", async () => {
    await add();
    server.answer = (_request, response) => void response.writeHead(200).write(rssOf("One").slice(0, 100));
    expect((await poll()).result).toMatch(/stopped in the middle|in time/);
    server.answer = ({ socket }) => void socket.destroy();
    expect((await poll()).result).toMatch(/broke off|could not be fetched/);
    expect(await titles()).toEqual([]);
  });

  test("that leads to a private address is refused", async () => {
    server.answer = (_request, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    await add();
    const { outcome, result } = await poll();
    expect(outcome).toBe("failed");
    expect(result).toMatch(/not on the public Internet/);
  });

  test("that is interrupted can be polled again at once", async () => {
    server.answer = () => {};
    await add();
    const interrupt = new AbortController();
    const feed = await leaseFeedOrThrow(database.db, 1);
    const polling = pollFeed({ db: database.db, fetcher }, feed, { signal: interrupt.signal });
    await expect(leaseFeedOrThrow(database.db, 1)).rejects.toThrow("feed 1 is being polled by another process");
    interrupt.abort(new Error("interrupted"));
    await expect(polling).rejects.toThrow("interrupted");
    expect(await leaseFeed(database.db, 1)).toMatchObject({ id: 1, failures: 0 });
  });
});

describe("the list of feeds", () => {
  test("takes an address once for each kind", async () => {
    await add();
    await expect(add(`${server.url}#again`)).rejects.toThrow(`${server.url} is already feed 1 of news`);
    await addFeed(database.db, { url: server.url, kind: "observations", everyMinutes: 5 }, allowed());
    expect(await listFeeds(database.db)).toMatchObject([{ kind: "news" }, { kind: "observations", everyMinutes: 5 }]);
  });

  test.each([
    "http://localhost/feed",
    "http://127.0.0.1/",
    "http://[::1]/",
    "file:///etc/hostname",
    "nonsense",
    "http://2130706433/",
  ])("refuses %s", async (url) => {
    await expect(add(url)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  test("forgets a feed and keeps its articles", async () => {
    server.answer = (_request, response) => response.end(rssOf("One"));
    await add();
    await poll();
    await removeFeed(database.db, 1);
    expect(await listFeeds(database.db)).toEqual([]);
    expect(await titles()).toEqual(["One"]);
    await expect(removeFeed(database.db, 1)).rejects.toThrow("feed 1");
  });
});
