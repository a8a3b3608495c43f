import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { directoryState, findCompany } from "#companies/directory";
import { importCompanies } from "#companies/import-companies";
import { createTestDatabase } from "../support/database.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query("TRUNCATE companies, directory_state RESTART IDENTITY CASCADE", []);
});

async function file(rows: object[] | string | Buffer, name = "companies.ndjson"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, Array.isArray(rows) ? rows.map((row) => `${JSON.stringify(row)}\n`).join("") : rows);
  return path;
}

const many = (count: number, description = "") =>
  Array.from({ length: count }, (_, index) => ({
    domain: `company-${index}.com`,
    name: `Company ${index}`,
    description,
  }));

async function snapshot(): Promise<unknown[]> {
  return database.db.query("SELECT to_jsonb(c) FROM companies c ORDER BY id", []);
}

test("a second import of the same file changes nothing, the version neither", async () => {
  const path = await file(many(50));
  const first = await importCompanies(database.db, path);
  expect(first).toMatchObject({
    read: 50,
    inserted: 50,
    updated: 0,
    unchanged: 0,
    version: 1,
    companies: 50,
    setAsideCount: 0,
  });
  const before = await snapshot();

  const second = await importCompanies(database.db, path);
  expect(second).toMatchObject({ read: 50, inserted: 0, updated: 0, unchanged: 50, version: 1, companies: 50 });
  expect(await snapshot()).toEqual(before);
});

test("a changed fact is written under the same id and makes a new version", async () => {
  await importCompanies(database.db, await file(many(3)));
  const before = await findCompany(database.db, "company-1.com");
  const report = await importCompanies(database.db, await file([{ domain: "company-1.com", name: "Company One" }]));
  expect(report).toMatchObject({ inserted: 0, updated: 1, version: 2, companies: 3 });
  expect(await findCompany(database.db, "company-1.com")).toMatchObject({ id: before?.id, name: "Company One" });
});

test("the newer file wins field by field, and an empty field erases nothing", async () => {
  await importCompanies(
    database.db,
    await file([
      {
        domain: "a.com",
        name: "A",
        description: "Makes gears.",
        keywords: ["gears"],
        country: "DE",
        city: "Bremen",
        employees: 10,
      },
    ]),
  );
  const update = await file([{ url: "https://www.a.com", name: "A AG", description: "", keywords: [], employees: 12 }]);
  expect(await importCompanies(database.db, update)).toMatchObject({ updated: 1 });
  expect(await findCompany(database.db, "a.com")).toMatchObject({
    name: "A AG",
    description: "Makes gears.",
    keywords: ["gears"],
    country: "DE",
    city: "Bremen",
    employees: 12,
  });
  expect(await importCompanies(database.db, update)).toMatchObject({ updated: 0, unchanged: 1 });
});

test("a company that moved to another country does not keep its old city", async () => {
  await importCompanies(
    database.db,
    await file([{ domain: "a.com", name: "A", country: "DE", city: "Bremen", state: "Bremen" }]),
  );
  await importCompanies(database.db, await file([{ domain: "a.com", name: "A", country: "France" }]));
  expect(await findCompany(database.db, "a.com")).toMatchObject({ country: "FR", city: null, state: null });
});

test("of rows with one domain the longest description is taken, and the others are counted", async () => {
  const report = await importCompanies(
    database.db,
    await file([
      { domain: "www.a.com", name: "Short", description: "Gears." },
      { domain: "shop.a.com", name: "Long", description: "Gears and pumps." },
      { url: "http://A.COM", name: "None" },
    ]),
  );
  expect(report).toMatchObject({ read: 3, inserted: 1, duplicatesInFile: 2 });
  expect(await findCompany(database.db, "a.com")).toMatchObject({ name: "Long" });
});

const KNOWN = [
  { domain: "oracle.com", name: "Oracle Corporation", country: "US", city: "Austin" },
  { domain: "pg.com", name: "Procter & Gamble", country: "US", city: "Cincinnati" },
  { domain: "skf.com", name: "SKF", country: "SE" },
  { domain: "irco.com", name: "Ingersoll Rand", country: "US" },
  { domain: "mueller.de", name: "Müller Maschinenbau GmbH & Co. KG", country: "DE" },
  { domain: "yandex.com", name: "Yandex", country: "NL" },
  { domain: "tsmc.com", name: "TSMC", country: "TW" },
  { domain: "acme.com", name: "Acme Intl Mfg", country: "US" },
  { domain: "seagate.com", name: "Seagate Technology", country: "US" },
  { domain: "gen.com", name: "Gen Digital", country: "CZ" },
  { domain: "toyota.com", name: "Toyota", country: "JP" },
  { domain: "isin.com", name: "Ferrovial", country: "ES", isin: "ES0118900010" },
];

test("a row whose name and country are both another company's is set aside, and never written over it", async () => {
  await importCompanies(database.db, await file(KNOWN));
  const before = await snapshot();
  const report = await importCompanies(
    database.db,
    await file([
      { domain: "oracle.com", name: "Oracle Financial Services Software Limited", country: "IN", city: "Mumbai" },
      { domain: "pg.com", name: "Procter & Gamble Hygiene and Health Care Limited", country: "IN", city: "Mumbai" },
      { domain: "skf.com", name: "SKF India Limited", country: "IN" },
      { domain: "irco.com", name: "Ingersoll-Rand (India) Limited", country: "IN" },
      { domain: "new.com", name: "New", country: "IN" },
    ]),
  );
  expect(report).toMatchObject({ read: 5, inserted: 1, updated: 0, duplicatesInFile: 0, setAsideCount: 4 });
  expect(report.setAside[0]).toEqual({
    line: 1,
    reason:
      'oracle.com is "Oracle Corporation" (US) in the directory; name and country are others here: "Oracle Financial Services Software Limited" (IN)',
  });
  expect(report.setAside.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  expect((await snapshot()).slice(0, before.length)).toEqual(before);
});

test.each<[string, object]>([
  [
    "another legal form and umlauts written out",
    { domain: "mueller.de", name: "Mueller Maschinenbau AG", country: "CH" },
  ],
  ["another script", { domain: "yandex.com", name: "ПАО Яндекс", country: "RU" }],
  ["initials", { domain: "tsmc.com", name: "Taiwan Semiconductor Manufacturing Co., Ltd.", country: "US" }],
  ["abbreviations", { domain: "acme.com", name: "Acme International Manufacturing, Inc.", country: "CA" }],
  ["the holding's name", { domain: "seagate.com", name: "Seagate Technology Holdings plc", country: "IE" }],
  [
    "a former name above a text that says the new one",
    { domain: "gen.com", name: "NORTONLIFELOCK", country: "US", description: "Gen Digital Inc. delivers safety." },
  ],
  ["the same country", { domain: "skf.com", name: "Svenska Kullagerfabriken", country: "Sweden" }],
  ["no country", { domain: "skf.com", name: "Svenska Kullagerfabriken" }],
  ["the same ISIN", { domain: "isin.com", name: "Cintra Infraestructuras", country: "NL", isin: "ES0118900010" }],
  [
    "a longer name beside a city of the known country",
    { domain: "toyota.com", name: "Toyota Motor Corp", country: "US", city: "Toyota" },
  ],
  ["the same city", { domain: "pg.com", name: "Gillette", country: "GB", city: "Cincinnati" }],
])("a row is the company of its domain with %s", async (_what, row) => {
  await importCompanies(database.db, await file(KNOWN));
  expect(await importCompanies(database.db, await file([row]))).toMatchObject({ updated: 1, setAsideCount: 0 });
});

test("of rows of one file with one domain, another company's is set aside, and the domain goes to whose name it is", async () => {
  const report = await importCompanies(
    database.db,
    await file([
      { domain: "dlink.com", name: "D-Link (India) Limited", country: "IN", description: "A long description of it." },
      { domain: "dlink.com", name: "D-Link Corp", country: "TW", description: "Short." },
      { domain: "dlink.com", name: "D-Link", country: "TW" },
    ]),
  );
  expect(report).toMatchObject({ inserted: 1, duplicatesInFile: 1, setAsideCount: 1 });
  expect(report.setAside[0]?.reason).toContain('dlink.com is "D-Link Corp" (TW) on line 2');
  expect(await findCompany(database.db, "dlink.com")).toMatchObject({ name: "D-Link Corp", country: "TW" });
});

test("the country of a stock exchange beside the city of the seat moves nobody", async () => {
  await importCompanies(
    database.db,
    await file([
      { domain: "danone.com", name: "Danone", country: "FR", city: "Paris" },
      { domain: "kone.com", name: "Kone", country: "FI", city: "Helsinki" },
      { domain: "halliburton.com", name: "Halliburton", country: "AE", city: "Houston" },
    ]),
  );
  const report = await importCompanies(
    database.db,
    await file([
      { domain: "danone.com", name: "Danone SA", country: "US", city: "Paris" },
      { domain: "kone.com", name: "KONE Oyj", country: "US", city: "Espoo" },
      { domain: "halliburton.com", name: "Halliburton Company", country: "US", city: "Houston" },
    ]),
  );
  expect(report).toMatchObject({ updated: 3, setAsideCount: 0 });
  expect(report.warnings).toContain('"Paris, US" of danone.com is not taken for a move: its country stays FR (line 1)');
  const placeOf = async (domain: string) => {
    const found = await findCompany(database.db, domain);
    return `${found?.name}: ${found?.city}, ${found?.country}`;
  };
  expect(await Promise.all(["danone.com", "kone.com", "halliburton.com"].map(placeOf))).toEqual([
    "Danone SA: Paris, FR",
    "KONE Oyj: Helsinki, FI",
    "Halliburton Company: Houston, US",
  ]);
});

test("every sign of a text survives", async () => {
  const labels = ['say "x"', "back\\slash", "{brace}", "a,b", "NULL", "\\N", "日本", "tab\\t"];
  const description = 'Quotes " and \\ and \\. and {} and $1, ünïcödé 🏭';
  await importCompanies(
    database.db,
    await file([{ domain: "a.com", name: "O'Neil \\ Sons", description, keywords: labels }]),
  );
  expect(await findCompany(database.db, "a.com")).toMatchObject({
    name: "O'Neil \\ Sons",
    description,
    keywords: labels,
  });
});

test("an imported company is found by full text", async () => {
  await importCompanies(
    database.db,
    await file([{ domain: "a.com", name: "A", description: "Makes gearboxes for wind turbines." }]),
  );
  const found = await database.db.query(
    "SELECT domain FROM companies WHERE search @@ to_tsquery('english', 'gearbox & turbine')",
    [],
  );
  expect(found).toEqual([{ domain: "a.com" }]);
});

test("the report keeps the first thousand bad rows and counts all of them, and each kind of warning once", async () => {
  const bad = Array.from({ length: 1500 }, (_, index) => ({ domain: "10.0.0.1", name: `Bad ${index}` }));
  const lost = Array.from({ length: 3 }, (_, index) => ({
    domain: `l${index}.com`,
    name: "Lost",
    country: "Atlantis",
    mood: "good",
  }));
  const seen: number[] = [];
  const report = await importCompanies(database.db, await file([...bad, ...lost]), {
    onSetAside: ({ line }) => seen.push(line),
  });
  expect(report).toMatchObject({ read: 1503, inserted: 3, setAsideCount: 1500 });
  expect(report.setAside).toHaveLength(1000);
  expect(report.setAside[7]).toEqual({ line: 8, reason: '"10.0.0.1" is an IP address, not a domain' });
  expect(seen).toHaveLength(1500);
  expect(report.warnings).toEqual([
    'columns that are not used: "mood"',
    'country "Atlantis" is not known: left empty (3 rows, first on line 1501)',
  ]);
});

test("a dry run counts and writes nothing", async () => {
  await importCompanies(database.db, await file(many(5)));
  const before = await snapshot();
  const report = await importCompanies(database.db, await file(many(8, "New.")), { dryRun: true });
  expect(report).toMatchObject({ dryRun: true, inserted: 3, updated: 5, unchanged: 0, version: 1, companies: 5 });
  expect(await snapshot()).toEqual(before);
});

test("an import that is aborted half way leaves the directory as it was", async () => {
  await importCompanies(database.db, await file(many(5)));
  const before = await snapshot();
  const path = await file(
    many(30_000, "A description that is long enough for several pieces of the copy."),
    "big.ndjson",
  );
  const abort = new AbortController();
  const reason = new Error("stop");
  const running = importCompanies(database.db, path, {
    signal: abort.signal,
    onProgress: ({ rows }) => {
      if (rows > 5_000) abort.abort(reason);
    },
  });
  await expect(running).rejects.toBe(reason);
  expect(await snapshot()).toEqual(before);
  expect(await importCompanies(database.db, path)).toMatchObject({ inserted: 29_995, updated: 5, version: 2 });
}, 60_000);

test("an import whose connection is lost while it writes leaves the directory as it was", async () => {
  const { db } = database;
  await importCompanies(db, await file(many(5)));
  const before = await snapshot();
  const path = await file(many(500, "Changed."));
  // A lock makes the import wait in the middle of its writing, so that it is surely there when it is killed.
  const release = await holdTable(db, "companies", "SHARE");
  const running = importCompanies(db, path).catch((error: unknown) => error);
  await db.query("SELECT pg_terminate_backend($1)", [await untilBlocked(db, "UPDATE companies")]);
  await release();
  expect(await running).toBeInstanceOf(Error);
  expect(await snapshot()).toEqual(before);
}, 60_000);

test("a file that turns out to be damaged at its end brings nothing", async () => {
  const packed = gzipSync(
    many(30_000)
      .map((row) => JSON.stringify({ ...row, description: String(Math.sin(row.name.length)) }))
      .join("\n"),
  );
  const path = await file(packed.subarray(0, packed.length - 1000), "cut.ndjson.gz");
  await expect(importCompanies(database.db, path)).rejects.toThrow("damaged or cut off");
  expect(await snapshot()).toEqual([]);
});

test("two imports at once are both taken, one after the other", async () => {
  const [a, b] = await Promise.all([
    file(many(2_000, "From a."), "a.ndjson"),
    file(many(3_000, "From b, longer."), "b.ndjson"),
  ]);
  const reports = await Promise.all([importCompanies(database.db, a), importCompanies(database.db, b)]);
  expect(reports.map(({ inserted }) => inserted).reduce((sum, count) => sum + count)).toBe(3_000);
  expect(reports.map(({ version }) => version).sort()).toEqual([1, 2]);
  expect(await directoryState(database.db)).toMatchObject({ version: 2, companies: 3_000 });
});

test("the year before, claimed certifications, a logo and pictures are taken; what is no address is left out and said", async () => {
  const path = await file(
    [
      "domain,name,employees,previousEmployees,revenueUsd,previous_revenue_usd,unverified certifications,logo-url,images",
      "a.com,A,12,10,2e6,1e6,Fairtrade;FSC,https://a.com/logo.svg,https://a.com/1.png https://a.com/2.png",
      "b.com,B,,,,,,javascript:alert(1),logo.png",
    ].join("\n"),
    "more.csv",
  );
  const report = await importCompanies(database.db, path);
  expect(report).toMatchObject({ inserted: 2, setAsideCount: 0 });
  expect(report.warnings.join("\n")).toMatch(/logoUrl "javascript:alert\(1\)" is not a web address: left out/);
  expect(report.warnings.join("\n")).toMatch(/images "logo.png" is not a web address: left out/);
  const read = () =>
    database.db.query(
      `SELECT domain, previous_employees, previous_revenue_usd, unverified_certifications, logo_url, images
       FROM companies ORDER BY domain`,
      [],
    );
  const known = {
    domain: "a.com",
    previous_employees: 10,
    previous_revenue_usd: 1e6,
    unverified_certifications: ["Fairtrade", "FSC"],
    logo_url: "https://a.com/logo.svg",
    images: ["https://a.com/1.png", "https://a.com/2.png"],
  };
  const unknown = {
    domain: "b.com",
    previous_employees: null,
    previous_revenue_usd: null,
    unverified_certifications: [],
    logo_url: null,
    images: [],
  };
  expect(await read()).toEqual([known, unknown]);

  // A file that says nothing of them erases nothing.
  await importCompanies(database.db, await file([{ domain: "a.com", name: "A AG" }]));
  expect((await read())[0]).toEqual(known);
});

test("LEIs and D-U-N-S numbers of a file are kept for runDunsMapper, by domain", async () => {
  await database.db.query("TRUNCATE identifier_mappings CASCADE", []);
  const list = (lei: string) =>
    file(`Company,Website,LEI,DUNS\nA,a.com,${lei},12-345-6789\nB,b.com,wrong,\n`, "list.csv");
  const numbers = () =>
    database.db.query(
      "SELECT scheme::text, value, domain, source, line FROM identifier_mappings ORDER BY scheme::text, value",
      [],
    );
  const report = await importCompanies(database.db, await list("529900T8BM49AURSDO55"));
  expect(report.warnings.join()).toContain('lei: "wrong" is not');
  const duns = { scheme: "duns", value: "123456789", domain: "a.com", source: "market:list.csv", line: 2 };
  expect(await numbers()).toEqual([duns, { ...duns, scheme: "lei", value: "529900T8BM49AURSDO55" }]);
  await importCompanies(database.db, await list("5493001KJTIIGC8Y1R12"));
  expect(await numbers()).toEqual([duns, { ...duns, scheme: "lei", value: "5493001KJTIIGC8Y1R12" }]);
});

test("a year of foundation that comes later is written, and is kept where a file says nothing of it", async () => {
  await importCompanies(database.db, await file([{ domain: "a.com", name: "A" }]));
  const later = await file([{ domain: "a.com", name: "A", founded: 1998 }]);
  expect(await importCompanies(database.db, later)).toMatchObject({ updated: 1 });
  const founded = () => database.db.query("SELECT founded FROM companies", []);
  expect(await founded()).toEqual([{ founded: 1998 }]);
  expect(await importCompanies(database.db, await file([{ domain: "a.com", name: "A" }]))).toMatchObject({
    unchanged: 1,
  });
  expect(await founded()).toEqual([{ founded: 1998 }]);
});
