import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { isStorableText } from "#foundation/language/storable-text";
import type { Pay } from "#providers/provider-call";
import { ProviderError } from "#providers/provider-error";
import { createWebSearch } from "#providers/web-search/create-web-search";
import { freePort } from "../support/ports.ts";
import { type SearchServer, startSearchServer } from "./search-server.ts";

const KEY = "very-secret-key";
let server: SearchServer;
beforeAll(async () => {
  server = await startSearchServer();
});
afterAll(() => server?.stop());
beforeEach(() => {
  server.requests.length = 0;
  server.answers = [];
  server.find = () => [
    { url: "https://kites.example/", title: "Kites <b>&amp;</b> more", snippet: "We make\n <strong>kites</strong>." },
    { url: "https://kites.example/", title: "The same again", snippet: "" },
    { url: "ftp://files.example/", title: "no page", snippet: "" },
    { url: "not a url", title: "none", snippet: "" },
    { url: "http://user:secret@sails.example/", title: "with a password", snippet: "" },
    { url: "http://sails.example/about#us", title: "Sails", snippet: "a\0b" },
  ];
});

const KINDS = ["searxng", "exa", "tavily", "brave"] as const;

function searchOf(kind: (typeof KINDS)[number], url = server.url) {
  const { webSearch } = readConfig({
    WEB_SEARCH: kind,
    WEB_SEARCH_URL: url,
    WEB_SEARCH_API_KEY: KEY,
    WEB_SEARCH_PRICE: "5.5",
  });
  const search = createWebSearch(webSearch);
  if (search === null) throw new Error("no web search");
  return search;
}

function purse(timeoutMs?: number) {
  const costs: number[] = [];
  const requests: unknown[] = [];
  const pay: Pay = async (call) => {
    requests.push(call.request);
    const { answer, costMicroUsd } = await call.run(AbortSignal.timeout(timeoutMs ?? call.timeoutMs));
    costs.push(costMicroUsd);
    return answer;
  };
  return { pay, costs, requests };
}

async function failureOf(asking: Promise<unknown>): Promise<ProviderError> {
  const error = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error(`no provider error: ${String(error)}`);
  return error;
}

const QUERY = { text: "kite makers in Denmark", count: 7, country: "DK" };

describe.each(KINDS)("a search by %s", (kind) => {
  it("gives the pages of the web that were found, each once, in plain text", async () => {
    const { pay, costs, requests } = purse();
    expect(await searchOf(kind).search(QUERY, pay)).toEqual([
      { url: "https://kites.example/", title: "Kites & more", snippet: "We make kites." },
      { url: "http://sails.example/about#us", title: "Sails", snippet: "ab" },
    ]);
    // Exa tells what it charged; the others charge by the price of the plan.
    expect(costs).toEqual([kind === "exa" ? 7_000 : 5_500]);
    expect(JSON.stringify(requests)).not.toContain(KEY);
  });

  it("asks as the provider's protocol wants it", async () => {
    await searchOf(kind).search(QUERY, purse().pay);
    const [{ method, path, query, headers, body }] = server.requests as [SearchServer["requests"][number]];
    const asked = {
      searxng: () =>
        expect([method, path, query.get("q"), query.get("format")]).toEqual(["GET", "/search", QUERY.text, "json"]),
      exa: () => {
        expect([method, path, headers["x-api-key"]]).toEqual(["POST", "/search", KEY]);
        expect(body).toMatchObject({ query: QUERY.text, numResults: 7, userLocation: "DK" });
      },
      tavily: () => {
        expect([method, path, headers.authorization]).toEqual(["POST", "/search", `Bearer ${KEY}`]);
        expect(body).toMatchObject({ query: QUERY.text, max_results: 7 });
      },
      brave: () => {
        expect([method, path, headers["x-subscription-token"]]).toEqual(["GET", "/res/v1/web/search", KEY]);
        expect([query.get("q"), query.get("count"), query.get("country")]).toEqual([QUERY.text, "7", "DK"]);
      },
    };
    asked[kind]();
  });

  it("gives an empty list when nothing is found, and no more than was asked for", async () => {
    const search = searchOf(kind);
    expect(await search.search({ ...QUERY, count: 1 }, purse().pay)).toHaveLength(1);
    server.find = () => [];
    expect(await search.search(QUERY, purse().pay)).toEqual([]);
  });

  it("passes over results that nobody can read, and keeps the others", async () => {
    const right = { url: "https://kites.example/", title: null, content: null, description: null, highlights: null };
    const results = [null, 7, [], {}, { url: null }, { url: 5 }, { url: "data:text/html,x", title: 5 }, right];
    server.answers = [{ body: JSON.stringify({ results, web: { results }, costDollars: { total: null } }) }];
    const { pay, costs } = purse();
    expect(await searchOf(kind).search(QUERY, pay)).toEqual([
      { url: "https://kites.example/", title: "", snippet: "" },
    ]);
    expect(costs).toEqual([5_500]);
  });

  it("reads titles of megabytes and of tags alone, and a thousand results, in no time", async () => {
    const title = "<b>".repeat(30_000) + "😀".repeat(1_000);
    server.find = () =>
      Array.from({ length: 40 }, (_, i) => ({
        url: `https://kites-${i}.example/`,
        title,
        snippet: "🪁".repeat(2_000),
      }));
    // Processor time, because the clock also shows how busy the machine is.
    const began = process.cpuUsage();
    const pages = await searchOf(kind).search(QUERY, purse().pay);
    const { user } = process.cpuUsage(began);
    expect(pages).toHaveLength(7);
    expect(pages.every((page) => isStorableText(page.title + page.snippet))).toBe(true);
    expect(user / 1_000).toBeLessThan(5_000);
  });

  it("tells what the provider says of its error without the key and what cannot be stored", async () => {
    server.answers = [{ status: 403, body: `key ${KEY}\0 unknown${"😀".repeat(200)}` }];
    const { message } = await failureOf(searchOf(kind).search(QUERY, purse().pay));
    expect(message).toContain("answered 403: key … unknown");
    expect(isStorableText(message)).toBe(true);
    server.answers = [{ body: `${KEY} is unknown` }];
    expect(inspect(await failureOf(searchOf(kind).search(QUERY, purse().pay)), { depth: 9 })).not.toContain(KEY);
  });

  it("that is lost behind a gateway may have cost something", async () => {
    server.answers = [{ status: 504, body: "" }];
    const error = await failureOf(searchOf(kind).search(QUERY, purse().pay));
    expect(error).toMatchObject({ failure: "unavailable", costMicroUsd: undefined });
  });

  it.each([
    [401, "auth", false],
    [402, "quota", false],
    [403, "auth", false],
    [422, "refused", false],
    [429, "rate", true],
    [500, "unavailable", true],
    [302, "refused", false],
  ] as const)(
    "that is answered %i fails as %s, for nothing, and follows nowhere",
    async (status, failure, retryable) => {
      server.answers = [
        { status, headers: { "retry-after": "3", location: "http://127.0.0.1:1/" }, body: '{"detail":"because so"}' },
      ];
      const error = await failureOf(searchOf(kind).search(QUERY, purse().pay));
      expect(error).toMatchObject({ provider: kind, failure, retryable, costMicroUsd: 0, retryAfterMs: 3_000 });
      expect(error.message).toContain("because so");
      expect(error.message).not.toContain(KEY);
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([
    ["is not JSON", "<html>"],
    ["has another form", '{"results":7,"web":7}'],
    ["is endless", `{"results":["${"x".repeat(6_000_000)}"]}`],
  ])("fails where its answer %s", async (_what, body) => {
    server.answers = [{ body }];
    expect(["malformed", "unavailable"]).toContain(
      (await failureOf(searchOf(kind).search(QUERY, purse().pay))).failure,
    );
  });

  it("that is cut off or not answered in time may have cost something", async () => {
    server.answers = [{ cutOffAfter: '{"results":[' }, { silent: true }];
    const search = searchOf(kind);
    expect(await failureOf(search.search(QUERY, purse().pay))).toMatchObject({
      failure: "unavailable",
      costMicroUsd: undefined,
    });
    expect(await failureOf(search.search(QUERY, purse(100).pay))).toMatchObject({
      failure: "timeout",
      costMicroUsd: undefined,
    });
  });

  it("of a server that is not there costs nothing", async () => {
    const search = searchOf(kind, `http://127.0.0.1:${await freePort()}`);
    expect(await failureOf(search.search(QUERY, purse().pay))).toMatchObject({
      failure: "unavailable",
      costMicroUsd: 0,
    });
  });
});

describe("the configuration of a web search", () => {
  it("is none by default", () => {
    expect(createWebSearch(readConfig({}).webSearch)).toBeNull();
  });

  it("names what is missing, and knows where the hosted ones are", () => {
    expect(() => readConfig({ WEB_SEARCH: "searxng" })).toThrow(/WEB_SEARCH_URL/);
    expect(() => readConfig({ WEB_SEARCH: "searxng", WEB_SEARCH_URL: "http://me:pass@search.example/" })).toThrow(
      "WEB_SEARCH_URL must not contain a user name or password",
    );
    expect(() => readConfig({ WEB_SEARCH: "brave" })).toThrow(/WEB_SEARCH_API_KEY[\s\S]*WEB_SEARCH_PRICE/);
    const { webSearch } = readConfig({ WEB_SEARCH: "tavily", WEB_SEARCH_API_KEY: "k", WEB_SEARCH_PRICE: "8" });
    expect(webSearch).toMatchObject({ url: "https://api.tavily.com", price: 8 });
  });
});
