import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importIdentifiers } from "#companies/identifiers/import-identifiers";
import { gleifCsv, sparqlResults, wikidataDump } from "./layouts.ts";
import { LEI, type Publisher, startPublisher } from "./published-sources.ts";

let publisher: Publisher;
beforeAll(async () => {
  publisher = await startPublisher();
});
afterAll(() => publisher?.stop());
beforeEach(() => publisher.reset());

describe("Wikidata", () => {
  it("adds companies by their web sites, from the dump and from the query service alike", async () => {
    const report = await publisher.sync(
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
    expect(await publisher.company("kestrel-kites.com")).toMatchObject({
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
    await publisher.sync(
      "wikidata-query",
      sparqlResults([
        { ...row, industryLabel: "sailmaking", coordinates: "Point(-4.48 48.39)" },
        { ...row, industryLabel: "textile industry" },
      ]),
    );
    expect(
      await publisher.db.query(
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
    publisher.db.query(
      `SELECT r.source, r.facts ->> 'employees' AS employees FROM source_records r JOIN companies c ON c.id = r.company_id
       WHERE c.domain = $1 ORDER BY r.id`,
      [domain],
    );

  it("leaves its earlier company the register numbers of its records and the rows with its number, in the same batch and later", async () => {
    await publisher.directory([MUMBAI]);
    const identifiers = join(publisher.dataDir, "numbers.csv");
    await writeFile(identifiers, "domain,duns\noracle.com,150483782\n");
    await importIdentifiers(publisher.db, { path: identifiers });
    const entity = { lei: LEI, name: MUMBAI.name, city: "Mumbai", country: "IN" };
    await publisher.sync("gleif", gleifCsv([entity]));
    expect(await publisher.company("oracle.com")).toMatchObject({
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
    const report = await publisher.sync("wikidata-query", sparqlResults([ofMumbai, ofOwner]));
    expect(report).toMatchObject({ joined: 2, inserted: 1 });
    expect(await publisher.company(moved)).toMatchObject({
      name: MUMBAI.name,
      country: "IN",
      employees: 8000,
      // The operator's table tells of the domain, and so of its owner.
      identifiers: [{ scheme: "LEI", value: LEI }],
    });
    expect(await publisher.company("oracle.com")).toMatchObject({
      name: "Oracle Corporation",
      country: "US",
      employees: null,
      identifiers: [],
    });
    expect(await of("oracle.com")).toHaveLength(1);
    const numbers = await publisher.db.query("SELECT DISTINCT scheme, domain FROM identifier_mappings ORDER BY 1", []);
    expect(numbers).toEqual([
      { scheme: "duns", domain: "oracle.com" },
      { scheme: "lei", domain: moved },
    ]);

    // Later rows: of the file that names the domain, and of a register.
    const file = [{ ...MUMBAI, employees: 9_000 }];
    for (let i = 0; i < 2; i++) await publisher.directory(file);
    await publisher.sync("gleif", gleifCsv([{ ...entity, postalCode: "400063" }]));
    expect(await publisher.company("oracle.com")).toMatchObject({
      name: "Oracle Corporation",
      country: "US",
      employees: null,
    });
    expect(await of("oracle.com")).toHaveLength(1);
    expect(await publisher.company(moved)).toMatchObject({ name: MUMBAI.name, employees: 9_000 });
    expect((await of(moved)).map(({ employees }) => employees)).toEqual([null, null, "8000", "9000", null]);
    const apart = await publisher.db.query("SELECT FROM source_records WHERE apart_from IS NOT NULL", []);
    expect(apart).toEqual([]);
    // The owner's own row stays with it.
    await publisher.sync("wikidata-query", sparqlResults([{ ...ofOwner, employees: "160000" }]));
    expect(await publisher.company("oracle.com")).toMatchObject({ name: "Oracle Corporation", employees: 160_000 });
  });
});
