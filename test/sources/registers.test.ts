import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findCompany } from "#companies/directory";
import { importIdentifiers } from "#companies/identifiers/import-identifiers";
import { readRecordsAnew } from "#companies/records/read-anew";
import { syncSource } from "#sources/sync-source";
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
} from "./layouts.ts";
import { ACME, LEI, PARENT_LEI, type Publisher, startPublisher } from "./published-sources.ts";

let publisher: Publisher;
beforeAll(async () => {
  publisher = await startPublisher();
});
afterAll(() => publisher?.stop());
beforeEach(() => publisher.reset());

describe("a register", () => {
  it("completes the company that its row is about, which keeps its name; the record has its licence and time", async () => {
    await publisher.directory([ACME]);
    const entities = [
      { lei: LEI, name: "ACME KITES GMBH", city: "MÜNCHEN", country: "DE", postalCode: "80331", region: "DE-BY" },
      { lei: leiOf("529900ACMEFUND"), name: "Acme Kites Fund", city: "München", country: "DE", category: "FUND" },
      { lei: leiOf("529900NOBODYIS"), name: "Nobody Here AG", city: "Berlin", country: "DE" },
      { lei: "529900NOTANUMBER0000", name: "Wrong AG", country: "DE" },
    ];
    const report = await publisher.sync(
      "gleif",
      zipOf({ "20261123-gleif-goldencopy-lei2-golden-copy.csv": gleifCsv(entities) }),
    );
    expect(report).toMatchObject({
      outcome: "read",
      position: 4,
      joined: 1,
      updated: 1,
      unmatched: 1,
      leftOut: 1,
      setAside: 1,
    });
    expect(await publisher.company("acme-kites.com")).toMatchObject({
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
    await publisher.directory([ACME, { ...ACME, domain: "borealis-sails.de", name: "Borealis Sails", city: "Kiel" }]);
    const report = await publisher.sync(
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
    const path = join(publisher.dataDir, "numbers.csv");
    await writeFile(path, `domain,lei\nacme-kites.com,${LEI}\n`);
    await importIdentifiers(publisher.db, { path });
    expect(await syncSource(publisher.reading(), "gleif", { again: true })).toMatchObject({
      sync: { joined: 1, unsure: 2 },
    });
  });

  it("joins by the numbers that another register has given: LEI, number of Companies House; and says who the parent is", async () => {
    await publisher.directory([
      { ...ACME, name: "Acme Kites", country: "GB", city: "Leeds" },
      { domain: "boreas-holding.com", name: "Boreas Holding", country: "GB", city: "York" },
    ]);
    await publisher.sync(
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
    expect(await publisher.sync("gleif-parents", gleifParentsCsv(links))).toMatchObject({ joined: 2, unmatched: 0 });
    expect(await publisher.company("acme-kites.com")).toMatchObject({ parent: { domain: "boreas-holding.com" } });
    expect(await publisher.company("boreas-holding.com")).toMatchObject({ parent: null });
    const ended = links.map((link) => ({ ...link, status: "INACTIVE" }));
    await publisher.sync("gleif-parents", gleifParentsCsv(ended));
    expect(await publisher.company("acme-kites.com")).toMatchObject({ parent: null });
  });

  it("says which company is at the top of a group: as GLEIF has it, or as the direct parents lead to it", async () => {
    const group = ["kites", "sails", "ropes", "masts", "trust"].map((name) => ({
      domain: `boreas-${name}.com`,
      name: `Boreas ${name}`,
      lei: leiOf(`529900BOREAS${name.toUpperCase()}`),
    }));
    await publisher.directory(group.map(({ domain, name }) => ({ domain, name, country: "GB", city: "York" })));
    await publisher.sync(
      "gleif",
      gleifJson(group.map(({ lei, name }) => ({ lei, name, city: "York", country: "GB" }))),
    );
    const leis = Object.fromEntries(group.map(({ domain, lei }) => [domain.slice(7, -4), lei]));
    const link = (child: string, parent: string, type = "DIRECTLY", status = "ACTIVE") => ({
      child: leis[child] ?? child,
      parent: leis[parent] ?? parent,
      type: `IS_${type}_CONSOLIDATED_BY`,
      status,
    });
    const outside = leiOf("529900NOTINHERE");
    const { key } = await publisher.system.team();
    const top = async (domain: string) => {
      const query = `{ company(identifier: "boreas-${domain}.com") { parent { domain } ultimateParent { domain } subsidiaries { domain }
        provenance(fields: [ULTIMATE_PARENT]) { value basis record { source licence } others { value basis because } } } }`;
      const { data, errors } = await publisher.system.graph(key, query);
      expect(errors).toBeUndefined();
      return (data as { company: object }).company;
    };
    const at = (name: string) => ({ domain: `boreas-${name}.com` });
    const derived = { basis: "DERIVED", value: "Boreas trust" };

    // Only direct parents are known, and the last of them has none.
    const direct = [link("kites", "sails"), link("sails", "trust")];
    await publisher.sync(
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
    await publisher.sync("gleif-parents", gleifParentsCsv([...direct, registered]));
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
    await publisher.sync("gleif-parents", gleifParentsCsv([...direct, ended]));
    expect(await top("kites")).toMatchObject({ ultimateParent: at("trust"), provenance: [{ ...derived, others: [] }] });

    // A chain takes the register's word on its way, and says nothing where it leads out of the directory.
    await publisher.sync("gleif-parents", gleifParentsCsv([...direct, ended, link("sails", "masts", "ULTIMATELY")]));
    expect(await top("kites")).toMatchObject({ ultimateParent: at("masts") });
    const leadsOut = [...direct, ended, link("sails", outside, "ULTIMATELY"), link(outside, "masts")];
    await publisher.sync("gleif-parents", gleifParentsCsv(leadsOut));
    expect(await top("kites")).toMatchObject({ ultimateParent: null, provenance: [] });
    expect(await top("sails")).toMatchObject({ ultimateParent: null, provenance: [{ value: outside }] });

    // A circle has no top.
    const stopped = link("sails", outside, "ULTIMATELY", "INACTIVE");
    await publisher.sync("gleif-parents", gleifParentsCsv([...direct, ended, stopped, link("trust", "kites")]));
    for (const name of ["kites", "sails", "trust"]) expect(await top(name)).toMatchObject({ ultimateParent: null });
  });

  it("follows direct parents through a merge, and no further than twenty", async () => {
    const firms = Array.from({ length: 25 }, (_, i) => ({
      domain: `firm-${i}.com`,
      name: `${"ABCDEFGHIJKLMNOPQRSTUVWXY"[i]}berg Works`,
      lei: leiOf(`529900FIRM${i}X`),
    }));
    await publisher.directory(firms.map(({ domain, name }) => ({ domain, name, country: "DE", city: "Kiel" })));
    await publisher.sync(
      "gleif",
      gleifJson(firms.map(({ lei, name }) => ({ lei, name, city: "Kiel", country: "DE" }))),
    );
    const chain = firms.slice(0, 24).map(({ lei }) => lei);
    await publisher.sync(
      "gleif-parents",
      gleifParentsCsv(chain.slice(1).map((parent, i) => ({ child: chain[i] ?? "", parent }))),
    );
    const platform = await publisher.system.key(null);
    const top = async (i: number) => {
      const query = `{ company(identifier: "firm-${i}.com") { ultimateParent { domain } } }`;
      const { data } = await publisher.system.graph(platform, query);
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
    expect((await publisher.system.graph(platform, merge)).errors).toBeUndefined();
    expect(await top(3)).toEqual({ ultimateParent: { domain: "firm-24.com" } });
  });

  it("gives registered offices and activities of the United Kingdom, and leaves out who is not in business", async () => {
    await publisher.directory([{ ...ACME, name: "Acme Kites", country: "GB", city: "Leeds" }]);
    const row = { "RegAddress.PostTown": "LEEDS", "RegAddress.PostCode": "LS1 4AP", CompanyStatus: "Active" };
    const report = await publisher.sync(
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
    const stored = () => publisher.db.query("SELECT city, postal_code, industries FROM companies", []);
    expect(await stored()).toEqual([known]);
    const { key } = await publisher.system.team();
    const { data } = await publisher.system.graph(
      key,
      `{ company(identifier: "${ACME.domain}") { provenance(fields: [INDUSTRIES]) { basis sentence record { source } } } }`,
    );
    expect(data?.company).toEqual({
      provenance: [{ basis: "REGISTERED", sentence: null, record: { source: "companies-house" } }],
    });
    // What rules read of the texts is read anew by later rules; what the register says stays.
    await publisher.db.query("UPDATE source_records SET read_by = 0", []);
    expect(await readRecordsAnew(publisher.db)).toBe(2);
    expect(await stored()).toEqual([known]);
  });

  it("of the SEC joins by symbol and name, then by CIK: activity, address, revenue of two years, employees", async () => {
    await publisher.directory([{ domain: "acme-chips.com", name: "Acme Chips", country: "US", symbol: "ACHP" }]);
    await publisher.sync(
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
    await publisher.sync(
      "sec-submissions",
      zipOf({ "CIK0000001234.json": secSubmissions(submissions), "CIK0000001234-submissions-001.json": "{}" }),
    );
    expect(await publisher.sync("sec-facts", secFacts(1234, "Acme Chips Corp"))).toMatchObject({ joined: 1 });
    expect(await publisher.company("acme-chips.com")).toMatchObject({
      country: "US",
      state: "California",
      city: "Santa Clara",
      employees: 5200,
      revenueUsd: 1200,
    });
    expect(await findCompany(publisher.db, "acme-chips.com")).toMatchObject({
      industries: ["Semiconductors & Related Devices"],
    });
    expect(await publisher.db.query("SELECT previous_revenue_usd AS before FROM companies", [])).toEqual([
      { before: 900 },
    ]);
  });
});
