import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { importCompanies } from "#companies/import-companies";
import { embeddedFinder } from "#companies/search/embedded-finder";
import {
  ClaimedCertificationsDocument,
  type CompanyFilterInput,
  type CompanySearchInput,
  type CompanySortField,
  FoundCompaniesDocument,
  FoundFacetsDocument,
  FoundWordsAndFacetsDocument,
  FoundWordsDocument,
  type SortOrder,
} from "#generated/tests/graphql";
import { emptyTables } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let system: TestSystem;
let key: string;
let withoutScope: string;

const COUNTRIES = ["DE", "FR", "US"];
/** Ids of the test's companies lie on both sides of the border between two segments of the index. */
const FIRST_ID = 8_192 - 30;
const COMPANIES = 60;

beforeAll(async () => {
  system = await startSystem();
  const { teamId } = await system.team();
  key = await system.key(teamId, SCOPES);
  withoutScope = await system.key(
    teamId,
    SCOPES.filter((scope) => scope !== "impact:read"),
  );
  const { db } = system.database;
  await db.query(`ALTER SEQUENCE companies_id_seq RESTART WITH ${FIRST_ID}`, []);
  for (let i = 0; i < COMPANIES; i++)
    await seedCompany(db, `kite-${i}.com`, {
      // Beginnings are alike, so that names have to be compared to their ends.
      name: `${i % 2 === 0 ? "Äolian" : "aolian"} makers ${String((i * 7) % COMPANIES).padStart(2, "0")}`,
      description: `${"Sews kites. ".repeat(1 + (i % 4))}Its ${i % 5 === 0 ? "stunt kites" : "stunt team flies kites"} are known.`,
      keywords: [`kite ${i % 3}`, "100% wind_sport"],
      industries: i % 2 === 0 ? ["Toys"] : ["Toys", "Sport"],
      certifications: i % 6 === 0 ? ["ISO 9001"] : i % 6 === 1 ? ["iso 9001", "Fairtrade"] : [],
      country: COUNTRIES[i % 3] ?? null,
      city: i % 10 === 0 ? "Lyon" : null,
      naicsCodes: [i % 2 === 0 ? 339920 : 451120],
      ...(i % 4 === 0
        ? {}
        : { employees: 10 * (i % 7) + 1, revenueUsd: 1e6 * ((i * 11) % 13), previousRevenueUsd: 5e6 }),
    });
  await seedCompany(db, "markup.com", {
    name: "<b>Zeppelins</b> & Sons",
    description: `Builds zeppelins <script>alert("zeppelins")</script>. 𝒵 zeppelins.`,
    keywords: ["zeppelins & balloons"],
  });
}, 60_000);
afterAll(() => system?.stop());

const companies = async (search: CompanySearchInput, page: { first?: number; offset?: number } = { first: 100 }) =>
  (await system.answer(key, FoundCompaniesDocument, { search, ...page })).companies;
const domains = async (search: CompanySearchInput, page?: { first: number; offset: number }): Promise<string[]> =>
  (await companies(search, page)).edges.map(({ node }) => node.domain);

describe("search on more than one segment", () => {
  const searches: CompanySearchInput[] = [
    { keyword: "kites" },
    { keyword: "stunt kites" },
    { keyword: "kites", sort: { field: "NAME", order: "ASC" } },
    { keyword: "kites", sort: { field: "NAME", order: "DESC" } },
    { keyword: "kites", sort: { field: "REVENUE", order: "DESC" } },
    { keyword: "kites", sort: { field: "SIZE", order: "ASC" } },
    { keyword: "kites", sort: { field: "REVENUE_DELTA", order: "ASC" } },
    { keyword: "kites", sort: { field: "SCORE", order: "ASC" } },
    { keyword: "stunt kites", location: "France", sort: { field: "SCORE", order: "DESC" } },
  ];

  it.each(searches)("has pages of %j that fit together: each company once, in one order", async (search) => {
    const whole = await companies(search);
    const all = whole.edges.map(({ node }) => node.domain);
    expect(new Set(all).size).toBe(whole.totalCount);
    const pages: string[] = [];
    for (let offset = 0; offset < all.length; offset += 9) pages.push(...(await domains(search, { first: 9, offset })));
    expect(pages).toEqual(all);
  });

  it.each<[CompanySortField, SortOrder, string]>([
    ["NAME", "ASC", `lower(unaccent(name)) COLLATE "C"`],
    ["NAME", "DESC", `lower(unaccent(name)) COLLATE "C"`],
    ["REVENUE", "DESC", "revenue_usd"],
    ["SIZE", "ASC", "employees"],
    ["REVENUE_DELTA", "DESC", "(revenue_usd - previous_revenue_usd) / previous_revenue_usd"],
  ])("sorts by %s %s as the database would", async (field, order, sql) => {
    const { edges } = await companies({ keyword: "kites", sort: { field, order } });
    const found = edges.map(({ score, node }) => ({ score, id: node.companyId }));
    const rows = await system.database.db.query<{ id: number }>(
      `SELECT c.id FROM companies c JOIN unnest($1::int[], $2::float8[]) AS m(id, score) USING (id)
       ORDER BY ${sql} ${order} NULLS LAST, m.score DESC, c.id`,
      [found.map(({ id }) => id), found.map(({ score }) => score)],
    );
    expect(found).toHaveLength(COMPANIES);
    expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it("finds exactly what full text finds, with every filter", async () => {
    const cases: [Partial<CompanySearchInput>, string][] = [
      [{}, "true"],
      [{ location: "France" }, "country = 'FR'"],
      [{ location: "Lyon, FR" }, "country = 'FR' AND city = 'Lyon'"],
      [{ filters: { certifications: ["ISO 9001", "none"] } }, "certifications && '{ISO 9001,iso 9001}'"],
      [{ filters: { naicsCodes: ["3399"] } }, "339920 = ANY(naics_codes)"],
      [{ filters: { companyKeyword: "KITE 1" } }, "'kite 1' = ANY(keywords)"],
      [{ filters: { companyKeyword: "100% w" } }, "true"],
      [{ filters: { companyKeyword: "100_ wind" } }, "false"],
      [
        { location: "US", filters: { naicsCodes: ["45"], companyKeyword: "kite" } },
        "country = 'US' AND 451120 = ANY(naics_codes)",
      ],
    ];
    for (const [search, condition] of cases) {
      const { totalCount } = await companies({ keyword: "stunt kites", ...search });
      const [row] = await system.database.db.query<{ count: number }>(
        `SELECT count(*)::int FROM companies WHERE search @@ to_tsquery('english', 'stunt & kites') AND ${condition}`,
        [],
      );
      expect([search, totalCount]).toEqual([search, row?.count]);
    }
  });

  it("puts companies whose words stand together before those where they are apart", async () => {
    const { edges } = await companies({ keyword: "stunt kites" }, { first: 12 });
    const together = edges.map(({ node }) => /stunt kites/.test(node.description ?? ""));
    expect(together).toEqual([...together].sort().reverse());
    expect(edges[0]?.score).toBeLessThanOrEqual(1);
    expect(edges.at(-1)?.score).toBeGreaterThan(0);
  });
});

describe("what a search tells beside its page", () => {
  const facetsOf = async (search: CompanySearchInput, industries = 10) => {
    const { edges, facets } = (await system.answer(key, FoundFacetsDocument, { search, industries })).companies;
    if (facets == null) throw new Error("no facets");
    return { edges, facets };
  };

  it("counts facets over all matches, whatever the page", async () => {
    const { edges, facets } = await facetsOf({ keyword: "kites" });
    expect(edges).toHaveLength(1);
    expect(facets.countries).toEqual([
      { value: "DE", label: "Germany", count: 20 },
      { value: "FR", label: "France", count: 20 },
      { value: "US", label: "United States", count: 20 },
    ]);
    expect(facets.industries).toEqual([
      { value: "Toys", count: 60 },
      { value: "Sport", count: 30 },
    ]);
    // One certification in two spellings.
    expect(facets.certifications).toEqual([
      { value: "ISO 9001", count: 20 },
      { value: "Fairtrade", count: 10 },
    ]);
    expect(facets.naicsSectors).toEqual([
      { value: "33", label: "Manufacturing", count: 30 },
      { value: "45", label: "Retail Trade", count: 30 },
    ]);
    expect(facets.sizes[0]).toEqual({ value: "0", label: "Unknown", count: 15 });
    expect(facets.sizes.reduce((sum, { count }) => sum + count, 0)).toBe(60);
  });

  it("counts facets within the filters, and as many values as are asked for", async () => {
    const search = { keyword: "kites", location: "Germany" };
    const { facets } = await facetsOf(search, 1);
    expect(facets.countries).toEqual([{ value: "DE", label: "Germany", count: 20 }]);
    expect(facets.industries).toEqual([{ value: "Toys", count: 20 }]);
    const { errors } = await system.ask(key, FoundFacetsDocument, { search, industries: 101 });
    expect(errors?.[0]?.message).toContain("first must be 1–100");
  });

  it("marks the words of a search in plain text, by their places", async () => {
    const { edges } = (await system.answer(key, FoundWordsDocument, { search: { keyword: "zeppelin balloons" } }))
      .companies;
    const highlights = edges[0]?.highlights ?? [];
    const words = highlights.map(({ field, text, ranges }) => [
      field,
      ...ranges.map(({ start, end }) => text.slice(start, end)),
    ]);
    expect(words).toEqual([
      ["NAME", "Zeppelins"],
      ["KEYWORDS", "zeppelins", "balloons"],
      ["DESCRIPTION", "zeppelins", "zeppelins", "zeppelins"],
    ]);
    expect(highlights[0]?.text).toBe("<b>Zeppelins</b> & Sons");
  });

  it("has no highlights where a domain was searched for", async () => {
    const search: CompanySearchInput = { searchType: "DOMAIN", keyword: "markup.com" };
    const { edges } = (await system.answer(key, FoundWordsDocument, { search })).companies;
    expect(edges[0]).toEqual({ highlights: [], node: { domain: "markup.com" } });
  });

  it("asks the database as often for a full page as for one company", async () => {
    const statements = async (first: number) => {
      await system.answer(key, FoundWordsAndFacetsDocument, { search: { keyword: "kites" }, first });
      system.statements();
      await system.answer(key, FoundWordsAndFacetsDocument, { search: { keyword: "kites" }, first });
      return system.statements().filter((sql) => !/api_keys/.test(sql)).length;
    };
    expect(await statements(50)).toBe(await statements(1));
  });

  it("tells a key without impact:read nothing", async () => {
    const { data, errors } = await system.ask(withoutScope, FoundWordsAndFacetsDocument, {
      search: { keyword: "kites" },
      first: 10,
    });
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(["FORBIDDEN"]);
  });
});

describe("certifications that only the company claims", () => {
  const find = async (filters: CompanyFilterInput) =>
    (await system.answer(key, ClaimedCertificationsDocument, { filters })).companies;

  beforeAll(async () => {
    const path = join(await temporaryFolder(), "companies.ndjson");
    const rows = [
      { domain: "wickerworks.com", description: "Weaves balloon baskets. Wickerworks is ISO 14001 certified." },
      { domain: "basketry.com", description: "Weaves balloon baskets.", certifications: ["ISO 14001"] },
      {
        domain: "other-baskets.com",
        description: "Weaves balloon baskets.",
        unverifiedCertifications: ["iso 14001", "FSC"],
      },
    ];
    await writeFile(path, rows.map((row) => JSON.stringify({ name: row.domain, ...row })).join("\n"));
    await importCompanies(system.database.db, path);
  });

  it("count where the search asks for them, and have facets of their own", async () => {
    const found = ({ edges }: Awaited<ReturnType<typeof find>>) => edges.map(({ node }) => node.domain).sort();
    const confirmed = await find({ certifications: ["ISO 14001"] });
    expect(found(confirmed)).toEqual(["basketry.com"]);
    const claimed = await find({ certifications: ["iso 14001"], includeUnverified: true });
    expect(found(claimed)).toEqual(["basketry.com", "other-baskets.com", "wickerworks.com"]);
    expect(claimed.facets).toEqual({
      certifications: [{ value: "ISO 14001", count: 1 }],
      unverifiedCertifications: [
        { value: "ISO 14001", count: 2 },
        { value: "FSC", count: 1 },
      ],
    });
  });

  it("tell the sentence that they are from", async () => {
    const { edges } = await find({ certifications: ["ISO 14001"], includeUnverified: true });
    const read = edges.find(({ node }) => node.domain === "wickerworks.com");
    expect(read?.node).toMatchObject({
      unverifiedCertifications: ["ISO 14001"],
      provenance: [{ basis: "STATED", sentence: "Wickerworks is ISO 14001 certified." }],
    });
  });

  it("are found as soon as they are written, and no more once they are gone", async () => {
    const write = (value: string) =>
      system.database.db.query("UPDATE companies SET unverified_certifications = $1::text[] WHERE domain = $2", [
        value,
        "basketry.com",
      ]);
    await write("{Fairtrade}");
    const filters = { certifications: ["fairtrade"], includeUnverified: true };
    expect((await find(filters)).edges).toHaveLength(1);
    await write("{}");
    expect((await find(filters)).edges).toEqual([]);
  });

  it("are nothing for a key without impact:read", async () => {
    const filters = { certifications: ["ISO 14001"], includeUnverified: true };
    const { data, errors } = await system.ask(withoutScope, ClaimedCertificationsDocument, { filters });
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  });
});

describe("the index", () => {
  const query = (sql: string, values: unknown[] = []) => system.database.db.query(sql, values);

  it("follows every write at once", async () => {
    const { db } = system.database;
    const { id } = await seedCompany(db, "gliders.com", { name: "Gliders Limited", certifications: ["FSC"] });
    expect(await domains({ keyword: "gliders" })).toEqual(["gliders.com"]);
    await query("UPDATE companies SET name = 'Paragliders Limited' WHERE id = $1", [id]);
    expect(await domains({ keyword: "paragliders" })).toEqual(["gliders.com"]);
    await query("UPDATE companies SET id = id + 100000 WHERE id = $1", [id]);
    expect(await domains({ keyword: "paragliders", filters: { certifications: ["fsc"] } })).toEqual(["gliders.com"]);
    await query("DELETE FROM companies WHERE domain = 'gliders.com'");
    expect(await domains({ keyword: "paragliders" })).toEqual([]);
  });

  it("is not made anew by a write that changes nothing of what is found", async () => {
    const before = await query("SELECT * FROM company_segments ORDER BY segment");
    await query(
      "UPDATE companies SET logo_url = 'https://kite-1.com/logo.png', name = name WHERE domain = 'kite-1.com'",
    );
    expect(await query("SELECT * FROM company_segments ORDER BY segment")).toEqual(before);
    const { edges } = await companies({ searchType: "DOMAIN", keyword: "kite-1.com" });
    expect(edges[0]?.node).toMatchObject({ logoUrl: "https://kite-1.com/logo.png", images: [] });
  });

  it("keeps what two transactions write into one segment at the same time", async () => {
    const { db } = system.database;
    const names = Array.from({ length: 8 }, (_, i) => `balloonist-${i}.com`);
    await Promise.all(names.map((domain) => seedCompany(db, domain, { name: "Balloonists" })));
    expect((await domains({ keyword: "balloonists" })).sort()).toEqual(names);
  });

  it("answers another process's search from what is stored, not from what it has read before", async () => {
    const { db } = system.database;
    // A searcher with lists of its own, as another API process has.
    const other = { query: db.query.bind(db) };
    const total = async () =>
      (await embeddedFinder(other).find({ searchType: "keywordSearch", keyword: "dirigible" })).total;
    expect(await total()).toBe(0);
    await seedCompany(db, "dirigible.com", { name: "Dirigible" });
    expect(await total()).toBe(1);
    await emptyTables(db, "TRUNCATE companies CASCADE");
    expect(await total()).toBe(0);
  });
});
