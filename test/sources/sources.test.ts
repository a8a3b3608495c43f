import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { syncSourcesCommand } from "#cli/sync-sources";
import { findCompany } from "#companies/directory";
import { importIdentifiers } from "#companies/identifiers/import-identifiers";
import { importCompanies } from "#companies/import-companies";
import { readRecordsAnew } from "#companies/records/read-anew";
import { createFetcher, type Fetcher } from "#providers/fetching/fetcher";
import { addSource, findSource } from "#sources/manage-sources";
import { syncSource } from "#sources/sync-source";
import { emptyTables } from "../support/database.ts";
import { type LocalServer, startLocalServer } from "../support/local-server.ts";
import { marketCommand } from "../support/market.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { article, warc } from "../support/warc.ts";
import { zipOf } from "../support/zip.ts";
import {
  companiesHouseCsv,
  gleifCsv,
  gleifJson,
  gleifParentsCsv,
  leiOf,
  secFacts,
  secSubmissions,
  secTickers,
  sparqlResults,
  wikidataDump,
} from "./layouts.ts";

let system: TestSystem;
let server: LocalServer;
let fetcher: Fetcher;
let dataDir: string;
/** What the publishers have, by path. */
let published: Record<string, string | Buffer>;
let requests: { path: string; range: string | undefined; known: string | undefined }[];
/** How much of the next answer is sent before the connection breaks. */
let cutOffAfter: number | null;

beforeAll(async () => {
  server = await startLocalServer(({ url = "", headers }, response) => {
    requests.push({ path: url, range: headers.range, known: headers["if-none-match"] });
    const file = published[url];
    if (file === undefined) return void response.writeHead(404).end();
    const body = Buffer.from(file);
    const etag = `"${body.length}-${body.at(-5)}"`;
    if (headers["if-none-match"] === etag) return void response.writeHead(304).end();
    const from = headers["if-range"] === etag ? Number(/bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    const part = body.subarray(from);
    const range = from > 0 ? { "content-range": `bytes ${from}-${body.length - 1}/${body.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { etag, "content-length": part.length, ...range });
    if (cutOffAfter === null) return void response.end(part);
    response.write(part.subarray(0, cutOffAfter), () => setTimeout(() => response.destroy(), 50));
    cutOffAfter = null;
  });
  system = await startSystem({ environment: { FETCH_ALLOW: server.hostAndPort } });
  fetcher = createFetcher(system.config.fetching);
});
afterAll(async () => {
  await fetcher?.close();
  await system?.stop();
  await server?.stop();
});
beforeEach(async () => {
  await emptyTables(
    db(),
    "TRUNCATE companies, directory_state, sources, source_syncs, identifier_mappings RESTART IDENTITY CASCADE",
  );
  [published, requests, cutOffAfter, dataDir] = [{}, [], null, await temporaryFolder()];
});

const db = () => system.database.db;

async function directory(rows: object[]): Promise<void> {
  const path = join(dataDir, "directory.ndjson");
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  await importCompanies(db(), path);
}

async function sync(layout: string, file: string | Buffer, name = layout) {
  published[`/${name}`] = file;
  const known = await db().query("SELECT FROM sources WHERE name = $1", [name]);
  if (known.length === 0)
    await addSource(db(), { layout, name, url: `${server.url}/${name}` }, new Set([server.hostAndPort]));
  const { sync: done, ...report } = await syncSource({ db: db(), fetcher, dataDir }, name);
  return { ...report, ...done };
}

const ACME = {
  domain: "acme-kites.com",
  name: "Acme Kites GmbH",
  description: "Acme makes kites.",
  country: "DE",
  city: "Munich",
};
const [LEI, PARENT_LEI] = [leiOf("529900ACMEKITES"), leiOf("529900BOREASHOLD")];

const companyFields = `
  name domain country state city employees revenueUsd founded
  parent { domain } identifiers { scheme value }
  records { source kind licence fetchedAt facts }`;
const company = async (domain: string) => {
  const { key } = await system.team();
  const { data, errors } = await system.graph(key, `{ company(identifier: "${domain}") { ${companyFields} } }`);
  expect(errors).toBeUndefined();
  return data?.company;
};

describe("a register", () => {
  it("completes the company that its row is about, which keeps its name; the record has its licence and time", async () => {
    await directory([ACME]);
    const entities = [
      { lei: LEI, name: "ACME KITES GMBH", city: "MÜNCHEN", country: "DE", postalCode: "80331", region: "DE-BY" },
      { lei: leiOf("529900ACMEFUND"), name: "Acme Kites Fund", city: "München", country: "DE", category: "FUND" },
      { lei: leiOf("529900NOBODYIS"), name: "Nobody Here AG", city: "Berlin", country: "DE" },
      { lei: "529900NOTANUMBER0000", name: "Wrong AG", country: "DE" },
    ];
    const report = await sync("gleif", zipOf({ "20261123-gleif-goldencopy-lei2-golden-copy.csv": gleifCsv(entities) }));
    expect(report).toMatchObject({
      outcome: "read",
      position: 4,
      joined: 1,
      updated: 1,
      unmatched: 1,
      leftOut: 1,
      setAside: 1,
    });
    expect(await company("acme-kites.com")).toMatchObject({
      name: "Acme Kites GmbH",
      country: "DE",
      city: "Munich",
      state: "Bavaria",
      identifiers: [{ scheme: "LEI", value: LEI }],
      records: [
        {
          source: "gleif",
          kind: "REGISTER",
          licence: "CC0 1.0",
          fetchedAt: expect.any(String),
          facts: { legalName: "ACME KITES GMBH" },
        },
        { source: "market:directory.ndjson", licence: null, fetchedAt: null },
      ],
    });
  });

  it("asks a person where the name alone speaks for a company, and where two rows claim one", async () => {
    await directory([ACME, { ...ACME, domain: "borealis-sails.de", name: "Borealis Sails", city: "Kiel" }]);
    const report = await sync(
      "gleif",
      gleifCsv([
        { lei: LEI, name: "Acme Kites GmbH", city: "Rostock", country: "DE" },
        { lei: leiOf("529900BOREALIS1"), name: "Borealis Sails GmbH", city: "Kiel", country: "DE" },
        { lei: leiOf("529900BOREALIS2"), name: "Borealis Sails AG", city: "Kiel", country: "DE" },
        { lei: leiOf("529900BOREALIS3"), name: "Borealis Sails", city: "Perth", country: "AU" },
      ]),
    );
    expect(report).toMatchObject({ joined: 0, unsure: 3, unmatched: 1 });
    expect(report.notes?.[0]).toEqual({
      line: 1,
      reason: `${LEI} "Acme Kites GmbH" (Rostock, DE) may be "Acme Kites GmbH" (acme-kites.com)`,
    });
    const path = join(dataDir, "numbers.csv");
    await writeFile(path, `domain,lei\nacme-kites.com,${LEI}\n`);
    await importIdentifiers(db(), { path });
    expect(await syncSource({ db: db(), fetcher, dataDir }, "gleif", { again: true })).toMatchObject({
      sync: { joined: 1, unsure: 2 },
    });
  });

  it("joins by the numbers that another register has given: LEI, number of Companies House; and says who the parent is", async () => {
    await directory([
      { ...ACME, name: "Acme Kites", country: "GB", city: "Leeds" },
      { domain: "boreas-holding.com", name: "Boreas Holding", country: "GB", city: "York" },
    ]);
    await sync(
      "gleif",
      gleifJson([
        { lei: LEI, name: "Acme Kites Ltd", city: "LEEDS", country: "GB" },
        { lei: PARENT_LEI, name: "Boreas Holding PLC", city: "York", country: "GB" },
      ]),
    );
    const links = [
      { child: LEI, parent: PARENT_LEI },
      { child: PARENT_LEI, parent: leiOf("529900UNKNOWN") },
    ];
    expect(await sync("gleif-parents", gleifParentsCsv(links))).toMatchObject({ joined: 2, unmatched: 0 });
    expect(await company("acme-kites.com")).toMatchObject({ parent: { domain: "boreas-holding.com" } });
    expect(await company("boreas-holding.com")).toMatchObject({ parent: null });
    const ended = links.map((link) => ({ ...link, status: "INACTIVE" }));
    await sync("gleif-parents", gleifParentsCsv(ended));
    expect(await company("acme-kites.com")).toMatchObject({ parent: null });
  });

  it("says which company is at the top of a group: as GLEIF has it, or as the direct parents lead to it", async () => {
    const group = ["kites", "sails", "ropes", "masts", "trust"].map((name) => ({
      domain: `boreas-${name}.com`,
      name: `Boreas ${name}`,
      lei: leiOf(`529900BOREAS${name.toUpperCase()}`),
    }));
    await directory(group.map(({ domain, name }) => ({ domain, name, country: "GB", city: "York" })));
    await sync("gleif", gleifJson(group.map(({ lei, name }) => ({ lei, name, city: "York", country: "GB" }))));
    const leis = Object.fromEntries(group.map(({ domain, lei }) => [domain.slice(7, -4), lei]));
    const link = (child: string, parent: string, type = "DIRECTLY", status = "ACTIVE") => ({
      child: leis[child] ?? child,
      parent: leis[parent] ?? parent,
      type: `IS_${type}_CONSOLIDATED_BY`,
      status,
    });
    const outside = leiOf("529900NOTINHERE");
    const { key } = await system.team();
    const top = async (domain: string) => {
      const query = `{ company(identifier: "boreas-${domain}.com") { parent { domain } ultimateParent { domain } subsidiaries { domain }
        provenance(fields: [ULTIMATE_PARENT]) { value basis record { source licence } others { value basis because } } } }`;
      const { data, errors } = await system.graph(key, query);
      expect(errors).toBeUndefined();
      return (data as { company: object }).company;
    };
    const at = (name: string) => ({ domain: `boreas-${name}.com` });
    const derived = { basis: "DERIVED", value: "Boreas trust" };

    // Only direct parents are known, and the last of them has none.
    const direct = [link("kites", "sails"), link("sails", "trust")];
    await sync(
      "gleif-parents",
      gleifParentsCsv([...direct, { ...link("kites", "trust"), type: "IS_FUND-MANAGED_BY" }]),
    );
    expect(await top("kites")).toEqual({
      parent: at("sails"),
      ultimateParent: at("trust"),
      subsidiaries: [],
      provenance: [{ ...derived, record: { source: "gleif-parents", licence: "CC0 1.0" }, others: [] }],
    });
    expect(await top("trust")).toMatchObject({ ultimateParent: null, subsidiaries: [at("sails")], provenance: [] });

    // What GLEIF has counts, and is no parent; what the direct parents lead to stays to be seen.
    const registered = link("kites", "ropes", "ULTIMATELY");
    await sync("gleif-parents", gleifParentsCsv([...direct, registered]));
    expect(await top("kites")).toEqual({
      parent: at("sails"),
      ultimateParent: at("ropes"),
      subsidiaries: [],
      provenance: [
        {
          value: leis.ropes,
          basis: "REGISTERED",
          record: { source: "gleif-parents", licence: "CC0 1.0" },
          others: [{ ...derived, because: null }],
        },
      ],
    });
    expect(await top("ropes")).toMatchObject({ subsidiaries: [], ultimateParent: null });
    const ended = link("kites", "ropes", "ULTIMATELY", "INACTIVE");
    await sync("gleif-parents", gleifParentsCsv([...direct, ended]));
    expect(await top("kites")).toMatchObject({ ultimateParent: at("trust"), provenance: [{ ...derived, others: [] }] });

    // A chain takes the register's word on its way, and says nothing where it leads out of the directory.
    await sync("gleif-parents", gleifParentsCsv([...direct, ended, link("sails", "masts", "ULTIMATELY")]));
    expect(await top("kites")).toMatchObject({ ultimateParent: at("masts") });
    const leadsOut = [...direct, ended, link("sails", outside, "ULTIMATELY"), link(outside, "masts")];
    await sync("gleif-parents", gleifParentsCsv(leadsOut));
    expect(await top("kites")).toMatchObject({ ultimateParent: null, provenance: [] });
    expect(await top("sails")).toMatchObject({ ultimateParent: null, provenance: [{ value: outside }] });

    // A circle has no top.
    const stopped = link("sails", outside, "ULTIMATELY", "INACTIVE");
    await sync("gleif-parents", gleifParentsCsv([...direct, ended, stopped, link("trust", "kites")]));
    for (const name of ["kites", "sails", "trust"]) expect(await top(name)).toMatchObject({ ultimateParent: null });
  });

  it("follows direct parents through a merge, and no further than twenty", async () => {
    const firms = Array.from({ length: 25 }, (_, i) => ({
      domain: `firm-${i}.com`,
      name: `${"ABCDEFGHIJKLMNOPQRSTUVWXY"[i]}berg Works`,
      lei: leiOf(`529900FIRM${i}X`),
    }));
    await directory(firms.map(({ domain, name }) => ({ domain, name, country: "DE", city: "Kiel" })));
    await sync("gleif", gleifJson(firms.map(({ lei, name }) => ({ lei, name, city: "Kiel", country: "DE" }))));
    const chain = firms.slice(0, 24).map(({ lei }) => lei);
    await sync(
      "gleif-parents",
      gleifParentsCsv(chain.slice(1).map((parent, i) => ({ child: chain[i] ?? "", parent }))),
    );
    const platform = await system.key(null);
    const top = async (i: number) => {
      const query = `{ company(identifier: "firm-${i}.com") { ultimateParent { domain } } }`;
      const { data } = await system.graph(platform, query);
      return data?.company;
    };
    const last = { ultimateParent: { domain: "firm-23.com" } };
    expect([await top(2), await top(3), await top(22), await top(23)]).toEqual([
      { ultimateParent: null },
      last,
      last,
      { ultimateParent: null },
    ]);
    const merge = `mutation { mergeCompanies(company: "firm-23.com", into: "firm-24.com", reason: "one") { domain } }`;
    expect((await system.graph(platform, merge)).errors).toBeUndefined();
    expect(await top(3)).toEqual({ ultimateParent: { domain: "firm-24.com" } });
  });

  it("gives registered offices and activities of the United Kingdom, and leaves out who is not in business", async () => {
    await directory([{ ...ACME, name: "Acme Kites", country: "GB", city: "Leeds" }]);
    const row = { "RegAddress.PostTown": "LEEDS", "RegAddress.PostCode": "LS1 4AP", CompanyStatus: "Active" };
    const report = await sync(
      "companies-house",
      zipOf({
        "BasicCompanyDataAsOneFile-2026-11-01.csv": companiesHouseCsv([
          {
            ...row,
            CompanyName: "ACME KITES LIMITED",
            CompanyNumber: "01234567",
            "SICCode.SicText_1": "32300 - Manufacture of sports goods",
          },
          { ...row, CompanyName: "ACME KITES LIMITED", CompanyNumber: "00000001", CompanyStatus: "Liquidation" },
        ]),
      }),
    );
    expect(report).toMatchObject({ joined: 1, leftOut: 1 });
    const known = { city: "Leeds", postal_code: "LS1 4AP", industries: ["Manufacture of sports goods"] };
    const stored = () => db().query("SELECT city, postal_code, industries FROM companies", []);
    expect(await stored()).toEqual([known]);
    const { key } = await system.team();
    const { data } = await system.graph(
      key,
      `{ company(identifier: "${ACME.domain}") { provenance(fields: [INDUSTRIES]) { basis sentence record { source } } } }`,
    );
    expect(data?.company).toEqual({
      provenance: [{ basis: "REGISTERED", sentence: null, record: { source: "companies-house" } }],
    });
    // What rules read of the texts is read anew by later rules; what the register says stays.
    await db().query("UPDATE source_records SET read_by = 0", []);
    expect(await readRecordsAnew(db())).toBe(2);
    expect(await stored()).toEqual([known]);
  });

  it("of the SEC joins by symbol and name, then by CIK: activity, address, revenue of two years, employees", async () => {
    await directory([{ domain: "acme-chips.com", name: "Acme Chips", country: "US", symbol: "ACHP" }]);
    await sync(
      "sec-tickers",
      secTickers([
        [1234, "ACME CHIPS CORP", "ACHP", "Nasdaq"],
        [99, "Other Corp", "OTHR", "NYSE"],
      ]),
    );
    const submissions = {
      cik: "0000001234",
      name: "ACME CHIPS CORP /DE/",
      tickers: ["ACHP"],
      city: "SANTA CLARA",
      state: "CA",
    };
    await sync(
      "sec-submissions",
      zipOf({ "CIK0000001234.json": secSubmissions(submissions), "CIK0000001234-submissions-001.json": "{}" }),
    );
    expect(await sync("sec-facts", secFacts(1234, "Acme Chips Corp"))).toMatchObject({ joined: 1 });
    expect(await company("acme-chips.com")).toMatchObject({
      country: "US",
      state: "California",
      city: "Santa Clara",
      employees: 5200,
      revenueUsd: 1200,
    });
    expect(await findCompany(db(), "acme-chips.com")).toMatchObject({
      industries: ["Semiconductors & Related Devices"],
    });
    expect(await db().query("SELECT previous_revenue_usd AS before FROM companies", [])).toEqual([{ before: 900 }]);
  });
});

describe("Wikidata", () => {
  it("adds companies by their web sites, from the dump and from the query service alike", async () => {
    const report = await sync(
      "wikidata-dump",
      wikidataDump([
        {
          id: "Q100",
          name: "Kestrel Kites",
          website: "https://www.kestrel-kites.com/",
          lei: LEI,
          parent: "Q200",
          employees: 120,
          founded: "1994",
        },
        { id: "Q200", name: "Boreas", website: "https://boreas.example.org" },
        { id: "Q300", name: "A Person", website: "https://person.com", isPerson: true },
        { id: "Q400", name: "No Site" },
      ]),
    );
    expect(report).toMatchObject({ joined: 2, inserted: 2 });
    expect(await company("kestrel-kites.com")).toMatchObject({
      country: "DE",
      employees: 120,
      founded: 1994,
      identifiers: [{ scheme: "LEI", value: LEI }],
      parent: { domain: "example.org" },
    });
    const item = "http://www.wikidata.org/entity/Q500";
    const row = {
      item,
      itemLabel: "Petrel Sails",
      website: "https://petrel-sails.com",
      countryCode: "FR",
      cityLabel: "Brest",
    };
    await sync(
      "wikidata-query",
      sparqlResults([
        { ...row, industryLabel: "sailmaking", coordinates: "Point(-4.48 48.39)" },
        { ...row, industryLabel: "textile industry" },
      ]),
    );
    expect(
      await db().query(
        "SELECT industries, latitude, longitude, country FROM companies WHERE domain = 'petrel-sails.com'",
        [],
      ),
    ).toEqual([{ industries: ["sailmaking", "textile industry"], latitude: 48.39, longitude: -4.48, country: "FR" }]);
  });
});

describe("a domain that changes hands", () => {
  const MUMBAI = {
    domain: "oracle.com",
    name: "Oracle Financial Services Software Limited",
    country: "IN",
    city: "Mumbai",
    lei: LEI,
  };
  const moved = "company-1.invalid";
  const of = async (domain: string) =>
    db().query(
      `SELECT r.source, r.facts ->> 'employees' AS employees FROM source_records r JOIN companies c ON c.id = r.company_id
       WHERE c.domain = $1 ORDER BY r.id`,
      [domain],
    );

  it("leaves its earlier company the register numbers of its records and the rows with its number, in the same batch and later", async () => {
    await directory([MUMBAI]);
    const identifiers = join(dataDir, "numbers.csv");
    await writeFile(identifiers, "domain,duns\noracle.com,150483782\n");
    await importIdentifiers(db(), { path: identifiers });
    const entity = { lei: LEI, name: MUMBAI.name, city: "Mumbai", country: "IN" };
    await sync("gleif", gleifCsv([entity]));
    expect(await company("oracle.com")).toMatchObject({
      identifiers: [
        { scheme: "DUNS", value: "150483782" },
        { scheme: "LEI", value: LEI },
      ],
    });

    // The first row names no site; its LEI joins it to the company that gives its domain up to the second row.
    const ofMumbai = { item: "http://www.wikidata.org/entity/Q1", itemLabel: MUMBAI.name, lei: LEI, employees: "8000" };
    const ofOwner = {
      item: "http://www.wikidata.org/entity/Q2",
      itemLabel: "Oracle Corporation",
      website: "https://www.oracle.com",
      countryCode: "US",
      cityLabel: "Austin",
    };
    const report = await sync("wikidata-query", sparqlResults([ofMumbai, ofOwner]));
    expect(report).toMatchObject({ joined: 2, inserted: 1 });
    expect(await company(moved)).toMatchObject({
      name: MUMBAI.name,
      country: "IN",
      employees: 8000,
      // The operator's table tells of the domain, and so of its owner.
      identifiers: [{ scheme: "LEI", value: LEI }],
    });
    expect(await company("oracle.com")).toMatchObject({
      name: "Oracle Corporation",
      country: "US",
      employees: null,
      identifiers: [],
    });
    expect(await of("oracle.com")).toHaveLength(1);
    const numbers = await db().query("SELECT DISTINCT scheme, domain FROM identifier_mappings ORDER BY 1", []);
    expect(numbers).toEqual([
      { scheme: "duns", domain: "oracle.com" },
      { scheme: "lei", domain: moved },
    ]);

    // Later rows: of the file that names the domain, and of a register.
    const file = [{ ...MUMBAI, employees: 9_000 }];
    for (let i = 0; i < 2; i++) await directory(file);
    await sync("gleif", gleifCsv([{ ...entity, postalCode: "400063" }]));
    expect(await company("oracle.com")).toMatchObject({ name: "Oracle Corporation", country: "US", employees: null });
    expect(await of("oracle.com")).toHaveLength(1);
    expect(await company(moved)).toMatchObject({ name: MUMBAI.name, employees: 9_000 });
    expect((await of(moved)).map(({ employees }) => employees)).toEqual([null, null, "8000", "9000", null]);
    const apart = await db().query("SELECT FROM source_records WHERE apart_from IS NOT NULL", []);
    expect(apart).toEqual([]);
    // The owner's own row stays with it.
    await sync("wikidata-query", sparqlResults([{ ...ofOwner, employees: "160000" }]));
    expect(await company("oracle.com")).toMatchObject({ name: "Oracle Corporation", employees: 160_000 });
  });
});

describe("a sync", () => {
  const many = Array.from({ length: 2_300 }, (_, i) => ({
    id: `Q${i + 1}`,
    name: `Firm ${i} ${"x".repeat(i % 3)}`,
    website: `https://firm-${i % 2_200}.com`,
    employees: i + 1,
  }));
  /** All that a sync leaves, without ids and clocks. */
  const left = async () => ({
    companies: await db().query(
      "SELECT domain, name, employees, content_hash, source FROM companies ORDER BY domain",
      [],
    ),
    records: await db().query(
      "SELECT domain, ref, line, facts, keys, digest, sync_id, apart_from IS NULL AS own FROM source_records ORDER BY domain, ref",
      [],
    ),
    sync: await db().query("SELECT position, joined, inserted, updated, set_aside, notes, error FROM source_syncs", []),
  });

  it("that is cut off in the file and in the middle of its rows goes on there, and leaves what one leaves that is not", async () => {
    await sync("wikidata-dump", wikidataDump(many));
    const whole = await left();
    await emptyTables(db(), "TRUNCATE companies, directory_state, sources, source_syncs RESTART IDENTITY CASCADE");
    dataDir = await temporaryFolder();
    requests = [];
    cutOffAfter = 200_000;
    const interrupt = new AbortController();
    await addSource(
      db(),
      { layout: "wikidata-dump", url: `${server.url}/wikidata-dump` },
      new Set([server.hostAndPort]),
    );
    const cut = syncSource({ db: db(), fetcher, dataDir }, "wikidata-dump", {
      signal: interrupt.signal,
      onProgress: ({ rows }) => rows > 0 && interrupt.abort(new Error("killed")),
    });
    await expect(cut).rejects.toThrow("killed");
    expect((await findSource(db(), "wikidata-dump")).lastSync).toMatchObject({ position: 1_000, endedAt: null });
    expect(await sync("wikidata-dump", wikidataDump(many))).toMatchObject({ outcome: "read", position: 2_302 });
    expect(await left()).toEqual(whole);
    // The second request asked for the rest; the sync that went on asked for nothing.
    expect(requests.map(({ range }) => range)).toEqual([undefined, "bytes=200000-"]);
  });

  it("reads nothing where neither the file nor the directory has changed, and adds no record where only the directory has", async () => {
    await directory([ACME]);
    const file = gleifCsv([
      { lei: LEI, name: "Acme Kites", city: "Munich", country: "DE" },
      { lei: PARENT_LEI, name: "Boreas Holding", city: "York", country: "GB" },
    ]);
    await sync("gleif", file);
    expect(await sync("gleif", file)).toMatchObject({ outcome: "notModified" });
    await directory([{ domain: "boreas-holding.com", name: "Boreas Holding", country: "GB", city: "York" }]);
    expect(await sync("gleif", file)).toMatchObject({ outcome: "read", joined: 2, updated: 0 });
    expect(requests.map(({ known }) => known !== undefined)).toEqual([false, true, true]);
    expect(await db().query("SELECT ref FROM source_records WHERE source = 'gleif' ORDER BY id", [])).toEqual([
      { ref: LEI },
      { ref: PARENT_LEI },
    ]);
  });

  it("of Companies House reads the newest month that the publisher has, and never goes back", async () => {
    await directory([{ ...ACME, name: "Acme Kites", country: "GB", city: "Leeds" }]);
    const now = new Date();
    const [present = "", last = "", before = ""] = [0, 1, 2].map((back) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7);
      return `/BasicCompanyDataAsOneFile-${month}-01.zip`;
    });
    const file = (postalCode: string) =>
      zipOf({
        "BasicCompanyData.csv": companiesHouseCsv([
          {
            CompanyName: "ACME KITES LIMITED",
            CompanyNumber: "01234567",
            CompanyStatus: "Active",
            "RegAddress.PostTown": "LEEDS",
            "RegAddress.PostCode": postalCode,
          },
        ]),
      });
    const market = async (...args: string[]) => {
      const env = {
        DATABASE_URL: system.database.url,
        DATA_DIR: dataDir,
        FETCH_ALLOW: server.hostAndPort,
        NODE_ENV: "test",
      };
      const asked = requests.length;
      const { stdout, stderr } = await marketCommand(["sources", ...args], env);
      return { said: stdout + stderr, asked: requests.slice(asked).map(({ path }) => path) };
    };
    const postalCode = async () => (await db().query("SELECT postal_code AS code FROM companies", []))[0];
    await market("add", "companies-house");
    expect((await findSource(db(), "companies-house")).url).toContain("BasicCompanyDataAsOneFile-YYYY-MM-01.zip");
    await market("remove", "companies-house");
    const url = `${server.url}/BasicCompanyDataAsOneFile-YYYY-MM-01.zip`;
    await market("add", "companies-house", "--url", url);

    published[last] = file("LS1 4AP");
    published[before] = file("LS9 9ZZ");
    expect((await market("sync", "companies-house")).asked).toEqual([present, last]);
    expect(await postalCode()).toEqual({ code: "LS1 4AP" });
    const again = await market("sync", "companies-house");
    expect(again).toMatchObject({ said: expect.stringContaining("not modified"), asked: [present, last] });

    published[present] = file("LS2 7EW");
    expect((await market("sync", "companies-house")).asked).toEqual([present]);
    expect(await postalCode()).toEqual({ code: "LS2 7EW" });
    delete published[present];
    const gone = await market("sync", "companies-house");
    expect(gone).toMatchObject({ said: expect.stringContaining("status 404"), asked: [present] });
    expect(await postalCode()).toEqual({ code: "LS2 7EW" });
  });

  it("that fails says why, and is tried again", async () => {
    const report = await sync("gleif", "LEI,Name\n1,2\n");
    expect(report).toMatchObject({ outcome: "failed", result: expect.stringContaining("missing: Entity.LegalName") });
    delete published["/gleif"];
    const again = await syncSource({ db: db(), fetcher, dataDir }, "gleif");
    expect(again.result).toContain("answered with the status 404");
    const { failures, nextSyncAt } = await findSource(db(), "gleif");
    expect(failures).toBe(2);
    expect(((nextSyncAt?.getTime() ?? 0) - Date.now()) / 3_600_000).toBeCloseTo(2, 1);
  });

  it("reads a file of the publisher's that is at hand, and a directory in an ordinary layout", async () => {
    await addSource(
      db(),
      { layout: "companies", name: "house", url: "https://example.com/x.csv", licence: "own", everyHours: 0 },
      new Set(),
    );
    const file = join(dataDir, "house.csv");
    await writeFile(file, "Company,Website,Country\nAcme,acme.com,DE\n");
    const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
    const code = await syncSourcesCommand("house", { file, json: true }, system.config, (work) => work(db()));
    const [printed] = write.mock.calls.map(([text]) => String(text));
    write.mockRestore();
    expect(code).toBe(0);
    expect(JSON.parse(printed ?? "")).toMatchObject([
      { outcome: "read", sync: { position: 1, inserted: 1, url: "house.csv", licence: "own" } },
    ]);
  });
});

describe("sources", () => {
  it("are the platform's: a team's key sees none and changes none, and inner addresses are refused", async () => {
    await addSource(
      db(),
      { layout: "gleif", url: `${server.url}/private?token=secret` },
      new Set([server.hostAndPort]),
    );
    const { key } = await system.team();
    const platform = await system.key(null);
    const SOURCES = "{ sources { name layout licence url failures lastSync { rows error } } }";
    expect(await system.graph(key, SOURCES)).toMatchObject({
      data: null,
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
    for (const mutation of [
      'addSource(layout: "gleif", name: "mine")',
      'syncSource(name: "gleif")',
      'removeSource(name: "gleif")',
    ])
      expect(await system.graph(key, `mutation { ${mutation} { name } }`)).toMatchObject({
        errors: [{ extensions: { code: "FORBIDDEN" } }],
      });
    expect((await system.graph(platform, SOURCES)).data).toMatchObject({
      sources: [{ name: "gleif", layout: "gleif", licence: "CC0 1.0", failures: 0, lastSync: null }],
    });
    const inner = await system.graph(
      platform,
      'mutation { addSource(layout: "gleif", name: "inner", url: "http://169.254.169.254/x") { name } }',
    );
    expect(inner.errors?.[0]).toMatchObject({ message: expect.stringContaining("not on the public Internet") });
  });
});

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
    published[`/lists/${month}/warc.paths.gz`] = gzipSync(`${paths.join("\n")}\n`);
    for (const [day, body] of Object.entries(files)) published[`/${file(month, day)}`] = body;
  };
  const titles = async (table: "news_items" | "observations") =>
    (await db().query<{ title: string }>(`SELECT title FROM ${table} ORDER BY id`)).map(({ title }) => title);
  const read = async (options: { signal?: AbortSignal; again?: boolean } = {}) => {
    const { sync: done, ...report } = await syncSource({ db: db(), fetcher, dataDir }, "common-crawl-news", options);
    return { ...report, ...done };
  };

  beforeEach(async () => {
    await emptyTables(db(), "TRUNCATE news_items, observations, article_archives RESTART IDENTITY CASCADE");
    const url = `${server.url}/lists/YYYY/MM/warc.paths.gz`;
    await addSource(db(), { layout: "common-crawl-news", url }, new Set([server.hostAndPort]));
  });

  it("is read from its newest file on, one a sync, across months, each article as news and as an observation", async () => {
    publish(before, { "27": warc([page("first")], "1"), "28": warc([page("second")], "2") });
    expect(await read()).toMatchObject({
      outcome: "read",
      result: "1 articles: 1 new",
      url: `${server.url}/${file(before, "28")}`,
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
    const left = (await readdir(join(dataDir, "sources"), { recursive: true })).filter((name) => /file/.test(name));
    expect(left).toEqual([]);
    expect(await read({ again: true })).toMatchObject({ outcome: "read", inserted: 0, updated: 0, position: 1 });
  });

  it("that is interrupted goes on in the same file, on another machine too", async () => {
    const pages = Array.from({ length: 1_500 }, (_, i) => page(`page ${i}`));
    publish(present, { "01": warc(pages, "5") });
    const stopping = new AbortController();
    const syncing = syncSource({ db: db(), fetcher, dataDir }, "common-crawl-news", {
      signal: stopping.signal,
      onProgress: ({ rows }) => {
        if (rows > 1_000) stopping.abort(new Error("stopped"));
      },
    });
    await expect(syncing).rejects.toThrow("stopped");
    expect((await titles("news_items")).length).toBe(1_000);
    publish(present, { "01": warc(pages, "5"), "02": warc([page("later")], "6") });
    dataDir = await temporaryFolder();
    expect(await read()).toMatchObject({ outcome: "read", url: `${server.url}/${file(present, "01")}`, inserted: 500 });
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
