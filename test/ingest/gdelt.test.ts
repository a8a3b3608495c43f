import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importCompanies } from "#companies/import-companies";
import { leaseFeedOrThrow } from "#intelligence/ingest/feeds/lease-feed";
import { addFeed, listFeeds } from "#intelligence/ingest/feeds/manage-feeds";
import { pollFeed } from "#intelligence/ingest/feeds/poll-feed";
import { importArticles } from "#intelligence/ingest/import-articles";
import { createFetcher, type Fetcher } from "#providers/fetching/fetcher";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { zipOf } from "../support/zip.ts";
import { type FeedServer, startFeedServer } from "./feed-server.ts";

interface Page {
  title: string;
  url?: string;
  organisations?: string;
  collection?: string;
  published?: string;
}

/** A line of a GKG file: 27 columns without a header, in the order of GDELT's codebook. */
function gkgLine(interval: string, at: number, page: Page): string {
  const {
    title,
    url = `https://press.example.com/${interval}/${at}`,
    organisations = "acme gears",
    collection = "1",
  } = page;
  const cells = Array.from({ length: 27 }, () => "");
  const published =
    page.published === undefined ? "" : `<PAGE_PRECISEPUBTIMESTAMP>${page.published}</PAGE_PRECISEPUBTIMESTAMP>`;
  Object.assign(cells, {
    0: `${interval}-${at}`,
    1: interval,
    2: collection,
    3: "press.example.com",
    4: url,
    7: "ECON_STOCKMARKET;TAX_FNCACT;",
    13: organisations,
    15: "-1.2,1.1,2.3,3.4,20.1,0.5,312",
    17: "wc:312,c1.1:2",
    18: "https://press.example.com/gears.jpg",
    26: `<PAGE_LINKS>https://a.example.com</PAGE_LINKS>${published}<PAGE_TITLE>${title}</PAGE_TITLE>`,
  });
  return cells.join("\t");
}
const gkg = (interval: string, ...pages: Page[]) => pages.map((page, i) => `${gkgLine(interval, i, page)}\n`).join("");
const zipped = (interval: string, ...pages: Page[]) => zipOf({ [`${interval}.gkg.csv`]: gkg(interval, ...pages) });

let database: TestDatabase;
let server: FeedServer;
let fetcher: Fetcher;
/** What is published, by interval. */
let files: Record<string, Buffer>;
let newest: string;
let md5: string | null;

beforeAll(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startFeedServer()]);
  fetcher = createFetcher({ allow: [server.hostAndPort], silenceMs: 500, timeoutMs: 2_000 });
});
afterAll(async () => {
  await Promise.all([fetcher.close(), server.close()]);
  await database.drop();
});
beforeEach(async () => {
  await database.db.query("TRUNCATE feeds, news_items, observations RESTART IDENTITY CASCADE", []);
  server.requests.length = 0;
  [files, md5] = [{}, null];
  server.answer = ({ url = "", headers }, response) => {
    const sum =
      md5 ??
      createHash("md5")
        .update(files[newest] ?? "")
        .digest("hex");
    const at = (file: string) => `${sum} http://${server.hostAndPort}/v2/${newest}.${file}`;
    if (url === "/feed") {
      if (headers["if-none-match"] === `"${newest}"`) response.writeHead(304).end();
      else
        response
          .writeHead(200, { etag: `"${newest}"` })
          .end(`300 ${at("export.CSV.zip")}\n200 ${at("mentions.CSV.zip")}\n900 ${at("gkg.csv.zip")}\n`);
      return;
    }
    const file = files[/\/v2\/(\d{14})\.gkg\.csv\.zip$/.exec(url)?.[1] ?? ""];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "application/zip" }).end(file);
  };
});

const add = () =>
  addFeed(
    database.db,
    { url: server.url, kind: "observations", everyMinutes: 15, name: "GDELT" },
    new Set([server.hostAndPort]),
  );
const poll = async () => {
  const report = await pollFeed({ db: database.db, fetcher }, await leaseFeedOrThrow(database.db, 1));
  return { ...report, feed: (await listFeeds(database.db))[0] };
};
const stored = () =>
  database.db.query<{ title: string; published_at: Date; publisher: string }>(
    "SELECT title, published_at, publisher FROM observations ORDER BY id",
    [],
  );
const titles = async () => (await stored()).map(({ title }) => title);

describe("GDELT's list of the last update, as a feed,", () => {
  it("is read from the newest file on, and later every quarter of an hour that was missed, each once", async () => {
    newest = "20260601100000";
    files = {
      "20260601094500": zipped("20260601094500", { title: "Before the feed was added" }),
      [newest]: zipped(newest, { title: "Acme Gears buys Bolt &amp; Co", published: "20260601091733" }),
    };
    await add();
    expect(await poll()).toMatchObject({
      outcome: "stored",
      result: "1 of 1 intervals, 1 entries: 1 new, 0 changed",
      feed: { inserted: 1 },
    });
    expect(await stored()).toEqual([
      {
        title: "Acme Gears buys Bolt & Co",
        published_at: new Date("2026-06-01T09:17:33Z"),
        publisher: "press.example.com",
      },
    ]);
    expect(await poll()).toMatchObject({ outcome: "notModified" });

    newest = "20260601110000";
    files["20260601101500"] = zipped("20260601101500", { title: "Second" });
    files["20260601104500"] = zipped("20260601104500", { title: "Fourth" });
    files[newest] = zipped(newest, { title: "Fifth" });
    expect(await poll()).toMatchObject({
      outcome: "stored",
      result: "4 of 4 intervals, 3 entries: 3 new, 0 changed; 1 intervals have no file",
    });
    expect(await titles()).toEqual(["Acme Gears buys Bolt & Co", "Second", "Fourth", "Fifth"]);
  });

  it("takes articles of the web that name an organisation, and sets broken lines aside", async () => {
    newest = "20260601100000";
    const lines = gkg(
      newest,
      { title: "Kept" },
      { title: "Sunny in Bremen", organisations: "" },
      { title: "A citation", collection: "2", url: "not-on-the-web" },
      { title: "" },
    );
    files = { [newest]: zipOf({ "a.gkg.csv": `${lines}20260601100000-9\tcut off\n` }) };
    await add();
    expect((await poll()).result).toBe("1 of 1 intervals, 3 entries: 1 new, 0 changed, 2 set aside");
    expect(await titles()).toEqual(["Kept"]);
  });

  it("goes on at the file that failed, and forgets none that was read", async () => {
    newest = "20260601100000";
    files = { [newest]: zipped(newest, { title: "First" }) };
    await add();
    await poll();
    newest = "20260601103000";
    files["20260601101500"] = zipped("20260601101500", { title: "Second" });
    files[newest] = zipped(newest, { title: "Third" });
    md5 = "0".repeat(32);
    expect(await poll()).toMatchObject({
      outcome: "failed",
      inserted: 1,
      result: expect.stringMatching(/^1 of 2 intervals.*is not the file that the list means \(MD5\)$/),
    });
    expect(await titles()).toEqual(["First", "Second"]);
    md5 = null;
    server.requests.length = 0;
    expect(await poll()).toMatchObject({ outcome: "stored", inserted: 1 });
    expect(server.requests.map(({ url }) => url)).toEqual(["/feed", "/v2/20260601103000.gkg.csv.zip"]);
    expect(await titles()).toEqual(["First", "Second", "Third"]);
  });

  it("counts what it stored before a file could not be fetched", async () => {
    newest = "20260601100000";
    files = { [newest]: zipped(newest, { title: "First" }) };
    await add();
    await poll();
    newest = "20260601103000";
    files["20260601101500"] = zipped("20260601101500", { title: "Second" });
    const answer = server.answer;
    server.answer = (request, response) => {
      if (request.url?.includes(newest)) request.socket.destroy();
      else answer(request, response);
    };
    expect(await poll()).toMatchObject({
      outcome: "failed",
      inserted: 1,
      result: expect.stringMatching(/^1 of 2 intervals, 1 entries: 1 new, 0 changed; /),
      feed: { inserted: 2 },
    });
  });

  it("passes over what is more than a day old, and says so", async () => {
    newest = "20260601100000";
    files = { [newest]: zipped(newest, { title: "First" }) };
    await add();
    await poll();
    newest = "20260603100000";
    files[newest] = zipped(newest, { title: "Two days later" });
    expect((await poll()).result).toBe(
      "96 of 96 intervals, 1 entries: 1 new, 0 changed; 95 intervals have no file; 96 that are more than a day old were passed over",
    );
  });

  it("is refused where it names files of another host", async () => {
    server.answer = (_request, response) =>
      response.end(`1 ${"a".repeat(32)} http://elsewhere.example.com/v2/20260601100000.gkg.csv.zip\n`);
    await add();
    expect(await poll()).toMatchObject({ outcome: "failed", result: "the list names files of a different host" });
  });
});

describe("a ZIP archive", () => {
  const archive = async (files: Record<string, string>) => {
    const path = join(await temporaryFolder(), "file.zip");
    await writeFile(path, zipOf(files));
    return path;
  };

  it("of one file is read as that file: GDELT's, articles, companies", async () => {
    const news = await archive({ "20260601100000.gkg.csv": gkg("20260601100000", { title: "From a file" }) });
    expect(await importArticles(database.db, "observations", { path: news })).toMatchObject({ inserted: 1 });
    const companies = await archive({ "companies.csv": "domain,name\nacme-gears.com,Acme Gears\n" });
    expect(await importCompanies(database.db, companies, { kind: "directory" })).toMatchObject({ inserted: 1 });
  });

  it("of several files, or that is a workbook, is refused with what it holds", async () => {
    const several = await archive({ "a.csv": "domain,name\n", "b.csv": "domain,name\n" });
    await expect(importCompanies(database.db, several, { kind: "directory" })).rejects.toThrow(
      "the ZIP archive holds 2 files (a.csv, b.csv): extract the one to import",
    );
    const workbook = await archive({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" });
    await expect(importCompanies(database.db, workbook, { kind: "directory" })).rejects.toThrow(
      "the file is an Excel workbook (save it as CSV)",
    );
  });
});
