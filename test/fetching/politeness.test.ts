import { afterAll, describe, expect, test } from "vitest";
import { createPoliteFetcher, type PoliteFetcherOptions } from "#providers/fetching/polite-fetcher";
import { failureOf, type LocalSite, sends, startRawSite, startSite } from "./support.ts";

function politeFetcher(sites: LocalSite[], options: Partial<PoliteFetcherOptions> = {}) {
  const fetcher = createPoliteFetcher({
    allow: sites.map(({ host }) => host),
    delayMs: 0,
    concurrency: 8,
    ...options,
  });
  afterAll(() => fetcher.close());
  return fetcher;
}

const pathsOf = ({ requests }: LocalSite) => requests.map(({ url }) => url);

describe("robots.txt", () => {
  test("is asked once, and its rules for this product are kept", async () => {
    const site = await startSite({
      "/robots.txt": sends(
        "\ufeffUser-agent: *\nDisallow: /\n\nUser-Agent: marketintelligencebot\nDisallow: /private # not for robots\nAllow: /private/open$\nDisallow: /*.pdf\n",
        "text/plain",
      ),
      "/": sends("home"),
      "/private/open": sends("open"),
    });
    const fetcher = politeFetcher([site]);
    const [home] = await Promise.all([fetcher.fetch(site.url()), fetcher.fetch(site.url("/private/open"))]);
    expect(home.body.toString()).toBe("home");
    for (const path of ["/private", "/private/open/er", "/a/b.pdf?x=1"]) {
      const error = await failureOf(fetcher.fetch(site.url(path)));
      expect(error).toMatchObject({ name: "FetchRefusedError", retryable: false });
      expect(error.message).toMatch(/the robots\.txt of its site forbids it/);
    }
    expect(pathsOf(site)).toEqual(["/robots.txt", "/", "/private/open"]);
  });

  test.each([
    [404, "is allowed"],
    [401, "is allowed"],
    [429, "waits"],
    [500, "waits"],
    [503, "waits"],
  ])("may answer %i: everything %s", async (status, outcome) => {
    const site = await startSite({
      "/robots.txt": (_request, response) => void response.writeHead(status).end("User-agent: *\nDisallow: /"),
      "/": sends("home"),
    });
    const work = politeFetcher([site]).fetch(site.url());
    if (outcome === "is allowed") expect((await work).status).toBe(200);
    else expect(await failureOf(work)).toMatchObject({ name: "FetchFailedError", retryable: true });
    expect(pathsOf(site)).toEqual(outcome === "is allowed" ? ["/robots.txt", "/"] : ["/robots.txt"]);
  });

  test("that breaks off means not now; one that leads inside, or is a page, means that there is none", async () => {
    const broken = await startRawSite((socket) => void socket.destroy());
    const leading = await startSite({
      "/robots.txt": (_request, response) =>
        void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
      "/": sends("home"),
    });
    const page = await startSite({ "/robots.txt": sends("<html><p>Not found</p></html>"), "/": sends("home") });
    const fetcher = politeFetcher([broken, leading, page]);
    expect(await failureOf(fetcher.fetch(broken.url()))).toMatchObject({ retryable: true });
    expect(await fetcher.fetch(leading.url())).toMatchObject({ status: 200 });
    expect(await fetcher.fetch(page.url())).toMatchObject({ status: 200 });
  });

  test("counts for half a megabyte and not beyond, and is taken for a no when its patterns are made to waste time", async () => {
    const filler = `# ${"x".repeat(998)}\n`.repeat(505);
    const hostile = `Disallow: /${"*a".repeat(400)}b\n`.repeat(500);
    const long = await startSite({
      "/robots.txt": sends(`User-agent: *\nDisallow: /early\n${filler}${filler}Disallow: /late\n`, "text/plain"),
      "/late": sends("late"),
    });
    const slow = await startSite({
      "/robots.txt": sends(`User-agent: *\n${hostile}`, "text/plain"),
    });
    const fetcher = politeFetcher([long, slow]);
    expect(await failureOf(fetcher.fetch(long.url("/early")))).toMatchObject({ name: "FetchRefusedError" });
    expect(await fetcher.fetch(long.url("/late"))).toMatchObject({ status: 200 });
    const error = await failureOf(fetcher.fetch(slow.url(`/${"a".repeat(500)}`)));
    expect(error.message).toMatch(/too intricate to be followed/);
  });

  test("is asked at each site that a redirect leads to", async () => {
    const there = await startSite({
      "/robots.txt": sends("User-agent: *\nDisallow: /", "text/plain"),
      "/": sends("x"),
    });
    const here = await startSite({
      "/": (_request, response) => void response.writeHead(302, { location: there.url() }).end(),
    });
    expect(await failureOf(politeFetcher([here, there]).fetch(here.url()))).toMatchObject({
      name: "FetchRefusedError",
    });
    expect(pathsOf(there)).toEqual(["/robots.txt"]);
  });
});

describe("requests to one host", () => {
  /** Counts how many requests it has at once. */
  async function countingSite(robots = "") {
    const counts = { now: 0, most: 0, starts: [] as number[] };
    const site = await startSite({
      "/robots.txt": sends(robots, "text/plain"),
      "/": (_request, response) => {
        counts.most = Math.max(counts.most, ++counts.now);
        counts.starts.push(performance.now());
        setTimeout(() => {
          counts.now--;
          response.end("done");
        }, 30);
      },
    });
    return { site, counts };
  }
  const gaps = (starts: number[]) => starts.slice(1).map((start, i) => start - (starts[i] ?? 0));

  test("come one at a time with a pause in between, while other hosts go on", async () => {
    const [a, b] = [await countingSite(), await countingSite()];
    // The same machine under two names is two hosts.
    const fetcher = politeFetcher([a.site], {
      allow: [a.site.host, `other.host:${b.site.port}`],
      resolve: async () => ["127.0.0.1"],
      delayMs: 150,
    });
    await Promise.all([
      ...[1, 2, 3].map(() => fetcher.fetch(a.site.url())),
      ...[1, 2, 3].map(() => fetcher.fetch(`http://other.host:${b.site.port}/`)),
    ]);
    for (const { counts } of [a, b]) {
      expect(counts.most).toBe(1);
      for (const gap of gaps(counts.starts)) expect(gap).toBeGreaterThan(145);
    }
    expect(Math.min(...b.counts.starts)).toBeLessThan(Math.max(...a.counts.starts));
    expect(Math.min(...a.counts.starts)).toBeLessThan(Math.max(...b.counts.starts));
  });

  test("wait for the site's own Crawl-delay where it is longer", async () => {
    const { site, counts } = await countingSite("User-agent: *\nCrawl-delay: 0.3\n");
    const fetcher = politeFetcher([site]);
    await Promise.all([fetcher.fetch(site.url()), fetcher.fetch(site.url())]);
    expect(gaps(counts.starts)[0]).toBeGreaterThan(295);
  });

  test("that nobody waits for any more leave the queue, and the others go on", async () => {
    const { site, counts } = await countingSite();
    const fetcher = politeFetcher([site], { delayMs: 100 });
    await fetcher.fetch(site.url());
    const reason = new Error("the job was cancelled");
    const stop = new AbortController();
    const given = [1, 2, 3].map(() => failureOf(fetcher.fetch(site.url(), { signal: stop.signal })));
    const other = fetcher.fetch(site.url());
    setTimeout(() => stop.abort(reason), 20);
    expect(await Promise.all(given)).toEqual([reason, reason, reason]);
    expect(await other).toMatchObject({ status: 200 });
    expect(counts.starts).toHaveLength(2);
  });

  test("share the places of all hosts", async () => {
    const sites = await Promise.all([1, 2, 3, 4].map(() => countingSite()));
    let [now, most] = [0, 0];
    const fetcher = createPoliteFetcher({
      allow: sites.map(({ site }, i) => `host-${i}.net:${site.port}`),
      resolve: async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 20));
        now--;
        return ["127.0.0.1"];
      },
      delayMs: 0,
      concurrency: 2,
    });
    await Promise.all(sites.map(({ site }, i) => fetcher.fetch(`http://host-${i}.net:${site.port}/`)));
    await fetcher.close();
    expect(most).toBe(2);
  });
});
