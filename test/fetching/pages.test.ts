import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFetcher } from "#providers/fetching/fetcher";
import { createPoliteFetcher } from "#providers/fetching/polite-fetcher";
import { createPages } from "#providers/pages/pages";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { failureOf, type LocalSite, sends, startSite } from "./support.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function pagesOf(site: LocalSite, keepHours = 24) {
  const fetcher = createFetcher({ allow: [site.host] });
  afterAll(() => fetcher.close());
  return createPages({ db: database.db, fetcher, keepHours });
}

const home = `<!doctype html><html lang="en"><head><title>Acme Gears | Home</title>
  <meta name="description" content="Gears &amp; bearings for wind turbines, made in Bremen since 1931."></head>
  <body><nav>Menu</nav><h1>Gears that last</h1><script>track()</script><p>We make <b>ge</b>ars.</p><ul><li>One</li><li>Two</li></ul>
  <table><tr><td>Left</td><td>Right</td></tr></table></body></html>`;

describe("a page", () => {
  test("is read once, kept, and asked for again with what the site gave when its time is over", async () => {
    let text = home;
    const site = await startSite({
      "/": (request, response) => {
        const etag = `"${text.length}"`;
        if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
        else
          response
            .writeHead(200, { "content-type": "text/html", etag, "last-modified": "Sat, 01 Aug 2026 10:00:00 GMT" })
            .end(text);
      },
    });
    const kept = pagesOf(site, 0);
    const [first] = await Promise.all([1, 2, 3].map(() => kept.page(site.url("/#part"))));
    expect(site.requests).toHaveLength(1);
    expect(first).toMatchObject({
      url: site.url(),
      status: 200,
      error: null,
      title: "Acme Gears | Home",
      text: "Gears that last\n\nWe make gears.\n\nOne\nTwo\n\nLeft\n\nRight",
      data: { description: "Gears & bearings for wind turbines, made in Bremen since 1931.", language: "en" },
    });

    const same = await kept.page(site.url());
    expect(site.requests.at(-1)?.headers).toMatchObject({ "if-modified-since": "Sat, 01 Aug 2026 10:00:00 GMT" });
    expect(same).toMatchObject({ status: 200, text: first?.text, changedAt: first?.changedAt });
    text = home.replace("Gears that last", "Gears that last longer");
    const changed = await kept.page(site.url());
    expect(changed.text).toMatch(/^Gears that last longer/);
    expect(changed.changedAt.getTime()).toBeGreaterThan(same.changedAt.getTime());
    await pagesOf(site, 24).page(site.url());
    expect(site.requests).toHaveLength(4);
    for (const keptLonger of [1, 24]) await pagesOf(site, keptLonger).page(site.url());
    expect(site.requests).toHaveLength(4);
  });

  test("that several ask for at once is fetched once, and one who gives up does not take it from the others", async () => {
    const stop = new AbortController();
    const site = await startSite({
      "/": (request, response) => {
        // The first request never gets an answer: it is given up.
        if (stop.signal.aborted) sends(home)(request, response);
        else stop.abort(reason);
      },
    });
    const reason = new Error("the job was cancelled");
    const pages = pagesOf(site);
    const first = failureOf(pages.page(site.url(), { signal: stop.signal }));
    const others = [pages.page(site.url()), pages.page(site.url())];
    expect(await first).toBe(reason);
    for (const other of await Promise.all(others)) expect(other.title).toBe("Acme Gears | Home");
    expect(site.requests).toHaveLength(2);
  });

  test("keeps its last text while the site is down, and loses it when the site says that it is gone", async () => {
    let status = 200;
    const site = await startSite({
      "/": (_request, response) =>
        void response.writeHead(status, { "content-type": "text/html" }).end(status === 200 ? home : "no"),
    });
    const pages = pagesOf(site, 0);
    const url = site.url();
    await pages.page(url);
    status = 503;
    expect(await pages.page(url)).toMatchObject({
      status: 503,
      error: "The site answered 503.",
      title: "Acme Gears | Home",
    });
    // A failure is kept for a while: the site is left in peace.
    await pages.page(url);
    expect(site.requests).toHaveLength(2);
    await database.db.query("UPDATE pages SET expires_at = now() WHERE url = $1", [url]);
    status = 410;
    expect(await pages.page(url)).toMatchObject({ status: 410, error: "The site answered 410.", title: "", text: "" });
  });

  test("that cannot be had is told with a sentence, and remembered", async () => {
    const site = await startSite({
      "/robots.txt": sends("User-agent: *\nDisallow: /secret", "text/plain"),
      "/file": sends("%PDF-1.7", "application/pdf"),
      "/large": sends("x".repeat(2_100_000)),
      "/inside": (_request, response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
      "/deep": sends(gzipSync(`<p>x</p>${"<div><!-- </div> -->".repeat(60_000)}`), "text/html", {
        "content-encoding": "gzip",
      }),
    });
    const fetcher = createPoliteFetcher({ allow: [site.host], delayMs: 0, concurrency: 2 });
    afterAll(() => fetcher.close());
    const pages = createPages({ db: database.db, fetcher, keepHours: 1 });
    const errors: Record<string, string | null> = {};
    for (const path of ["/secret", "/file", "/large", "/inside", "/deep"])
      errors[path] = (await pages.page(site.url(path))).error;
    expect(errors).toEqual({
      "/secret": `${site.url("/secret")} is not fetched: the robots.txt of its site forbids it.`,
      "/file": "The page is not read: its type is application/pdf.",
      "/large": `${site.url("/large")} is larger than 2.0 MB.`,
      "/inside": "http://10.0.0.1/ is not on the public Internet.",
      "/deep": "The page is not read: its elements are nested too deeply.",
    });
    const asked = site.requests.length;
    for (const path of ["/secret", "/inside", "/deep"]) await pages.page(site.url(path));
    expect(site.requests).toHaveLength(asked);
    for (const address of ["no address", `http://a.com/${"a".repeat(3000)}`])
      expect(await pages.page(address)).toMatchObject({
        status: null,
        text: "",
        error: expect.stringMatching(/not a web address/),
      });
  });

  test.each([
    ["a hundred thousand line breaks", `<a href="/about">Who we are</a>${"<br>".repeat(100_000)}`],
    [
      "hundreds of links in each other, around a megabyte",
      `<a href="/about">Who we are${"<a href=/q>".repeat(800)}</a>${"word ".repeat(200_000)}`,
    ],
  ])("of %s is read in a moment", async (_, html) => {
    const site = await startSite({ "/": sends(html) });
    const began = performance.now();
    const { error, data } = await pagesOf(site).page(site.url());
    // Without a bound, minutes.
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(error).toBeNull();
    expect(data.links[0]).toEqual({ url: site.url("/about"), text: "Who we are", kind: "about" });
  });

  test.each([
    ["its header", "text/html; charset=iso-8859-2", Buffer.from("<p>\xa3\xf3d\xbc</p>", "latin1"), "Łódź"],
    [
      "a meta element",
      "text/html",
      Buffer.from('<meta charset="windows-1251"><p>\xcc\xee\xf1\xea\xe2\xe0</p>', "latin1"),
      "Москва",
    ],
    [
      "an old meta element",
      "text/html",
      Buffer.from(
        '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><p>\x93\x8c\x8b\x9e</p>',
        "latin1",
      ),
      "東京",
    ],
    [
      "a byte order mark before all else",
      "text/html; charset=iso-8859-1",
      Buffer.from("\ufeff<p>Zürich</p>", "utf8"),
      "Zürich",
    ],
    ["a mark of UTF-16", "text/html", Buffer.from("\ufeff<p>Zürich</p>", "utf16le"), "Zürich"],
    ["nothing, in UTF-8", "text/html", Buffer.from("<p>Zürich</p>", "utf8"), "Zürich"],
    ["nothing, in an old encoding", "text/html", Buffer.from("<p>Z\xfcrich \x96 5 \x80</p>", "latin1"), "Zürich – 5 €"],
    ["a name that nobody knows", "text/html; charset=klingon", Buffer.from("<p>plain</p>"), "plain"],
    ["plain text", "text/plain; charset=utf-8", Buffer.from("a < b\0c"), "a < b\ufffdc"],
    ["entities that no database keeps", "text/html", Buffer.from("<p>a&#0;b&#xD800;c</p>"), "a\ufffdb\ufffdc"],
  ])("is decoded by %s", async (_what, type, body, text) => {
    const site = await startSite({ "/": sends(body, type) });
    expect(await pagesOf(site).page(site.url())).toMatchObject({ error: null, text });
  });

  test("of the worst kind is stored and read back", async () => {
    const json = JSON.stringify({
      "@type": "Organization",
      name: "Nul\0l \ud800",
      address: { "@type": "PostalAddress", addressLocality: "\0" },
    });
    const site = await startSite({
      "/": sends(
        `<html lang="<b>"><title>T\0itle &#0;</title><base href="javascript:x"><a href="http://[">about</a><a href="/about\0us">About</a>
         <script type="application/ld+json">${json}</script><script type="application/ld+json">{broken</script>
         <script type="application/ld+json">${"[".repeat(50_000)}</script><meta property="og:image" content="data:image/png,x">`,
      ),
    });
    const page = await pagesOf(site).page(site.url());
    expect(page).toMatchObject({
      error: null,
      data: { language: "", images: [], organizations: [{ name: expect.stringMatching(/^Nul/) }] },
    });
    const [row] = await database.db.query<{ data: unknown }>("SELECT data FROM pages WHERE url = $1", [site.url()]);
    expect(row?.data).toEqual(page.data);
  });
});
