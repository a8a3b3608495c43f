import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { directoryState, findCompany } from "#companies/directory";
import { linkParents } from "#companies/identity/link-parents";
import { mergeCompanies, splitCompany } from "#companies/identity/merge-companies";
import { importCompanies } from "#companies/import-companies";
import { companyLocations } from "#companies/look-up";
import { FACT_FIELDS, provenanceOf } from "#companies/records/provenance";
import { readRecordsAnew } from "#companies/records/read-anew";
import { recordsApart, recordsOfCompanies } from "#companies/records/read-records";
import type { SourceKind } from "#companies/records/source-kind";
import { storedCompanies } from "#companies/stored-company";
import { emptyTables } from "../support/database.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  [system, folder] = await Promise.all([startSystem(), temporaryFolder()]);
});
afterAll(() => system?.stop());
beforeEach(async () => {
  await emptyTables(db(), "TRUNCATE companies, directory_state RESTART IDENTITY CASCADE");
});

const db = () => system.database.db;

async function load(rows: object[], name = "companies", kind: SourceKind = "directory") {
  const path = join(folder, `${name}.ndjson`);
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return importCompanies(db(), path, { kind });
}

const idOf = async (domain: string) => (await findCompany(db(), domain))?.id ?? 0;
const recordsAt = async (domain: string) => recordsOfCompanies(db()).load(await idOf(domain));

describe("records", () => {
  it("are kept as they came, cells that nothing reads included, and a repeat adds none", async () => {
    const row = {
      Company: "Acme  AG",
      Website: "https://www.acme.com/en",
      Phone: "+49 1",
      Ticker: "ACM",
      Note: "\u0000",
    };
    expect(await load([row])).toMatchObject({ inserted: 1 });
    expect(await load([row])).toMatchObject({ unchanged: 1, version: 1 });
    expect(await recordsAt("acme.com")).toMatchObject([
      {
        domain: "acme.com",
        source: "market:companies.ndjson",
        kind: "directory",
        line: 1,
        given: { ...row, Note: "" },
        facts: { name: "Acme AG", url: "https://www.acme.com/en" },
      },
    ]);
  });

  it("are never written over: a value that comes back is a record again, and the newest", async () => {
    for (const name of ["Acme", "Acme Group", "Acme"]) await load([{ domain: "acme.com", name }]);
    expect((await recordsAt("acme.com")).map(({ facts }) => facts.name)).toEqual(["Acme", "Acme Group", "Acme"]);
    expect(await findCompany(db(), "acme.com")).toMatchObject({ name: "Acme" });
  });

  it("count by kind before they count by age, field by field, in whatever order they come", async () => {
    const said = [
      ["sample", { name: "Acme", city: "Bremen", country: "DE", employees: 9, keywords: ["gears"] }],
      ["directory", { name: "Acme AG", country: "DE", employees: 10 }],
      ["register", { name: "Acme Aktiengesellschaft" }],
    ] as const;
    for (const order of [said, [...said].reverse()]) {
      await emptyTables(db(), "TRUNCATE companies, directory_state CASCADE");
      for (const [kind, facts] of order) await load([{ domain: "acme.com", ...facts }], kind, kind);
      expect(await findCompany(db(), "acme.com")).toMatchObject({
        name: "Acme Aktiengesellschaft",
        city: "Bremen",
        country: "DE",
        employees: 10,
        keywords: ["gears"],
      });
    }
  });

  const oracle = { domain: "oracle.com", name: "Oracle Corporation", country: "US", city: "Austin" };
  const mumbai = {
    domain: "oracle.com",
    name: "Oracle Financial Services Software Limited",
    country: "IN",
    city: "Mumbai",
  };

  it("of another company at the domain are kept apart", async () => {
    for (const [i, row] of [oracle, mumbai].entries()) await load([row], `file-${i}`);
    const company = await findCompany(db(), "oracle.com");
    expect(company).toMatchObject({ name: "Oracle Corporation", country: "US", city: "Austin" });
    const apart = await recordsApart(db()).load(company?.id ?? 0);
    expect(apart).toMatchObject([{ companyId: null, apartFrom: company?.id, facts: { city: "Mumbai" } }]);
    // Both files again: nothing changes.
    const { version } = await directoryState(db());
    for (const [i, row] of [oracle, mumbai].entries())
      expect(await load([row], `file-${i}`)).toMatchObject({ inserted: 0, updated: 0, version });
  });

  it("of the company that a domain is named after make a new company, and an id that was given out stays the other's", async () => {
    const env = { DATABASE_URL: system.database.url, DATA_DIR: system.config.dataDir, NODE_ENV: "test" };
    const market = async (row: object, name: string, ...more: string[]) => {
      const path = join(folder, `${name}.ndjson`);
      await writeFile(path, `${JSON.stringify(row)}\n`);
      const { code, stdout, stderr } = await marketCommand(["import", "companies", path, ...more], env);
      expect([code, stderr]).toEqual([0, ""]);
      return stdout;
    };
    await market(mumbai, "first");
    const id = await idOf("oracle.com");
    await load([{ ...mumbai, name: "Oracle Partners GmbH", country: "DE", city: "Kiel" }], "third");
    await seedCompany(db(), "acme.com", { name: "Acme" });
    await mergeCompanies(db(), { company: "acme.com", into: String(id) }, { by: "operator", reason: "one" });
    const { teamId, key } = await system.team();
    const marketId = await seedMarket(db(), teamId, [id]);

    expect(await market(oracle, "second", "--dry-run")).toContain("would be inserted 1 · would be updated 0");
    expect(await idOf("oracle.com")).toBe(id);
    const report = await market(oracle, "second");
    expect(report).toContain("inserted 1 · updated 0 · unchanged 0");
    expect(report).toContain(`keeps its id ${id}: the domain is this row's name`);

    const FIELDS = "companyId name domain city recordsApart { facts } records { facts }";
    const read = async (identifier: number | string) =>
      (await system.graph(key, `{ company(identifier: "${identifier}") { ${FIELDS} } }`)).data?.company;
    const kept = { name: mumbai.name, domain: `company-${id}.invalid`, city: "Mumbai", recordsApart: [] };
    for (const identifier of [id, kept.domain, "acme.com"]) expect(await read(identifier)).toMatchObject(kept);
    expect(await read("oracle.com")).toMatchObject({
      name: "Oracle Corporation",
      city: "Austin",
      records: [{ facts: { name: "Oracle Corporation" } }],
      recordsApart: [{ facts: { city: "Kiel" } }],
    });
    const { data } = await system.graph(
      key,
      `{ market(marketId: ${marketId}) { companies { edges { node { name } } } } }`,
    );
    expect(data?.market).toEqual({ companies: { edges: [{ node: { name: mumbai.name } }] } });
    await expect(
      splitCompany(
        db(),
        { company: "oracle.com", recordIds: [1], domain: "company-99.invalid" },
        { by: "operator", reason: "own" },
      ),
    ).rejects.toThrow("not a registrable domain");

    // The files again: nothing changes.
    const { version } = await directoryState(db());
    for (const [name, row] of [
      ["first", mumbai],
      ["second", oracle],
    ] as const)
      expect(await load([row], name)).toMatchObject({ inserted: 0, updated: 0, version });
    expect(await read(id)).toMatchObject(kept);
    expect(await read(1)).toMatchObject(kept);
  });

  it("with the country of a stock exchange keep it, and it does not count", async () => {
    await load([{ domain: "danone.com", name: "Danone", country: "FR", city: "Paris" }], "sample", "sample");
    await load([{ domain: "danone.com", name: "Danone SA", country: "US", city: "Paris", postalCode: "75009" }]);
    expect(await findCompany(db(), "danone.com")).toMatchObject({ name: "Danone SA", country: "FR", city: "Paris" });
    const [country] = provenanceOf(await recordsAt("danone.com"), ["country"]);
    expect(country).toMatchObject({
      value: "FR",
      record: { source: "market:sample.ndjson" },
      others: [{ value: "US", because: "passedOver", record: { source: "market:companies.ndjson" } }],
    });
  });

  it("with a third company's name above a text about this one keep it, and it does not count; an ISIN tells another company in the same country", async () => {
    const box = { domain: "box.com", name: "Box", country: "US", city: "Redwood City" };
    const rubis = { domain: "rubis.fr", name: "Rubis SCA", country: "FR", isin: "FR0013269123" };
    await load([box, rubis], "first");
    const description = "Box, Inc. provides a platform for content.";
    const report = await load([
      { ...box, name: "Dropbox, Inc.", description },
      { ...rubis, name: "Aurubis AG", city: "Paris", isin: "DE0006766504" },
    ]);
    expect(report.setAside).toMatchObject([{ line: 2 }]);
    expect(await findCompany(db(), "box.com")).toMatchObject({ name: "Box", description });
    expect(provenanceOf(await recordsAt("box.com"), ["name"])).toMatchObject([
      { value: "Box", others: [{ value: "Dropbox, Inc.", because: "passedOver" }] },
    ]);
    expect(await findCompany(db(), "rubis.fr")).toMatchObject({ name: "Rubis SCA", city: null });
    // A new name in the same country is the company's.
    await load([{ domain: "box.com", name: "Boxing Day", country: "US" }], "third");
    expect(await findCompany(db(), "box.com")).toMatchObject({ name: "Boxing Day" });
  });

  it("are read for what their descriptions state and their cities imply, each with the sentence; a column goes before it", async () => {
    const description =
      "Acme Gears Co., Ltd. makes gears under the Spin, Whirl, and Twist brand names. It employs about 2,300 people and is ISO 9001 certified. " +
      "Its funds buy companies with more than 500 employees. Acme Gears Co., Ltd. was founded in 1912 and is based in Bremen. The company is a subsidiary of Kite Works B.V.";
    await load([{ domain: "acme.com", name: "Acme Gears", country: "DE", city: "Bremen", description }], "first");
    const company = { domain: "acme.com", founded: 1912, employees: 2300, unverifiedCertifications: ["ISO 9001"] };
    const row = () => db().prisma.company.findUniqueOrThrow({ where: { domain: "acme.com" } });
    expect(await row()).toMatchObject(company);
    expect((await row()).latitude).toBeCloseTo(53.08, 1);
    const told = async () =>
      Object.fromEntries(
        provenanceOf(await recordsAt("acme.com")).map(({ field, value, basis, sentence }) => [
          field,
          { value, basis, sentence },
        ]),
      );
    expect(await told()).toMatchObject({
      name: { basis: "stated", sentence: null },
      founded: { basis: "stated", sentence: "Acme Gears Co., Ltd. was founded in 1912 and is based in Bremen." },
      employees: { sentence: "It employs about 2,300 people and is ISO 9001 certified." },
      brands: { value: ["Spin", "Whirl", "Twist"] },
      parent: { value: "Kite Works B.V.", sentence: "The company is a subsidiary of Kite Works B.V." },
      latitude: { basis: "derived", sentence: null },
    });
    // Where the product knows no better than the city, geocoding asks for the city.
    const { id } = await row();
    expect(await companyLocations(db(), [id])).toMatchObject([{ city: "Bremen", latitude: null }]);
    // An older source's column goes before a newer one's sentence, and coordinates of another city do not count.
    await load([{ domain: "acme.com", name: "Acme Gears", founded: 1908, employees: 9 }], "sample", "sample");
    await load([{ domain: "acme.com", name: "Acme Gears", country: "DE", city: "Nowhere an der Oste", description }]);
    expect(await row()).toMatchObject({ founded: 1908, employees: 9, latitude: null, city: "Nowhere an der Oste" });
    expect(await told()).not.toHaveProperty("latitude");
    // What older rules read, or none, is read by these.
    await db().query("UPDATE source_records SET readings = '{}', spans = '{}', read_by = 0", []);
    await db().query("UPDATE companies SET unverified_certifications = '{}', content_hash = ''", []);
    expect(await readRecordsAnew(db())).toBe(3);
    expect(await row()).toMatchObject({ unverifiedCertifications: ["ISO 9001"], founded: 1908 });
    expect(await readRecordsAnew(db())).toBe(0);
  });

  it("name customers, subsidiaries and brands as their descriptions do, each with its sentence and the company that is meant", async () => {
    await load([
      { domain: "kitewerk.com", name: "Kitewerk Inc.", country: "US", description: "Makes kites." },
      { domain: "drachenhof.de", name: "Drachenhof GmbH", country: "DE", description: "Sells kites." },
      { domain: "spindra.com", name: "Spindra AG", country: "DE", description: "Makes tops." },
      { domain: "whirl.com", name: "Whirl Inc.", country: "US", description: "Makes fans." },
      {
        domain: "acme.com",
        name: "Acme Gears",
        country: "US",
        description:
          "Acme Gears, through its subsidiary, Acme Sails and Ropes Co., Ltd., makes sails under the Spindra and Whirl brands. " +
          "It offers ropes under the Knotty name. Its customers include kite makers, such as Kitewerk, Drachenhof and other companies in Europe. " +
          "It serves Fortune 500 companies and customers in many countries, including Peru. It previously made ropes under the Oldrope brand and sold its subsidiary, Oldkite Ltd.",
      },
    ]);
    await linkParents(db());
    const { key } = await system.team();
    const query = `{ company(identifier: "acme.com") {
      statedCustomers { name sentence company { domain } } statedSubsidiaries { name company { domain } }
      statedBrands { name sentence record { line } company { domain } } brands
      provenance(fields: [CUSTOMERS, SUBSIDIARIES]) { field value basis sentence } } }`;
    const first =
      "Acme Gears, through its subsidiary, Acme Sails and Ropes Co., Ltd., makes sails under the Spindra and Whirl brands.";
    const buyers = "Its customers include kite makers, such as Kitewerk, Drachenhof and other companies in Europe.";
    const knotty = "It offers ropes under the Knotty name.";
    expect((await system.graph(key, query)).data).toEqual({
      company: {
        statedCustomers: [
          { name: "Kitewerk", sentence: buyers, company: { domain: "kitewerk.com" } },
          { name: "Drachenhof", sentence: buyers, company: { domain: "drachenhof.de" } },
        ],
        statedSubsidiaries: [{ name: "Acme Sails and Ropes Co., Ltd.", company: null }],
        // Whirl is a word, so the brand need not be the company's.
        statedBrands: [
          { name: "Spindra", sentence: first, record: { line: 5 }, company: { domain: "spindra.com" } },
          { name: "Whirl", sentence: first, record: { line: 5 }, company: null },
          { name: "Knotty", sentence: knotty, record: { line: 5 }, company: null },
        ],
        brands: ["Spindra", "Whirl", "Knotty"],
        provenance: [
          { field: "CUSTOMERS", value: ["Kitewerk", "Drachenhof"], basis: "STATED", sentence: buyers },
          { field: "SUBSIDIARIES", value: ["Acme Sails and Ropes Co., Ltd."], basis: "STATED", sentence: first },
        ],
      },
    });
  });

  it("are made of what is there, where a company is older than its records", async () => {
    await seedCompany(db(), "old.com", { name: "Old", source: "market:lost.csv", description: "Makes kites." });
    expect(await load([{ domain: "old.com", name: "Old Kites", employees: 7 }])).toMatchObject({ updated: 1 });
    expect(await findCompany(db(), "old.com")).toMatchObject({
      name: "Old Kites",
      description: "Makes kites.",
      employees: 7,
    });
    expect((await recordsAt("old.com")).map(({ source }) => source)).toEqual([
      "market:companies.ndjson",
      "unknown; last market:lost.csv",
    ]);
  });

  it("say of each field of a company what the company has, whatever they are and in whatever order", async () => {
    const facts = fc.record(
      {
        name: fc.constantFrom("Acme", "Acme AG", "ACME Group"),
        description: fc.constantFrom("", "Makes gears.", "Makes gears and pumps."),
        country: fc.constantFrom("DE", "FR", ""),
        city: fc.constantFrom("Bremen", "Lyon"),
        postalCode: fc.constantFrom("28195", "69001"),
        employees: fc.integer({ min: 1, max: 9 }),
        keywords: fc.subarray(["gears", "pumps"]),
      },
      { requiredKeys: ["name"] },
    );
    const said = fc.array(
      fc.tuple(fc.constantFrom("register", "directory", "sample"), fc.array(facts, { minLength: 1, maxLength: 3 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(said, async (imports) => {
        await emptyTables(db(), "TRUNCATE companies, directory_state CASCADE");
        for (const [i, [kind, rows]] of imports.entries())
          await load(
            rows.map((row) => ({ domain: "acme.com", ...row })),
            `file-${i}`,
            kind,
          );
        const id = await idOf("acme.com");
        const company = (await storedCompanies(db(), [id])).get(id);
        const told = new Map<string, unknown>(
          provenanceOf(await recordsAt("acme.com")).map(({ field, value }) => [field, value]),
        );
        for (const field of FACT_FIELDS)
          if (company !== undefined && field in company) {
            const has = company[field as keyof typeof company];
            const isAbsent = has === null || has === "" || (Array.isArray(has) && has.length === 0);
            expect([field, told.get(field)]).toEqual([field, isAbsent ? undefined : has]);
          }
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe("the kind of business", () => {
  it("is derived of the description, with the sentence and a score, and found by /v2; a column goes before it", async () => {
    const sentence = "Kite Chips Plastics AG designs, manufactures, and sells semiconductors and integrated circuits.";
    const description = `${sentence} The company was founded in 1991.`;
    await load([
      { domain: "kite-chips.com", name: "Kite Chips Plastics AG", description },
      { domain: "kite-yarn.com", name: "Kite Yarn", description, naicsCodes: [313110] },
      { domain: "kite-talk.com", name: "Kite Talk", description: "We love what we do." },
    ]);
    const { key } = await system.team();
    const found = async (value: string) => {
      const { body } = await system.rest(key, "POST", "/v2/impact/search", {
        searchType: "keywordSearch",
        keyword: "kite",
        filters: { naicsCodes: [{ value }] },
      });
      return (body as { data: { domain: string; naicsDescriptions: string[] }[] }).data;
    };
    expect(await found("334")).toMatchObject([
      { domain: "kite-chips.com", naicsDescriptions: ["Semiconductor and Other Electronic Component Manufacturing"] },
    ]);
    expect(await found("313")).toMatchObject([{ domain: "kite-yarn.com" }]);
    const { data } = await system.graph(
      key,
      '{ company(identifier: "kite-chips.com") { provenance(fields: [NAICS_CODES]) { value basis sentence score } } }',
    );
    expect(data?.company).toMatchObject({ provenance: [{ value: [3344], basis: "DERIVED", sentence }] });
    expect(JSON.stringify(data)).toMatch(/"score":(?:0\.[4-9]\d*|1)\b/);
  });
});

describe("the graph", () => {
  const QUERY = `query Records($identifier: String!) {
    company(identifier: $identifier) {
      id
      records { id recordId kind source line given facts company { domain } }
      recordsApart { facts company { domain } }
      provenance(fields: [EMPLOYEES]) { field value record { kind } others { value because record { kind } } }
    }
  }`;

  it("tells a value, its record and the other values; without impact:read nothing of it", async () => {
    const { teamId } = await system.team();
    const key = await system.key(teamId, ["impact:read"]);
    const ofMarkets = await system.key(teamId, ["markets:read"]);
    await load([{ domain: "acme.com", name: "Acme", employees: 9 }], "sample", "sample");
    await load([
      { domain: "acme.com", name: "Acme AG", employees: 10, country: "DE" },
      { domain: "acme.com", name: "Acme Pumps (India)", country: "IN" },
    ]);
    const { data, errors } = await system.graph(key, QUERY, { identifier: "acme.com" });
    expect(errors).toBeUndefined();
    const company = data?.company as { records: { id: string }[] };
    expect(company).toMatchObject({
      records: [
        { kind: "DIRECTORY", source: "market:companies.ndjson", line: 1, company: { domain: "acme.com" } },
        {
          kind: "SAMPLE",
          given: { domain: "acme.com", name: "Acme", employees: 9 },
          facts: { name: "Acme", employees: 9 },
        },
      ],
      recordsApart: [{ facts: { name: "Acme Pumps (India)", country: "IN" }, company: null }],
      provenance: [
        {
          field: "EMPLOYEES",
          value: 10,
          record: { kind: "DIRECTORY" },
          others: [{ value: 9, because: null, record: { kind: "SAMPLE" } }],
        },
      ],
    });
    const id = company.records[0]?.id;
    const node = "query Node($id: ID!) { node(id: $id) { ... on SourceRecord { line } } }";
    expect(await system.graph(key, node, { id })).toMatchObject({ data: { node: { line: 1 } } });

    const marketId = await seedMarket(db(), teamId, [await idOf("acme.com")]);
    expect(await system.graph(ofMarkets, node, { id })).toMatchObject({
      data: { node: null },
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
    for (const field of [
      "records { given }",
      ...["Customers", "Subsidiaries", "Brands"].map((names) => `stated${names} { name }`),
    ]) {
      const inMarket = `{ market(marketId: ${marketId}) { id } node(id: "${Buffer.from(`Company:${await idOf("acme.com")}`).toString("base64")}") {
        ... on Company { domain ${field} } } }`;
      const refused = await system.graph(ofMarkets, inMarket);
      expect(JSON.stringify(refused)).not.toContain("employees");
      expect(refused.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    }
  });
});
