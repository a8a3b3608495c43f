import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addSource } from "#sources/manage-sources";
import { syncSource } from "#sources/sync-source";
import { emptyTables } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { article, warc } from "../support/warc.ts";
import { type Publisher, startPublisher } from "./published-sources.ts";

let publisher: Publisher;
beforeAll(async () => {
  publisher = await startPublisher();
});
afterAll(() => publisher?.stop());
beforeEach(() => publisher.reset());

describe("an archive of articles", () => {
  const MONTHS = [0, 1].map((back) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
      .toISOString()
      .slice(0, 7)
      .replace("-", "/");
  });
  const [present = "", before = ""] = MONTHS;
  const page = (title: string) => ({ url: `https://press.example.com/${title}`, html: article(title) });
  const file = (month: string, day: string) =>
    `crawl-data/CC-NEWS/${month}/CC-NEWS-${month.replace("/", "")}${day}-00001.warc.gz`;
  const publish = (month: string, files: Record<string, Buffer>) => {
    const paths = Object.keys(files).map((day) => file(month, day));
    publisher.published[`/lists/${month}/warc.paths.gz`] = gzipSync(`${paths.join("\n")}\n`);
    for (const [day, body] of Object.entries(files)) publisher.published[`/${file(month, day)}`] = body;
  };
  const titles = async (table: "news_items" | "observations") =>
    (await publisher.db.query<{ title: string }>(`SELECT title FROM ${table} ORDER BY id`)).map(({ title }) => title);
  const read = async (options: { signal?: AbortSignal; again?: boolean } = {}) => {
    const { sync: done, ...report } = await syncSource(publisher.reading(), "common-crawl-news", options);
    return { ...report, ...done };
  };

  beforeEach(async () => {
    await emptyTables(publisher.db, "TRUNCATE news_items, observations, article_archives RESTART IDENTITY CASCADE");
    const url = `${publisher.server.url}/lists/YYYY/MM/warc.paths.gz`;
    await addSource(publisher.db, { layout: "common-crawl-news", url }, publisher.allowed);
  });

  it("is read from its newest file on, one a sync, across months, each article as news and as an observation", async () => {
    publish(before, { "27": warc([page("first")], "1"), "28": warc([page("second")], "2") });
    expect(await read()).toMatchObject({
      outcome: "read",
      result: "1 articles: 1 new",
      url: `${publisher.server.url}/${file(before, "28")}`,
      licence: expect.stringContaining("Common Crawl"),
      inserted: 1,
    });
    expect(await read()).toMatchObject({ outcome: "notModified" });
    publish(present, { "01": warc([page("third"), page("fourth")], "3"), "02": warc([page("fifth")], "4") });
    expect(await read()).toMatchObject({ outcome: "read", inserted: 2 });
    expect(await read()).toMatchObject({ outcome: "read", inserted: 1 });
    for (const table of ["news_items", "observations"] as const)
      expect(await titles(table)).toEqual(["second", "third", "fourth", "fifth"]);
    // What was read is not kept: each file has a gigabyte.
    const left = (await readdir(join(publisher.dataDir, "sources"), { recursive: true })).filter((name) =>
      /file/.test(name),
    );
    expect(left).toEqual([]);
    expect(await read({ again: true })).toMatchObject({ outcome: "read", inserted: 0, updated: 0, position: 1 });
  });

  it("that is interrupted goes on in the same file, on another machine too", async () => {
    const pages = Array.from({ length: 1_500 }, (_, i) => page(`page ${i}`));
    publish(present, { "01": warc(pages, "5") });
    const stopping = new AbortController();
    const syncing = syncSource(publisher.reading(), "common-crawl-news", {
      signal: stopping.signal,
      onProgress: ({ rows }) => {
        if (rows > 1_000) stopping.abort(new Error("stopped"));
      },
    });
    await expect(syncing).rejects.toThrow("stopped");
    expect((await titles("news_items")).length).toBe(1_000);
    publish(present, { "01": warc(pages, "5"), "02": warc([page("later")], "6") });
    publisher.dataDir = await temporaryFolder();
    expect(await read()).toMatchObject({
      outcome: "read",
      url: `${publisher.server.url}/${file(present, "01")}`,
      inserted: 500,
    });
    expect(await titles("observations")).toEqual(pages.map((_, i) => `page ${i}`));
    expect(await read()).toMatchObject({ inserted: 1 });
  });

  it("without a list, or with a damaged file, fails with a sentence, and passes over the file", async () => {
    expect(await read()).toMatchObject({ outcome: "failed", result: expect.stringMatching(/has no list of files\.$/) });
    publish(present, { "01": warc([page("cut off")], "7").subarray(0, 300) });
    expect(await read()).toMatchObject({ outcome: "failed" });
    publish(present, { "01": warc([page("cut off")], "7").subarray(0, 300), "02": warc([page("whole")], "8") });
    expect(await read()).toMatchObject({ outcome: "read", inserted: 1 });
  });
});
