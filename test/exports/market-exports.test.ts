import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parquetReadObjects } from "hyparquet";
import { pino } from "pino";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "#accounts/auth/api-keys";
import { CsvRecordReader } from "#foundation/files/csv-records";
import { DownloadAddressDocument, type ExportFormat } from "#generated/tests/graphql";
import { EXPORT_FORMATS, exportPath } from "#markets/export-formats";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { freePort } from "../support/ports.ts";
import { type SpanCollector, startSpanCollector } from "../support/span-collector.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

/** More than two pages of a hundred. */
const COMPANIES = 230;
/** What a spreadsheet would run. */
const FORMULA = '=HYPERLINK("http://evil.example","click")';

/** Lines of the log. */
const logged: Record<string, unknown>[] = [];
let collector: SpanCollector;
let metricsUrl: string;
let system: TestSystem;
let key: string;
let teamId: number;
let marketId: number;

beforeAll(async () => {
  const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  collector = await startSpanCollector();
  const metricsPort = String(await freePort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const environment = { METRICS_PORT: metricsPort, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  system = await startSystem({ log, environment });
  ({ key, teamId } = await system.team());
  const { db } = system.database;
  const ids: number[] = [];
  for (let i = 0; i < COMPANIES; i++) {
    const fields = i === 0 ? { name: FORMULA, description: 'Says "kites", and\nmore', employees: 12 } : {};
    ids.push((await seedCompany(db, `kites-${i}.com`, { name: `Kites ${i}`, country: "DE", ...fields })).id);
  }
  marketId = await seedMarket(db, teamId, ids, "Kite makers & Söhne");
  const span = { field: "description", start: 6, end: 11, text: "kites" };
  await db.prisma.marketCompany.updateMany({
    where: { marketId },
    data: {
      criteria: [{ criterion: "offer", outcome: "met", note: "says so", evidence: span, probability: 0.75 }],
      place: {
        city: "Lima",
        state: null,
        country: "PE",
        latitude: -12.05,
        longitude: -77.04,
        distanceKm: 1,
        source: "city",
      },
    },
  });
});
afterAll(async () => {
  await system?.stop();
  collector?.close();
});

const fetched = (path: string, headers: Record<string, string> = { "x-api-key": key }) =>
  fetch(`${system.url}${path}`, { headers });

/** The address of a file, as the graph signs it, on this server. */
async function addressOf(format: ExportFormat, by = key): Promise<string> {
  const { market } = await system.answer(by, DownloadAddressDocument, { marketId, format });
  const { pathname, search } = new URL(market?.download.url ?? "");
  return pathname + search;
}

function csvRows(text: string): Record<string, string>[] {
  const reader = new CsvRecordReader(",", null);
  const lines = text.split(/\r?\n/).map((line, i) => ({ number: i + 1, text: line }));
  const records = [...reader.push(lines), ...reader.end()];
  const [header = [], ...rows] = records.map(({ cells }) => cells ?? []).filter((cells) => cells.length > 1);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name.replace("\uFEFF", ""), row[i] ?? ""])));
}

describe("a market's companies as a file", () => {
  it("come as CSV, by rank, with what a spreadsheet would run made harmless and numbers left as they are", async () => {
    const response = await fetched(exportPath(marketId, "csv"));
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="market-${marketId}-kite-makers-sohne.csv"`,
    );
    const text = Buffer.from(await response.arrayBuffer()).toString();
    expect(text.startsWith("\uFEFFrank,name,domain,")).toBe(true);
    const rows = csvRows(text);
    expect(rows.map(({ rank }) => Number(rank))).toEqual(Array.from({ length: COMPANIES }, (_, i) => i + 1));
    expect(rows[0]).toMatchObject({
      name: `'${FORMULA}`,
      domain: "kites-0.com",
      country: "DE",
      verdict: "IN",
      score: "1",
      offer_probability: "0.75",
      offer_evidence: "kites",
      criteria: "offer: MET",
      employees: "12",
      description: 'Says "kites", and\nmore',
      latitude: "-12.05",
    });
  });

  it("come as NDJSON, with each criterion and its evidence", async () => {
    const lines = (await (await fetched(exportPath(marketId, "ndjson"))).text()).trimEnd().split("\n");
    expect(lines).toHaveLength(COMPANIES);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      name: FORMULA,
      rank: 1,
      reasons: [{ criterion: "offer", outcome: "MET", evidence: { start: 6, end: 11, text: "kites" } }],
    });
  });

  it("come as a workbook and as Parquet, with the same values in typed cells", async () => {
    const workbook = Buffer.from(await (await fetched(exportPath(marketId, "xlsx"))).arrayBuffer());
    const [header = [], ...cells] = await readSheet(workbook);
    const sheet = cells.map((row) => Object.fromEntries(row.map((value, i) => [String(header[i]), value])));
    const table = await parquetReadObjects({
      file: await (await fetched(exportPath(marketId, "parquet"))).arrayBuffer(),
    });
    for (const rows of [sheet, table]) {
      expect(rows).toHaveLength(COMPANIES);
      expect(rows[0]).toMatchObject({ rank: 1, name: FORMULA, employees: 12, score: 1, latitude: -12.05 });
      expect(rows[0]?.added_at).toBeInstanceOf(Date);
      expect(rows[229]).toMatchObject({ rank: 230, employees: null });
    }
  });

  it("are written to a file by the command, which leaves nothing behind where it fails", async () => {
    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
      NODE_ENV: "test",
    };
    const file = join(system.config.dataDir, "kites.parquet");
    const run = (...args: string[]) => marketCommand(["export", ...args, "--json"], environment);
    const { stdout } = await run(String(marketId), "--out", file);
    const bytes = await readFile(file);
    expect(JSON.parse(stdout)).toEqual({ marketId, file, format: "parquet", bytes: bytes.length });
    expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toHaveLength(COMPANIES);

    const unknown = await run(String(marketId), "--out", join(system.config.dataDir, "market.pdf"));
    expect([unknown.code, unknown.stdout]).toEqual([1, expect.stringContaining("no export as .pdf")]);
    const missing = await run("2147483", "--out", join(system.config.dataDir, "nothing.csv"));
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining("market 2147483")]);
    expect((await readdir(system.config.dataDir)).filter((name) => /nothing|part/.test(name))).toEqual([]);
  });
});

describe("who may have the file", () => {
  it("is whoever has the address, for that file alone, and as long as its key lasts", async () => {
    const issued = await system.key(teamId);
    const address = await addressOf("CSV", issued);
    const whole = await (await fetched(address, {})).text();
    expect(csvRows(whole)).toHaveLength(COMPANIES);

    const { search } = new URL(address, system.url);
    const elsewhere = [exportPath(marketId, "ndjson"), exportPath(marketId + 1, "csv"), "/v2/discovery/1/status"];
    for (const path of elsewhere) expect((await fetched(path + search, {})).status).toBe(401);
    const token = new URLSearchParams(search).get("token") ?? "";
    expect((await fetched("/v2/discovery/1/status", { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await fetched(`${exportPath(marketId, "csv")}?token=${token}x`, {})).status).toBe(401);

    await revokeKey(system.database.db.prisma, issued.split("_")[2] ?? "");
    await expect.poll(async () => (await fetched(address, {})).status).toBe(401);
  });

  it("is nobody without a key, nobody of another team, and no key without the scope", async () => {
    const others = await system.team();
    const scopeless = await system.key(teamId, ["teams:read"]);
    for (const format of EXPORT_FORMATS) {
      const path = exportPath(marketId, format);
      expect((await fetched(path, {})).status).toBe(401);
      const foreign = await fetched(path, { "x-api-key": others.key });
      const absent = await fetched(exportPath(2147483, format), { "x-api-key": others.key });
      expect([foreign.status, absent.status]).toEqual([404, 404]);
      expect((await foreign.text()).replace(String(marketId), "ID")).toBe(
        (await absent.text()).replace("2147483", "ID"),
      );
      expect((await fetched(path, { "x-api-key": scopeless })).status).toBe(403);
    }
    const asked = await system.ask(others.key, DownloadAddressDocument, { marketId, format: "CSV" });
    expect(asked.errors?.[0]?.extensions.code ?? asked.data?.market).toBe("NOT_FOUND");
  });

  it("is told what is wrong with the path or the method", async () => {
    expect((await fetched(`/exports/markets/${marketId}.pdf`)).status).toBe(404);
    const posted = await fetch(`${system.url}${exportPath(marketId, "csv")}`, {
      method: "POST",
      headers: { "x-api-key": key },
    });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
  });
});

describe("a file that cannot be written to its end", () => {
  /** A market whose second page cannot be read: of one company, what is stored makes no sense. */
  let brokenId: number;
  /** A market whose pages are longer than what a connection holds. */
  let longId: number;

  beforeAll(async () => {
    const { prisma } = system.database.db;
    const companies = await prisma.company.findMany({ select: { id: true } });
    const ids = companies.map(({ id }) => id);
    brokenId = await seedMarket(system.database.db, teamId, ids);
    longId = await seedMarket(system.database.db, teamId, ids, "Long");
    await prisma.marketCompany.updateMany({
      where: { marketId: brokenId, rank: 130 },
      data: { criteria: [{ outcome: "odd" }] },
    });
    await prisma.marketCompany.updateMany({ where: { marketId: longId }, data: { reason: "kites ".repeat(20_000) } });
  });
  const linesOf = (requestId: string) => logged.filter((line) => line.requestId === requestId);
  /** The numbers of requests of an operation, by status. */
  const countsOf = async (operation: string): Promise<Record<string, number>> => {
    const text = await (await fetch(metricsUrl)).text();
    const series = new RegExp(
      `http_request_duration_seconds_count{operation="${operation}",status="(\\d+)"} (\\d+)`,
      "g",
    );
    return Object.fromEntries([...text.matchAll(series)].map(([, status, count]) => [status, Number(count)]));
  };
  /** What the span of a request says about its end. */
  const endOf = async (requestId: string) => {
    const find = async () =>
      collector.spans.find(({ attributes }) => attributes.some(({ value }) => value.stringValue === requestId));
    const span = await eventually(find, (found) => found !== undefined);
    const told = (name: string) => span?.attributes.find(({ key: named }) => named === name)?.value;
    return [told("http.response.status_code")?.intValue, told("error.type")?.stringValue, span?.status.code];
  };

  it.each(EXPORT_FORMATS)("breaks off as %s, and is logged with its request and its team", async (format) => {
    const requestId = `broken-${format}`;
    const whole = async () =>
      (await fetched(exportPath(brokenId, format), { "x-api-key": key, "x-request-id": requestId })).arrayBuffer();
    const before = await countsOf(`export ${format}`);
    await expect(whole()).rejects.toThrow();
    await expect.poll(() => linesOf(requestId)).toHaveLength(1);
    expect(linesOf(requestId)).toMatchObject([{ level: 50, team: teamId, msg: "unexpected error in an export" }]);
    expect(await countsOf(`export ${format}`)).toEqual({ ...before, 500: 1 });
    expect(await endOf(requestId)).toEqual(["200", "ZodError", 2]);
  });

  it("breaks off for a proxy of HTTP/1.0 too, which knows an answer's end by its connection's end", async () => {
    const { hostname, port } = new URL(system.url);
    const socket = connect(Number(port), hostname);
    const broken = once(socket.resume(), "end");
    socket.write(`GET ${exportPath(brokenId, "csv")} HTTP/1.0\r\nx-api-key: ${key}\r\n\r\n`);
    await expect(broken).rejects.toThrow("ECONNRESET");
  });

  it("says in the log which refusal ended it, when its key was revoked meanwhile", async () => {
    const { db } = system.database;
    const issued = await system.key(teamId);
    const requestId = "revoked";
    const before = await countsOf("export ndjson");
    const response = await fetched(exportPath(longId, "ndjson"), { "x-api-key": issued, "x-request-id": requestId });
    await revokeKey(db.prisma, issued.split("_")[2] ?? "");
    await expect.poll(async () => (await fetched("/v2/discovery/1/status", { "x-api-key": issued })).status).toBe(401);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await expect.poll(() => linesOf(requestId)).toHaveLength(1);
    expect(linesOf(requestId)).toMatchObject([{ level: 40, team: teamId, code: "UNAUTHORISED" }]);
    expect(await countsOf("export ndjson")).toEqual({ ...before, 401: (before[401] ?? 0) + 1 });
    expect(await endOf(requestId)).toEqual(["200", "UNAUTHORISED", 2]);
  });

  it("is not logged where its client left, and counts as that", async () => {
    const requestId = "left";
    const before = await countsOf("export csv");
    const leaving = new AbortController();
    const headers = { "x-api-key": key, "x-request-id": requestId };
    await fetch(`${system.url}${exportPath(longId, "csv")}`, { headers, signal: leaving.signal });
    leaving.abort();
    await sleep(300);
    expect(linesOf(requestId)).toEqual([]);
    expect(await countsOf("export csv")).toEqual({ ...before, 499: (before[499] ?? 0) + 1 });
    expect(await endOf(requestId)).toEqual(["200", "client_left", 2]);
  });
});
