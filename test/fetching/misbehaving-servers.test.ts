import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createFetcher, type FetcherOptions } from "#providers/fetching/fetcher";
import { CERTIFICATE } from "./certificate.ts";
import { failureOf, type LocalSite, sends, startRawSite, startSecureSite, startSite } from "./support.ts";

function fetcherFor(sites: LocalSite[], options: FetcherOptions = {}) {
  const fetcher = createFetcher({ allow: sites.map(({ host }) => host), ...options });
  afterAll(() => fetcher.close());
  return fetcher;
}

const FAILED = "FetchFailedError";

describe("an answer", () => {
  const text = "Gears and bearings from Bremen. ".repeat(50);

  test.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["identity", Buffer.from(text)],
    ["GZIP", gzipSync(text)],
  ])("is read in the coding %s", async (coding, body) => {
    const site = await startSite({ "/": sends(body, "text/plain", { "content-encoding": coding }) });
    const { status, contentType, body: read } = await fetcherFor([site]).fetch(site.url());
    expect({ status, contentType, text: read.toString() }).toEqual({ status: 200, contentType: "text/plain", text });
    expect(site.requests[0]?.headers["accept-encoding"]).toBe("gzip, deflate, br, zstd");
  });

  test("of any status is an answer, also without a body", async () => {
    const site = await startSite({
      "/gone": (_request, response) => void response.writeHead(410).end("gone"),
      "/same": (request, response) =>
        void response
          .writeHead(request.headers["if-none-match"] === '"7"' ? 304 : 200, {
            etag: '"7"',
            "content-encoding": "gzip",
          })
          .end(),
      "/none": (_request, response) => void response.writeHead(204).end(),
      "/nowhere": (_request, response) => void response.writeHead(302).end("no location"),
    });
    const fetcher = fetcherFor([site]);
    expect(await fetcher.fetch(site.url("/gone"))).toMatchObject({ status: 410 });
    const same = await fetcher.fetch(site.url("/same"), { headers: { "If-None-Match": '"7"' } });
    expect({ status: same.status, etag: same.headers.etag, bytes: same.body.length }).toEqual({
      status: 304,
      etag: '"7"',
      bytes: 0,
    });
    expect(await fetcher.fetch(site.url("/none"))).toMatchObject({ status: 204 });
    expect(await fetcher.fetch(site.url("/nowhere"))).toMatchObject({ status: 302 });
  });

  test("is asked for in the product's name, with the operator's address", async () => {
    const site = await startSite({ "/": sends("x") });
    await fetcherFor([site], { contact: "https://operator.example/bot" }).fetch(site.url(), {
      headers: { "User-Agent": "somebody else" },
    });
    expect(site.requests[0]?.headers["user-agent"]).toBe("MarketIntelligenceBot (+https://operator.example/bot)");
  });
});

describe("an answer that is too long", () => {
  const million = Buffer.alloc(1_000_000, "a");
  const maxBytes = 100_000;

  test.each([
    ["says so in its length", (site: Parameters<typeof sends>[0]) => sends(site), million],
    ["comes in pieces without a length", () => endless(), million],
    [
      "is a gzip bomb",
      () => sends(gzipSync(Buffer.alloc(200_000_000)), "text/html", { "content-encoding": "gzip" }),
      million,
    ],
    [
      "is a brotli bomb",
      () =>
        sends(brotliCompressSync(Buffer.alloc(50_000_000), { params: { 1: 1 } }), "text/html", {
          "content-encoding": "br",
        }),
      million,
    ],
  ])("that %s is refused before it is held", async (_what, route, body) => {
    const site = await startSite({ "/": route(body) });
    const fetcher = fetcherFor([site]);
    const before = process.memoryUsage().rss;
    const error = await failureOf(fetcher.fetch(site.url(), { maxBytes }));
    expect(error).toMatchObject({ name: FAILED, retryable: false });
    expect(error.message).toMatch(/larger than 0\.1 MB/);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  test("can be cut instead, packed or not", async () => {
    const site = await startSite({
      "/plain": sends(million),
      "/packed": sends(gzipSync(million), "text/html", { "content-encoding": "gzip" }),
    });
    const fetcher = fetcherFor([site]);
    for (const path of ["/plain", "/packed"]) {
      const { body } = await fetcher.fetch(site.url(path), { maxBytes, whenLarger: "cut" });
      expect(body.equals(million.subarray(0, maxBytes)), path).toBe(true);
    }
  });

  test("of headers is refused", async () => {
    const site = await startRawSite((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}\r\n\r\nbody`));
    expect(await failureOf(fetcherFor([site]).fetch(site.url()))).toMatchObject({ name: FAILED, retryable: false });
  });

  function endless(): ReturnType<typeof sends> {
    return (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(million));
      };
      response.on("drain", more);
      more();
    };
  }
});

describe("an answer that is too slow", () => {
  test.each([
    ["no answer at all", (): void => {}, /did not begin its answer/],
    [
      "headers that never end",
      (write: (text: string) => void) => write("HTTP/1.1 200 OK\r\nx: "),
      /did not begin its answer/,
    ],
    [
      "a body that stops",
      (write: (text: string) => void) => write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"),
      /stopped in the middle/,
    ],
  ])("%s fails after the longest silence", async (_what, speak, message) => {
    const site = await startRawSite((socket) => speak((text) => socket.write(text)));
    const error = await failureOf(fetcherFor([site], { silenceMs: 300 }).fetch(site.url()));
    expect(error).toMatchObject({ name: FAILED, retryable: true });
    expect(error.message).toMatch(message);
  });

  test("a body of drops fails at the end of its time, however regular they are", async () => {
    let closed = false;
    const site = await startRawSite((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const timer = setInterval(() => socket.write("1\r\na\r\n"), 20);
      socket.on("close", () => {
        clearInterval(timer);
        closed = true;
      });
    });
    const began = performance.now();
    const error = await failureOf(fetcherFor([site]).fetch(site.url(), { timeoutMs: 400 }));
    expect(error).toMatchObject({ name: FAILED, retryable: true });
    expect(performance.now() - began).toBeLessThan(20_000);
    await expect.poll(() => closed).toBe(true);
  });

  test("redirects share one time", async () => {
    const site = await startSite({
      "/": (_request, response) => void setTimeout(() => response.writeHead(302, { location: "/" }).end(), 150),
    });
    const error = await failureOf(fetcherFor([site]).fetch(site.url(), { timeoutMs: 400 }));
    expect(error.message).toMatch(/did not come to an end in time/);
    expect(site.requests.length).toBeLessThan(5);
  });

  test("a caller who gives up gets its own reason at once", async () => {
    const site = await startRawSite(() => {});
    const reason = new Error("the job was cancelled");
    const fetcher = fetcherFor([site]);
    expect(await failureOf(fetcher.fetch(site.url(), { signal: AbortSignal.abort(reason) }))).toBe(reason);
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 50);
    expect(await failureOf(fetcher.fetch(site.url(), { signal: stop.signal }))).toBe(reason);
  });
});

describe("a broken answer", () => {
  test.each([
    ["a length that promises more", "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort", true],
    ["pieces without an end", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n", true],
    ["a length that is no number", "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\nbody", false],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nbody!", false],
    [
      "a length and pieces",
      "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      false,
    ],
    ["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n", false],
    ["nothing", "", true],
    [
      "a coding that nobody asked for",
      "HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\ncontent-length: 4\r\n\r\nbody",
      false,
    ],
    [
      "two codings, one in the other",
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip, gzip\r\ncontent-length: 4\r\n\r\nbody",
      false,
    ],
    ["gzip that is none", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nbody", false],
    [
      "brotli that is none",
      "HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 4\r\n\r\n\xff\xff\xff\xff",
      false,
    ],
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", true],
  ])("%s fails with a sentence", async (_what, bytes, retryable) => {
    const site = await startRawSite((socket) => socket.end(Buffer.from(bytes, "latin1")));
    const error = await failureOf(fetcherFor([site]).fetch(site.url()));
    expect(error).toMatchObject({ name: FAILED, retryable });
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ [^{}]+\.$/);
  });

  test("a length that promises less gives what it promises, and nothing of the rest is taken for another answer", async () => {
    const site = await startRawSite((socket) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil"),
    );
    const fetcher = fetcherFor([site]);
    for (let i = 0; i < 2; i++) expect((await fetcher.fetch(site.url())).body.toString()).toBe("body");
  });

  test("a connection that is reset, and one that is refused, may pass", async () => {
    const reset = await startRawSite((socket) => void socket.resetAndDestroy());
    expect(await failureOf(fetcherFor([reset]).fetch(reset.url()))).toMatchObject({ name: FAILED, retryable: true });
    const closed = createFetcher({ allow: ["127.0.0.1:1"] });
    expect(await failureOf(closed.fetch("http://127.0.0.1:1/"))).toMatchObject({
      retryable: true,
      message: "http://127.0.0.1:1/ is not served: the connection was refused.",
    });
    await closed.close();
  });
});

describe("an encrypted connection", async () => {
  const site = await startSecureSite({
    "/": sends("secure"),
    "/down": (_request, response) => void response.writeHead(302, { location: plain.url() }).end(),
  });
  const plain = await startSite({ "/": sends("plain") });
  const names = ["secure.site", "other.site"];
  const allow = [...names.map((name) => `${name}:${site.port}`), plain.host];
  const resolve = async () => ["127.0.0.1"];

  test("is made where the certificate is good for the name", async () => {
    const fetcher = fetcherFor([], { allow, resolve, ca: CERTIFICATE });
    expect((await fetcher.fetch(site.url())).body.toString()).toBe("secure");
  });

  test("is refused where it is another's, or nobody vouches for it, even if the environment says not to look", async () => {
    const known = fetcherFor([], { allow, resolve, ca: CERTIFICATE });
    const unknown = fetcherFor([], { allow, resolve });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      for (const work of [known.fetch(`https://other.site:${site.port}/`), unknown.fetch(site.url())]) {
        const error = await failureOf(work);
        expect(error).toMatchObject({ name: FAILED, retryable: false });
        expect(error.message).toMatch(/has a certificate that is not valid for it/);
      }
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  test("is not left for one that is not encrypted", async () => {
    const fetcher = fetcherFor([], { allow, resolve, ca: CERTIFICATE });
    expect(await failureOf(fetcher.fetch(site.url("/down")))).toMatchObject({ name: "FetchRefusedError" });
    expect(plain.requests).toHaveLength(0);
  });

  test("to a server without encryption fails with a sentence", async () => {
    const fetcher = fetcherFor([plain]);
    expect(await failureOf(fetcher.fetch(plain.url().replace("http:", "https:")))).toMatchObject({
      name: FAILED,
      retryable: false,
    });
  });
});

describe("another try", () => {
  /** Answers with these statuses, one after the other; the last one stays. */
  function statuses(...list: number[]) {
    let at = 0;
    const times: number[] = [];
    const route: ReturnType<typeof sends> = (_request, response) => {
      times.push(performance.now());
      const status = list[Math.min(at++, list.length - 1)] ?? 200;
      if (status === 0) response.destroy();
      else response.writeHead(status, status === 429 ? { "retry-after": "1" } : {}).end(String(status));
    };
    return { route, times };
  }

  test("is made after failures that may pass, and waits as long as it is told", async () => {
    const { route, times } = statuses(0, 429, 200);
    const site = await startSite({ "/": route });
    expect(await fetcherFor([site]).fetch(site.url(), { retries: 3 })).toMatchObject({ status: 200 });
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThan(990);
  });

  test("is not made unless it is asked for, nor after an answer that will stay", async () => {
    const busy = statuses(503);
    const missing = statuses(404);
    const site = await startSite({ "/busy": busy.route, "/missing": missing.route });
    const fetcher = fetcherFor([site]);
    expect(await fetcher.fetch(site.url("/busy"))).toMatchObject({ status: 503 });
    expect(await fetcher.fetch(site.url("/missing"), { retries: 3 })).toMatchObject({ status: 404 });
    expect({ busy: busy.times.length, missing: missing.times.length }).toEqual({ busy: 1, missing: 1 });
  });

  test("is not waited for by a caller who gives up", async () => {
    const site = await startSite({ "/": statuses(429).route });
    const reason = new Error("the job was cancelled");
    const stop = new AbortController();
    const work = failureOf(fetcherFor([site]).fetch(site.url(), { retries: 9, signal: stop.signal }));
    await expect.poll(() => site.requests.length).toBe(1);
    setTimeout(() => stop.abort(reason), 50);
    expect(await work).toBe(reason);
    expect(site.requests).toHaveLength(1);
  });

  test("is left to the caller when the server wants a long rest", async () => {
    const site = await startSite({
      "/": (_request, response) => void response.writeHead(429, { "retry-after": "3600" }).end(),
    });
    const answer = await fetcherFor([site]).fetch(site.url(), { retries: 3 });
    expect({ status: answer.status, wait: answer.headers["retry-after"], asked: site.requests.length }).toEqual({
      status: 429,
      wait: "3600",
      asked: 1,
    });
  });
});
