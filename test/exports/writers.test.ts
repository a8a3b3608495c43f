import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import readWorkbook from "read-excel-file/node";
import { describe, expect, it, vi } from "vitest";
import { fromBufferPromise } from "yauzl";
import { columnsOf } from "#exports/columns";
import { writeCsv } from "#exports/formats/csv";
import { writeNdjson } from "#exports/formats/ndjson";
import { writeParquet } from "#exports/formats/parquet";
import type { WriteFormat } from "#exports/formats/write-format";
import { writeXlsx } from "#exports/formats/xlsx";
import type { ExportedCompany } from "#exports/market-pages";

const WRITERS: [string, WriteFormat][] = [
  ["CSV", writeCsv],
  ["NDJSON", writeNdjson],
  ["XLSX", writeXlsx],
  ["Parquet", writeParquet],
];
/** Far more than a writer may hold. */
const MANY = 30_000;
/** A row group of Parquet has 1,000; what the streams between hold is added. */
const HELD = 4_000;

function company(rank: number, node: Partial<ExportedCompany["node"]> = {}): ExportedCompany {
  return {
    rank,
    score: 0.5,
    verdict: "IN",
    reason: "It makes kites.",
    jobId: 1,
    addedAt: new Date("2026-11-22T13:45:10.500Z") as unknown as string,
    node: {
      companyId: rank,
      name: `Kites ${rank}`,
      domain: `kites-${rank}.com`,
      url: `https://kites-${rank}.com`,
      country: "DE",
      state: null,
      city: null,
      employees: 12,
      revenueUsd: 1.5,
      founded: 1999,
      industries: ["Toys", "Sports"],
      naicsCodes: [],
      certifications: [],
      // Hardly shorter when compressed.
      description: randomBytes(300).toString("base64"),
      ...node,
    },
    reasons: [],
    cells: [],
    place: null,
    review: null,
    momentum: null,
    radar: null,
  };
}

/** Companies that count how many of them were read, and know whether their reader let go of them. */
function source(many: number, { failure, pause }: { failure?: Error; pause?: Promise<void> } = {}) {
  const seen = { read: 0, isReleased: false };
  async function* companies() {
    try {
      for (; seen.read < many; seen.read++) {
        yield company(seen.read + 1);
        if (seen.read === 100) await pause;
      }
      if (failure !== undefined) throw failure;
    } finally {
      seen.isReleased = true;
    }
  }
  return { seen, companies: companies() };
}

/** Waits until no more is read. */
async function settled(seen: { read: number }): Promise<number> {
  for (let before = -1; before !== seen.read; await sleep(200)) before = seen.read;
  return seen.read;
}

/** Sends a file over HTTP to a client that leaves as soon as companies are read: before that there is nothing to let go of. */
async function leftBy(file: Readable, seen: { read: number }): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    response.on("close", resolve).flushHeaders();
    pipeline(file, response).catch(() => {});
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const leaving = new AbortController();
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}`, { signal: leaving.signal });
    await vi.waitFor(() => expect(seen.read).toBeGreaterThan(0), 10_000);
    leaving.abort();
    await isOver;
  } finally {
    server.close();
  }
}

describe.each(WRITERS)("the writer of %s", (_, write) => {
  it("reads companies only as fast as its file is read", async () => {
    const { seen, companies } = source(MANY);
    const file = write(companies, columnsOf([]));
    const chunks = file[Symbol.asyncIterator]();
    await chunks.next();
    const first = await settled(seen);
    expect(first).toBeLessThan(HELD);
    for (let bytes = 0; bytes < 2_000_000; ) bytes += Buffer.byteLength((await chunks.next()).value);
    const second = await settled(seen);
    expect(second).toBeGreaterThan(first);
    expect(second - first).toBeLessThan(2 * HELD);
    await chunks.return?.();
  });

  it("lets go of the market when the client goes away", async () => {
    const { seen, companies } = source(MANY);
    await leftBy(write(companies, columnsOf([])), seen);
    await vi.waitFor(() => expect(seen.isReleased).toBe(true), 10_000);
    expect(seen.read).toBeLessThan(MANY);
  });

  it("lets go of the market when the client went away while the next companies were awaited", async () => {
    const { promise: pause, resolve: goOn } = Promise.withResolvers<void>();
    const { seen, companies } = source(MANY, { pause });
    await leftBy(write(companies, columnsOf([])), seen);
    goOn();
    await vi.waitFor(() => expect(seen.isReleased).toBe(true), 10_000);
    expect(seen.read).toBeLessThan(HELD);
  });

  it("fails where the market can no longer be read", async () => {
    const { companies } = source(1_500, { failure: new Error("the database went away") });
    await expect(buffer(write(companies, columnsOf([])))).rejects.toThrow("the database went away");
  });
});

async function* each<Item>(items: Iterable<Item>) {
  yield* items;
}

/** The texts of the parts of a ZIP archive, by their paths. */
async function partsOf(archive: Buffer): Promise<Record<string, string>> {
  const parts: Record<string, string> = {};
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return parts;
}

describe("a workbook", () => {
  it("has one sheet of typed cells, in which formulas and odd characters are texts", async () => {
    const odd = {
      name: "=1+1",
      domain: "a & b <c> \"d\" 'e'",
      city: "  Köln 🪁 ",
      state: "_x0041_",
      country: "D\u0007E\uFFFE",
      url: "",
      description: "x".repeat(40_000),
    };
    const own = [{ columnId: 3, name: "Wings & <tails>", kind: "NUMBER" }] as Parameters<typeof columnsOf>[0];
    const file = await buffer(writeXlsx(each([company(1, odd), company(2, { employees: null })]), columnsOf(own)));
    const [sheet, ...others] = await readWorkbook(file);
    expect([sheet?.sheet, others]).toEqual(["Companies", []]);
    const [headings = [], ...rows] = sheet?.data ?? [];
    expect(headings.slice(0, 3)).toEqual(["rank", "name", "domain"]);
    expect(headings.slice(-3)).toEqual(["Wings & <tails>", "Wings & <tails> quote", "Wings & <tails> source"]);
    const [first, second] = rows.map((row) => Object.fromEntries(row.map((value, i) => [String(headings[i]), value])));
    expect(first).toMatchObject({
      rank: 1,
      name: "=1+1",
      domain: odd.domain,
      state: "_x0041_",
      country: "DE",
      url: null,
      revenue_usd: 1.5,
      industries: "Toys; Sports",
      description: "x".repeat(32_767),
      added_at: new Date("2026-11-22T13:45:10.500Z"),
    });
    expect(second).toMatchObject({ rank: 2, employees: null });
    expect((await partsOf(file))["xl/worksheets/sheet1.xml"]).toContain('<t xml:space="preserve">  Köln 🪁 </t>');
  });

  it("keeps its headings in view, in bold, and gives each column a width by its type", async () => {
    const parts = await partsOf(await buffer(writeXlsx(each([company(1)]), columnsOf([]))));
    const { "xl/worksheets/sheet1.xml": sheet = "", "xl/styles.xml": styles } = parts;
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect([...sheet.matchAll(/<col min="(\d+)" max="\1" width="(\d+)"/g)].slice(0, 3).map(([, , w]) => w)).toEqual([
      "12",
      "28",
      "28",
    ]);
    expect(sheet).toMatch(/<c r="A1" s="1" t="inlineStr">.*<c r="AG1" s="1" .*<c r="A2"><v>1<\/v>.*<c r="AG2" s="2"/s);
    expect(styles).toContain("<font><b/>");
  });
});
