import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { IngestOptions } from "#foundation/files/record-input";
import type { ArticleKind } from "#intelligence/ingest/article-staging";
import { importArticles } from "#intelligence/ingest/import-articles";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
});
afterAll(() => database.drop());
beforeEach(() => database.db.query("TRUNCATE news_items, observations RESTART IDENTITY CASCADE", []));

const NOW = new Date("2026-06-15T12:00:00Z");

async function load(content: string | Buffer, options: IngestOptions & { kind?: ArticleKind; encoding?: string } = {}) {
  const path = join(await mkdtemp(join(folder, "load-")), "articles");
  await writeFile(path, content);
  const { kind = "news", encoding, ...rest } = options;
  return importArticles(database.db, kind, { path, encoding }, { now: NOW, ...rest });
}

const stored = (table: "news_items" | "observations" = "news_items") =>
  database.db.query<Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id`, []);
const reasons = (report: { setAside: { line: number; reason: string }[] }) =>
  report.setAside.map(({ line, reason }) => `${line} ${reason}`);

describe("one stream", () => {
  const HEAD = "url,title,published,summary,category";
  const FIRST = "https://kites.example.com/a,Kiteworks opens a plant,2026-06-01,A plant opens in Bremen.,business";
  const SECOND = "https://kites.example.com/b,Kiteworks recalls kites,2026-06-02,Kites are recalled.,business";
  const urls = async (table: "news_items" | "observations") => (await stored(table)).map(({ url }) => url);

  test("stores each article once as news and once as an observation, and nothing of it again", async () => {
    const file = [HEAD, FIRST, SECOND].join("\n");
    expect(await load(file, { kind: "articles" })).toMatchObject({ read: 2, inserted: 2, updated: 0 });
    expect(await stored("news_items")).toMatchObject([{ summary: "A plant opens in Bremen.", text: "" }, {}]);
    // Events are read from the text alone, so that the summary stands in for it.
    expect(await stored("observations")).toMatchObject([
      { text: "A plant opens in Bremen.", category: "business" },
      { text: "Kites are recalled." },
    ]);
    expect(await load(file, { kind: "articles" })).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 });
  });

  test("completes what was imported for one purpose before, and counts each article once", async () => {
    await load([HEAD, FIRST].join("\n"), { kind: "news" });
    const changed = FIRST.replace("opens a plant", "opens two plants");
    const both = await load([HEAD, changed, SECOND].join("\n"), { kind: "articles" });
    // The first is new as an observation and changed as news: new.
    expect(both).toMatchObject({ inserted: 2, updated: 0, unchanged: 0 });
    expect(await urls("observations")).toEqual(await urls("news_items"));
    expect((await stored("news_items"))[0]).toMatchObject({ title: "Kiteworks opens two plants" });
    const again = await load([HEAD, FIRST, SECOND].join("\n"), { kind: "articles" });
    expect(again).toMatchObject({ inserted: 0, updated: 1, unchanged: 1 });
    for (const table of ["news_items", "observations"] as const)
      expect((await stored(table))[0]).toMatchObject({ title: "Kiteworks opens a plant" });
  });

  test("stores nothing of a dry run", async () => {
    expect(await load([HEAD, FIRST].join("\n"), { kind: "articles", dryRun: true })).toMatchObject({ inserted: 1 });
    expect([await urls("news_items"), await urls("observations")]).toEqual([[], []]);
  });
});

describe("a feed", () => {
  const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Kite Gazette</title><link>https://kites.example.com/</link>
<item><title>Kites &amp;amp; winds rise</title><link>/a?utm_source=feed&amp;id=1#top</link>
  <description>&lt;p&gt;Sales of kites &lt;b&gt;rose&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;track()&lt;/script&gt;</description>
  <content:encoded><![CDATA[<p>Sales of kites rose by a tenth.</p><p>Makers hire.</p>]]></content:encoded>
  <enclosure url="https://kites.example.com/a.png" type="image/png" length="1"/>
  <pubDate>Mon, 01 Jun 2026 10:20:30 +0200</pubDate></item>
<item><title>No date at all</title><guid>https://kites.example.com/b</guid></item>
<item><link>https://kites.example.com/c</link><pubDate>Mon, 01 Jun 2026 10:00:00 GMT</pubDate></item>
</channel></rss>`;

  test("of RSS becomes news: HTML is text, addresses are resolved and cleaned, an entry without a title is set aside", async () => {
    const report = await load(RSS);
    expect(report).toMatchObject({ format: "rss", source: "rss:articles", read: 3, inserted: 2, setAsideCount: 1 });
    expect(reasons(report)).toEqual(["3 no title"]);
    expect(await stored()).toMatchObject([
      {
        url: "https://kites.example.com/a?id=1",
        title: "Kites & winds rise",
        summary: "Sales of kites rose.",
        text: "Sales of kites rose by a tenth. Makers hire.",
        image: "https://kites.example.com/a.png",
        publisher: "Kite Gazette",
        source: "rss:articles",
        published_at: new Date("2026-06-01T08:20:30Z"),
        date_precision: 4,
        analysed_at: null,
      },
      // The day of reading stands for the date that the feed leaves out.
      { url: "https://kites.example.com/b", published_at: new Date("2026-06-15T00:00:00Z"), date_precision: 3 },
    ]);
  });

  test("whose entries have no dates does not change them from day to day", async () => {
    await load(RSS);
    expect(await load(RSS, { now: new Date("2026-06-20T00:00:00Z") })).toMatchObject({ unchanged: 2, updated: 0 });
  });

  test("of Atom, RSS 1.0 or JSON Feed is understood too", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atoms</title><link href="https://atoms.example.com/"/>
      <entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> step</div></title>
      <link rel="alternate" href="/one"/><id>tag:1</id><updated>2026-06-02T08:00:00Z</updated>
      <content type="html">&lt;p&gt;Text&lt;/p&gt;</content></entry></feed>`;
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Old</title><link>https://old.example.com</link></channel>
      <item rdf:about="https://old.example.com/1"><title>Old news</title><link>https://old.example.com/1</link>
      <dc:date>2026-06-03</dc:date></item></rdf:RDF>`;
    const json = JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "Jays",
      items: [{ id: "1", url: "https://jays.example.com/1", title: "Jay", date_published: "2026-06-04T00:00:00Z" }],
    });
    for (const feed of [atom, rdf, json]) expect(await load(feed)).toMatchObject({ inserted: 1, setAsideCount: 0 });
    expect(await stored()).toMatchObject([
      { url: "https://atoms.example.com/one", title: "A bold step", text: "Text", publisher: "Atoms" },
      { url: "https://old.example.com/1", title: "Old news", date_precision: 3 },
      { url: "https://jays.example.com/1", title: "Jay", publisher: "Jays" },
    ]);
  });

  test.each<[string, string, RegExp]>([
    ["is cut off", RSS.slice(0, RSS.length - 300), /not well-formed/],
    ["is cut off between two entries", RSS.slice(0, RSS.indexOf("</item>") + 7), /not well-formed/],
    [
      "is cut off behind an element of an entry",
      RSS.slice(0, RSS.indexOf("</title>", RSS.indexOf("<item")) + 8),
      /not well-formed/,
    ],
    [
      "declares an entity that names a file",
      RSS.replace("<rss", '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/hostname">]><rss').replace("winds", "&x;"),
      /declares its own XML entities/,
    ],
    ["is an HTML page", "<!doctype html><html><body>rss</body></html>", /the file is an HTML page/],
    ["is other XML", '<?xml version="1.0"?><kites><kite/></kites>', /the file is XML or HTML/],
  ])("is refused as a whole where it %s", async (_name, content, message) => {
    await expect(load(content)).rejects.toThrow(message);
    expect(await stored()).toEqual([]);
  });

  test("that doubles entities a billion times is neither expanded nor slow", async () => {
    const entities = Array.from(
      { length: 30 },
      (_, i) => `<!ENTITY e${i + 1} "${i === 0 ? "kite" : `&e${i};&e${i};`}">`,
    );
    const bomb = RSS.replace("<rss", `<!DOCTYPE rss [${entities.join("")}]><rss`).replace("winds", "&e30;");
    const outcome = await load(bomb).catch((error: unknown) => error);
    const titles = (await stored()).map(({ title }) => String(title).length);
    expect(outcome).toBeDefined();
    expect(Math.max(0, ...titles)).toBeLessThan(100);
  });

  test("in another encoding is decoded by its declaration, and refused where it declares none", async () => {
    const latin = Buffer.from(RSS.replace("UTF-8", "ISO-8859-1").replace("winds", "caf\u00e9s"), "latin1");
    await load(latin);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(RSS.replace("/a?", "/u?"), "utf16le")]);
    await load(utf16);
    expect((await stored()).map(({ title }) => title)).toEqual([
      "Kites & cafés rise",
      "No date at all",
      "Kites & winds rise",
    ]);
    await expect(load(Buffer.from(RSS.replace("winds", "caf\u00e9s"), "latin1"))).rejects.toThrow(
      /not UTF-8 .*--encoding windows-1252/,
    );
  });
});

describe("a file of rows", () => {
  test("in the layout of the UCI News Aggregator is understood as it is; its label is not read", async () => {
    const report = await load(
      gzipSync(
        `id,title,url,publisher,category,story,hostname,published\nk1,"Kites rise, ""sharply""  ...",http://www.kites.example.com/x.html,Kite Daily,b,secretlabel,www.kites.example.com,2026-03-11\n`,
      ),
      { kind: "observations" },
    );
    expect(report).toMatchObject({ inserted: 1, warnings: [] });
    const [row] = await stored("observations");
    expect(row).toMatchObject({
      url: "http://www.kites.example.com/x.html",
      title: 'Kites rise, "sharply" ...',
      text: "",
      publisher: "Kite Daily",
      category: "b",
      published_at: new Date("2026-03-11"),
      date_precision: 3,
      event_id: null,
    });
    expect(JSON.stringify(row)).not.toContain("secretlabel");
  });

  test("may name its columns in other words, and nest a publisher as news services do", async () => {
    const rows = [
      { source: { id: null, name: "Wire" }, headline: "One", link: "https://n.example.com/1", pubDate: "2026-06-01" },
      { Title: "Two", URL: "https://n.example.com/2", publishedAt: 1780000000, content: "<p>Full &amp; plain</p>" },
    ];
    await load(rows.map((row) => JSON.stringify(row)).join("\n"));
    expect(await stored()).toMatchObject([
      { title: "One", publisher: "Wire" },
      { title: "Two", text: "Full & plain", summary: "Full & plain", publisher: "n.example.com" },
    ]);
  });

  test("has its bad rows set aside with the reason, and all others stored", async () => {
    const good = { url: "https://n.example.com/good", title: "Good", date: "2026-06-01" };
    const rows: unknown[] = [
      good,
      { ...good, url: "https://n.example.com/2", title: "" },
      { ...good, url: "https://n.example.com/3", title: "<img src=x>" },
      { ...good, url: "ftp://n.example.com/4" },
      { ...good, url: "" },
      { ...good, url: "https://n.example.com/6", date: "last Tuesday" },
      { ...good, url: "https://n.example.com/7", date: "" },
      { ...good, url: "https://n.example.com/8", date: "2026-06-17T00:00:00Z" },
      { ...good, url: "https://n.example.com/9", date: "1969-12-31" },
      { ...good, url: "https://n.example.com/10", date: "03/04/2026" },
      { ...good, url: "https://n.example.com/11", title: "a\u0000b" },
      { ...good, url: "https://n.example.com/12", title: "a\ud800b" },
      { ...good, url: "https://n.example.com/13", title: "caf\u0092e" },
      { ...good, url: "https://n.example.com/14", title: "caf\ufffd" },
      { ...good, url: "https://n.example.com/15", title: ["x"] },
      "not an object",
      { title: "No address", date: "2026-06-01" },
      { ...good, url: "https://n.example.com/18", text: "a heading is all that it lacks" },
    ];
    const report = await load(rows.map((row) => JSON.stringify(row)).join("\n"));
    expect(report).toMatchObject({ read: 18, inserted: 2, setAsideCount: 16 });
    expect(reasons(report)).toEqual([
      "2 no title",
      "3 no title",
      '4 the url "ftp://n.example.com/4" is not http or https',
      "5 no url",
      '6 the date "last Tuesday" cannot be read',
      "7 no date",
      '8 the date "2026-06-17T00:00:00Z" is in the future',
      '9 the date "1969-12-31" is before 1970',
      '10 the date "03/04/2026" can be two days: write it as YYYY-MM-DD',
      "11 title: holds control characters (is the file in another encoding?)",
      "12 title: holds half of a surrogate pair",
      "13 title: holds control characters (is the file in another encoding?)",
      "14 title: holds U+FFFD, its encoding was damaged before",
      "15 title: text expected, found a list",
      "16 not a JSON object",
      '17 found "title", "date"; missing: "url"',
    ]);
  });

  test("takes the first of rows with one address; an id under two addresses is set aside", async () => {
    const report = await load(
      "id,url,title,date\n1,https://n.example.com/a,First,2026-06-01\n2,https://N.example.com/a#x,Second,2026-06-01\n1,https://n.example.com/b,Other,2026-06-01\n,https://n.example.com/c,No id,2026-06-01\n,https://n.example.com/d,No id,2026-06-01\n",
    );
    expect(report).toMatchObject({ read: 5, inserted: 3, duplicatesInFile: 1, setAsideCount: 1 });
    expect(reasons(report)).toEqual(['4 the id "1" is that of row 2, with another url']);
    expect((await stored()).map(({ title }) => title)).toEqual(["First", "No id", "No id"]);
  });

  test("cuts texts beyond the limits and says so", async () => {
    const report = await load(
      JSON.stringify({
        url: "https://n.example.com/a",
        title: "word ".repeat(200),
        date: "2026",
        text: "t".repeat(200_000),
      }),
    );
    const [row] = await stored();
    expect([String(row?.title).length, String(row?.text).length]).toEqual([499, 100_000]);
    expect(report.warnings).toEqual([
      "title: cut to 500 characters (line 1)",
      "text: cut to 100,000 characters (line 1)",
    ]);
  });

  test("in another encoding is decoded where that is named, and refused where it is not", async () => {
    const latin = Buffer.from(
      "url,title,date\nhttps://n.example.com/a,Caf\u00e9 \u00dcber,2026-06-01\nhttps://n.example.com/b,Ma\u00f1ana,2026-06-01\nhttps://n.example.com/c,Gar\u00e7on,2026-06-01\n",
      "latin1",
    );
    await expect(load(latin)).rejects.toThrow(/not UTF-8 .*--encoding windows-1252/);
    expect(await load(latin, { encoding: "windows-1252" })).toMatchObject({ inserted: 3 });
    expect((await stored())[0]).toMatchObject({ title: "Café Über" });
    await expect(load(latin, { encoding: "klingon" })).rejects.toThrow('the encoding "klingon" is unknown');
  });

  test("with one line in another encoding loses that line only", async () => {
    const report = await load(
      Buffer.concat([
        Buffer.from("url,title,date\nhttps://n.example.com/a,Café,2026-06-01\nhttps://n.example.com/b,"),
        Buffer.from("Ma\u00f1ana", "latin1"),
        Buffer.from(",2026-06-01\n"),
      ]),
    );
    expect(report).toMatchObject({ inserted: 1 });
    expect(reasons(report)).toEqual([
      "3 not UTF-8 text: where the whole file is in another encoding, name it by --encoding windows-1252, or save it as UTF-8",
    ]);
  });
});

describe("an article that comes again", () => {
  const row = (fields: object) =>
    JSON.stringify({
      url: "https://n.example.com/a",
      title: "One",
      date: "2026-06-01T10:20:00Z",
      text: "T",
      ...fields,
    });

  test("unchanged is not written; changed, it keeps its id and waits to be read again", async () => {
    await load(row({}));
    await database.db.query("UPDATE news_items SET analysed_at = now()", []);
    expect(await load(row({}))).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
    expect((await stored())[0]?.analysed_at).not.toBeNull();
    expect(await load(row({ title: "One, corrected" }))).toMatchObject({ updated: 1 });
    expect(await stored()).toMatchObject([{ id: 1, title: "One, corrected", text: "T", analysed_at: null }]);
  });

  test("with less than is known erases nothing: neither a text nor the hour of a day", async () => {
    await load(row({}));
    expect(await load(row({ text: "", date: "2026-06-01" }))).toMatchObject({ unchanged: 1 });
    expect(await load(row({ date: "2026-05" }))).toMatchObject({ updated: 1 });
    expect(await stored()).toMatchObject([{ text: "T", published_at: new Date("2026-05-01"), date_precision: 2 }]);
  });

  test("as an observation leaves its event, so that it is grouped again", async () => {
    await load(row({}), { kind: "observations" });
    await database.db.query("INSERT INTO events (title, published_at) VALUES ('E', now())", []);
    await database.db.query("UPDATE observations SET event_id = (SELECT max(id) FROM events)", []);
    await load(row({}), { kind: "observations" });
    expect((await stored("observations"))[0]?.event_id).not.toBeNull();
    await load(row({ text: "Another text" }), { kind: "observations" });
    expect((await stored("observations"))[0]).toMatchObject({ event_id: null, text: "Another text" });
  });
});

describe("an import", () => {
  const many = Array.from({ length: 5_000 }, (_, i) =>
    JSON.stringify({ url: `https://n.example.com/${i}`, title: `Title ${i}`, date: "2026-06-01" }),
  ).join("\n");

  test("that is aborted half way leaves nothing; its repetition is complete", async () => {
    const abort = new AbortController();
    const aborted = load(many, {
      signal: abort.signal,
      onProgress: ({ phase }) => phase === "reading" && abort.abort(new Error("enough")),
    });
    await expect(aborted).rejects.toThrow("enough");
    expect(await stored()).toEqual([]);
    expect(await load(many)).toMatchObject({ inserted: 5_000 });
  });

  test("whose gzip proves damaged at its end leaves nothing", async () => {
    await expect(load(gzipSync(many).subarray(0, -20))).rejects.toThrow(/damaged or cut off/);
    expect(await stored()).toEqual([]);
  });

  test("stores everything once beside another one of the same file", async () => {
    const reports = await Promise.all([load(many), load(many)]);
    expect(reports.map(({ inserted }) => inserted).sort((a, b) => a - b)).toEqual([0, 5_000]);
    expect(await stored()).toHaveLength(5_000);
  });

  test("as a dry run counts and writes nothing", async () => {
    expect(await load(many, { dryRun: true })).toMatchObject({ dryRun: true, inserted: 5_000 });
    expect(await stored()).toEqual([]);
  });
});
