import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { importRecordsCommand } from "#cli/import-records";
import { readDuns, readIsin, readLei } from "#companies/identifiers/check-digits";
import { readConfig } from "#foundation/config/config";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
});
afterAll(() => database.drop());
beforeEach(() => database.db.query("TRUNCATE identifier_mappings CASCADE", []));

/** `market import identifiers FILE --json`, in this process. */
async function run(name: string, content: string | Buffer, options: { dryRun?: boolean } = {}) {
  const path = join(folder, name);
  await writeFile(path, content);
  const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    const settings = { json: true, dryRun: false, analysis: true, ...options };
    const config = readConfig({ NODE_ENV: "test", DATABASE_URL: database.url, DATA_DIR: folder });
    const code = await importRecordsCommand("identifiers", path, settings, config, (work) => work(database.db));
    return { code, report: JSON.parse(write.mock.calls.map(([text]) => String(text)).join("")) };
  } finally {
    write.mockRestore();
  }
}

const stored = () =>
  database.db.query<{ scheme: string; value: string; domain: string; isin: string; name_key: string; country: string }>(
    "SELECT scheme::text, value, domain, isin, name_key, country, source, file, line FROM identifier_mappings ORDER BY scheme, line, value",
    [],
  );

const APPLE = { lei: "HWUPKR0MPOU8FGXBT394", isin: "US0378331005" };
const SAP = { lei: "529900D6BF99LW9R2E68", isin: "DE0007164600" };

describe("market import identifiers", () => {
  it("understands GLEIF's ISIN-to-LEI file as it is, plain or gzip, and takes it once", async () => {
    const file = `LEI,ISIN\n${APPLE.lei},${APPLE.isin}\n${SAP.lei},${SAP.isin}\n${SAP.lei},${SAP.isin}\n`;
    const first = await run("isin-lei.csv.gz", gzipSync(file));
    expect(first).toMatchObject({ code: 0, report: { read: 3, inserted: 2, duplicatesInFile: 1, setAsideCount: 0 } });
    expect(await stored()).toMatchObject([
      { scheme: "lei", value: APPLE.lei, isin: APPLE.isin, source: "csv:isin-lei.csv.gz", line: 2 },
      { scheme: "lei", value: SAP.lei, isin: SAP.isin, line: 3 },
    ]);
    const again = await run("isin-lei.csv.gz", gzipSync(file));
    expect(again.report).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 });
  });

  it("stores both numbers of a row, by its domain, ISIN and name without legal form", async () => {
    const row = { website: "https://www.sap.com/de", ...SAP, name: "SAP SE", country: "Germany", duns: "31-665-4672" };
    await run("sap.ndjson", JSON.stringify({ ...row, source: "own table" }));
    const known = { domain: "sap.com", isin: SAP.isin, name_key: "sap", country: "DE", source: "own table", line: 1 };
    expect(await stored()).toMatchObject([
      { ...known, scheme: "duns", value: "316654672" },
      { ...known, scheme: "lei", value: SAP.lei },
    ]);
  });

  it("replaces what the same source said before, and leaves other sources alone", async () => {
    await run("a.csv", "domain,duns,source\nacme.com,150483782,register\nacme.com,804735132,agency\n");
    const { report } = await run("b.csv", "domain,duns,source\nacme.com,316654672,register\n");
    expect(report).toMatchObject({ inserted: 0, updated: 1 });
    expect((await stored()).map(({ value }) => value).sort()).toEqual(["316654672", "804735132"]);
  });

  it("sets bad rows aside with the reason, and takes the others", async () => {
    const rows = [
      "domain,isin,name,country,duns,lei",
      `sap.com,,,,,${SAP.lei.slice(0, 18)}69`,
      "sap.com,,,,12345678,",
      "sap.com,,,,000000000,",
      `,US0378331006,,,,${APPLE.lei}`,
      `,,Apple Inc.,,,${APPLE.lei}`,
      `,,Apple Inc.,Atlantis,,${APPLE.lei}`,
      "sap.com,,,,,",
      `192.168.0.1,,,,,${APPLE.lei}`,
      `apple.com,,,,,${APPLE.lei.toLowerCase()}`,
    ];
    const { code, report } = await run("bad.csv", rows.join("\n"));
    expect(code).toBe(0);
    expect(report.setAside.map(({ line, reason }: { line: number; reason: string }) => `${line} ${reason}`)).toEqual([
      '2 lei: the check digits of "529900D6BF99LW9R2E69" are wrong',
      '3 duns: "12345678" is not nine digits',
      '4 duns: "000000000" stands for no number',
      '5 isin: the check digit of "US0378331006" is wrong',
      "6 nothing that a company is known by: no domain, no isin, no name with a country",
      '7 country: "Atlantis" is not a country',
      "8 neither a D-U-N-S number nor an LEI",
      '9 domain: "192.168.0.1" is an IP address, not a domain',
    ]);
    expect(await stored()).toMatchObject([{ domain: "apple.com", value: APPLE.lei }]);
  });

  it("writes nothing on a dry run, and refuses a file without the columns by saying which", async () => {
    expect((await run("dry.csv", `LEI,ISIN\n${SAP.lei},${SAP.isin}\n`, { dryRun: true })).report.inserted).toBe(1);
    expect(await stored()).toEqual([]);
    await expect(run("other.csv", "name,duns\nSAP,316654672\n")).rejects.toThrow(
      /found "name", "duns"; missing: "domain", "isin", or "name" and "country"/,
    );
  });
});

describe("check digits", () => {
  it("find every single wrong digit of an LEI and an ISIN", () => {
    const wrong = (text: string) =>
      [...text].flatMap((digit, i) =>
        /\d/.test(digit) ? [`${text.slice(0, i)}${(Number(digit) + 1) % 10}${text.slice(i + 1)}`] : [],
      );
    expect(readLei(SAP.lei).value).toBe(SAP.lei);
    expect(readIsin(SAP.isin).value).toBe(SAP.isin);
    expect(wrong(SAP.lei).filter((text) => readLei(text).value !== undefined)).toEqual([]);
    expect(wrong(SAP.isin).filter((text) => readIsin(text).value !== undefined)).toEqual([]);
    expect(readDuns("31-665-4672").value).toBe("316654672");
  });
});
