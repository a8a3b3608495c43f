import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importArticles } from "#intelligence/ingest/import-articles";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { article, BODY, DATE, type Page, SENTENCE, warc } from "../support/warc.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
  await seedCompany(database.db, "kiteworks.com", { name: "Northern Kiteworks GmbH" });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query("TRUNCATE news_items, observations, article_archives RESTART IDENTITY CASCADE", []);
});

const PAGES: Page[] = [
  { url: "https://press.example.com/works?utm_source=feed", html: article("Kiteworks builds a second works") },
  {
    url: "https://wire.example.com/2026/kites",
    html: `<html lang="de-DE"><head><title>x</title><script type="application/ld+json">${JSON.stringify({
      "@graph": [
        { "@type": "WebSite", name: "Wire" },
        {
          "@type": "NewsArticle",
          headline: "Drachenbauer wächst",
          datePublished: "2026-11-18",
          description: "Ein zweites Werk in Kiel.",
          publisher: { "@type": "Organization", name: "Der Draht" },
        },
      ],
    })}</script></head><body><main>${BODY}</main></body></html>`,
  },
  { url: "https://press.example.com/", html: article("The Press: news of the day") },
  {
    url: "https://press.example.com/topics",
    html: "<html><head><title>Topics</title></head><body><p>List</p></body></html>",
  },
  { url: "https://press.example.com/gone", html: article("Gone"), status: "404 Not Found" },
  { url: "https://press.example.com/a.pdf", html: "%PDF", contentType: "application/pdf" },
  { url: "https://press.example.com/asked", html: "", type: "request" },
  { url: "https://press.example.com/undated", html: article("No date", { date: "" }) },
  {
    url: "https://press.example.com/packed",
    html: gzipSync(article("Packed &amp; sent")),
    headers: "Content-Encoding: gzip\r\n",
  },
  {
    url: "https://press.example.com/unpacked",
    html: Buffer.from(article("Stored in Kötzting"), "latin1"),
    contentType: "text/html; charset=ISO-8859-1",
    headers: "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
  },
  { url: "https://press.example.com/deep", html: article("Deep", { body: "<div>".repeat(2_000) }) },
];

const file = async (bytes: Buffer, name = "CC-NEWS-20261120060000-00001.warc.gz") => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};
const market = async (...args: string[]) => {
  const result = await marketCommand(args, {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    NODE_ENV: "test",
  });
  return { ...result, report: JSON.parse(result.stdout || "null") };
};
const stored = (columns = "title") => database.db.query(`SELECT ${columns} FROM news_items ORDER BY id`, []);
const archives = () =>
  database.db.query(
    "SELECT kind, archive_id, licence, position, ended_at IS NOT NULL AS ended FROM article_archives",
    [],
  );

describe("a WARC file of Common Crawl's news", () => {
  it("gives the articles among its pages, with their text and the time of the crawl, and says what it could not read", async () => {
    const path = await file(warc(PAGES));
    const { report } = await market("import", "news", path, "--json");
    expect(report).toMatchObject({
      source: "warc:CC-NEWS-20261120060000-00001.warc.gz",
      format: "warc",
      read: 6,
      inserted: 4,
      setAside: [
        { line: 9, reason: expect.stringContaining("no date") },
        { line: 12, reason: "the page cannot be read: its elements are nested too deeply" },
      ],
    });
    expect(await stored("url, title, summary, text, publisher, published_at, date_precision, retrieved_at")).toEqual([
      {
        url: "https://press.example.com/works",
        title: "Kiteworks builds a second works",
        summary: expect.stringContaining("Kiel."),
        text: expect.stringMatching(
          /^Kiteworks builds a second works Northern Kiteworks(?!.*(?:lamps|Weather|reserved))/s,
        ),
        publisher: "The Press",
        published_at: new Date("2026-11-19T09:00:00Z"),
        date_precision: 4,
        retrieved_at: new Date(DATE),
      },
      {
        url: "https://wire.example.com/2026/kites",
        title: "Drachenbauer wächst",
        summary: "Ein zweites Werk in Kiel.",
        text: SENTENCE.repeat(4).trim(),
        publisher: "Der Draht",
        published_at: new Date("2026-11-18T00:00:00Z"),
        date_precision: 3,
        retrieved_at: new Date(DATE),
      },
      expect.objectContaining({ title: "Packed & sent" }),
      expect.objectContaining({ title: "Stored in Kötzting" }),
    ]);
    expect(report.derived).not.toBeNull();
    expect(await database.db.query("SELECT DISTINCT company_id FROM company_news", [])).toHaveLength(1);
    expect(await archives()).toEqual([
      {
        kind: "news",
        archive_id: "<urn:uuid:info-1>",
        licence: "Common Crawl terms of use (https://commoncrawl.org/terms-of-use)",
        position: 12,
        ended: true,
      },
    ]);
    const again = await market("import", "news", path, "--json");
    expect(again.report).toMatchObject({ read: 6, inserted: 0, updated: 0, unchanged: 4 });
  });

  it("may be read in some languages only, as observations too, and a dry run leaves nothing", async () => {
    const path = await file(warc(PAGES));
    const dry = await market("import", "observations", path, "--json", "--dry-run", "--language", "de");
    // The other row is the page that cannot be read.
    expect(dry.report).toMatchObject({ read: 2, inserted: 1, setAsideCount: 1, dryRun: true });
    expect(await archives()).toEqual([]);
    await market("import", "observations", path, "--json", "--language", "de", "--no-analysis");
    expect(await database.db.query("SELECT title FROM observations", [])).toEqual([{ title: "Drachenbauer wächst" }]);
  });

  it("is stored in parts: an interrupted import goes on behind the last one and reads no page twice", async () => {
    const pages = Array.from({ length: 2_500 }, (_, i) => ({
      url: `https://press.example.com/${i}`,
      html: article(`Kites in the year ${i}`, { body: `<p>Kite ${i}</p>` }),
    }));
    const path = await file(warc(pages));
    const interrupt = new AbortController();
    const begun = importArticles(
      database.db,
      "news",
      { path },
      {
        signal: interrupt.signal,
        onPartStored: () => interrupt.abort(new Error("killed")),
      },
    );
    await expect(begun).rejects.toThrow("killed");
    expect(await archives()).toMatchObject([{ position: 1_001, ended: false }]);
    const { report } = await market("import", "news", path, "--json", "--no-analysis");
    expect(report).toMatchObject({
      read: 1_500,
      inserted: 1_500,
      warnings: [expect.stringContaining("went on after record 1001")],
    });
    expect(await archives()).toMatchObject([{ position: 2_501, ended: true }]);
    expect(await database.db.query("SELECT count(*)::int AS stored FROM news_items", [])).toEqual([{ stored: 2_500 }]);
  });

  it("that is damaged or cut off is refused with the record, and what was read before stays for the whole file", async () => {
    const whole = Array.from({ length: 1_200 }, (_, i) => ({
      url: `https://press.example.com/${i}`,
      html: article(`Kites of ${i}`, { body: "" }),
    }));
    const bytes = warc(whole);
    const half = await file(bytes.subarray(0, Math.round(bytes.length * 0.95)));
    const refused = await market("import", "news", half, "--json", "--no-analysis");
    expect(refused).toMatchObject({ code: 1, report: { error: expect.stringMatching(/cut off|damaged/) } });
    expect(await archives()).toMatchObject([{ position: 1_001, ended: false }]);
    const { report } = await market("import", "news", await file(bytes), "--json", "--no-analysis");
    expect(report).toMatchObject({ read: 200, inserted: 200 });
    const odd = await file(Buffer.from("WARC/1.0\r\nWARC-Type: response\r\n\r\n"), "odd.warc");
    expect((await market("import", "news", odd, "--json")).report).toEqual({
      error: "the WARC file is damaged or cut off at record 1: it has no Content-Length",
    });
  });
});
