import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngineClient } from "#companies/engine/engine-client";
import { openSearchFinder } from "#companies/engine/finder/opensearch-finder";
import { beginRebuild, finishRebuild, indexRange } from "#companies/engine/rebuild-index";
import { openSearchEngine, type SearchEngine } from "#companies/engine/search-engine";
import { loadSample } from "#companies/sample";
import type { CompanyFinder, CompanySearch } from "#companies/search/company-finder";
import { embeddedFinder } from "#companies/search/embedded-finder";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { testSearchEngine } from "../support/search-engine.ts";

/** Searches of the one run; `ENGINE_SEARCHES=1000` has more of them. */
const SEARCHES = Number(process.env.ENGINE_SEARCHES ?? 150);

let database: TestDatabase;
let engine: SearchEngine;
let embedded: CompanyFinder;
let openSearch: CompanyFinder;
let words: string[];
let domains: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await loadSample(db);
  // What the sample has not: certifications in several spellings, NAICS codes, figures of two years, subdomains.
  await db.query(`UPDATE companies SET
    certifications = CASE id % 7 WHEN 0 THEN '{ISO 9001}' WHEN 1 THEN '{iso 9001,Fairtrade}' WHEN 2 THEN '{"IATF 16949"}' ELSE '{}' END::text[],
    unverified_certifications = CASE id % 6 WHEN 0 THEN '{Fairtrade}' WHEN 1 THEN '{fairtrade,FSC}' ELSE '{}' END::text[],
    naics_codes = CASE id % 5 WHEN 0 THEN '{339920}' WHEN 1 THEN '{339920,451120}' WHEN 2 THEN '{541511}' ELSE '{}' END::int[],
    previous_employees = CASE WHEN id % 3 = 0 THEN employees + id % 11 - 5 END,
    previous_revenue_usd = CASE WHEN id % 4 = 0 THEN revenue_usd * (1 + (id % 13 - 6) / 10.0) END,
    domain = CASE WHEN id % 97 = 0 THEN 'shop.' || domain ELSE domain END`);
  const opened = openSearchEngine({ ...testSearchEngine(), shards: 3 });
  if (opened === null) throw new Error("there is an engine");
  engine = opened;
  const { index, ranges } = await beginRebuild(db, engine, "the test");
  const signal = new AbortController().signal;
  for (const range of ranges) await indexRange(db, engine, { index: index.name, range }, { signal, onPage: () => {} });
  await finishRebuild(db, engine, index.name, signal);
  embedded = embeddedFinder(db);
  openSearch = openSearchFinder(db, engine);
  const texts = await db.query<{ text: string; domain: string }>(
    "SELECT concat_ws(' ', name, description, array_to_string(keywords, ' ')) AS text, domain FROM companies ORDER BY md5(id::text) LIMIT 300",
  );
  words = texts.flatMap(({ text }) => text.match(/[\p{L}\p{N}-]+/gu) ?? []).filter((_, at) => at % 9 === 0);
  domains = texts.map(({ domain }) => domain);
});

afterAll(async () => {
  const client = openEngineClient(engine.config);
  await client.indices.delete({ index: `${engine.config.prefix}-*` });
  await client.close();
  await engine?.close();
  await database?.drop();
});

/** A word with one slip of the keys. */
const slipped = (word: string, at: number) =>
  `${word.slice(0, at % word.length)}x${word.slice((at % word.length) + 1)}`;

const search = () =>
  fc.record({
    kind: fc.constantFrom("words", "words", "words", "slip", "domain", "slip of a domain"),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    conditions: fc.constantFrom<Partial<CompanySearch>>(
      ...Array.from({ length: 8 }, () => ({})),
      ...["Germany", "US", "US", "London", "Denver, CO", "California", "Nowhereville"].map((location) => ({
        location,
      })),
      ...["soft", "Wind", "s", "100%", "a*b", "é"].map((companyKeyword) => ({ filters: { companyKeyword } })),
      { filters: { certifications: ["ISO 9001"] } },
      { filters: { certifications: ["fairtrade", "none"] } },
      { filters: { certifications: ["fairtrade", "none"], includeUnverified: true } },
      { filters: { certifications: ["FSC"], includeUnverified: true } },
      { filters: { naicsCodes: ["33"] } },
      { filters: { naicsCodes: ["451120", "5415"] } },
      { location: "US", filters: { naicsCodes: ["54", "99"], companyKeyword: "e" } },
    ),
    field: fc.constantFrom("score", "score", "nameOfFirm", "revenue", "size", "revenueDelta", "sizeDelta"),
    order: fc.constantFrom("asc", "desc"),
    offset: fc.constantFrom(0, 0, 0, 0, 3, 195, 230),
    limit: fc.constantFrom(1, 10, 60),
  });
type Drawn = ReturnType<typeof search> extends fc.Arbitrary<infer T> ? T : never;

function searchOf({ kind, picks, conditions, field, order }: Drawn): CompanySearch {
  const word = (pick: number) => words[pick % words.length] ?? "company";
  const domain = (pick: number) => domains[pick % domains.length] ?? "example.com";
  const [first = 0, ...others] = picks;
  const keyword = {
    words: picks.map(word).join(" "),
    slip: [slipped(word(first), first), ...others.map(word)].join(" "),
    domain: domain(first),
    "slip of a domain": slipped(domain(first), first % 5),
  }[kind];
  return {
    searchType: kind.includes("domain") ? "domainSearch" : "keywordSearch",
    keyword: keyword ?? "company",
    ...conditions,
    sort: { field: field as "score", order: order as "asc" },
  };
}

/** All that a search tells, or what it was refused for. */
async function toldBy(finder: CompanyFinder, asked: CompanySearch, page: { limit: number; offset: number }) {
  const found = await finder.find(asked);
  const rows = await found.page(page);
  const { countries, industries, naicsSectors, certifications, unverifiedCertifications, sizes, revenues } =
    found.facets;
  const [a, b, c, d, e, f, g] = await Promise.all([
    countries(),
    industries(),
    naicsSectors(),
    certifications(),
    sizes(),
    revenues(),
    unverifiedCertifications(),
  ]);
  const highlights = await found.highlights(rows.slice(0, 3).map(({ companyId }) => companyId));
  return { total: found.total, rows, facets: { a, b, c, d, e, f, g }, highlights: [...highlights] };
}

describe("both finders of companies", () => {
  it("tell the same of any search: companies, order, scores, totals, facets and highlights", async () => {
    let matches = 0;
    await fc.assert(
      fc.asyncProperty(search(), async (drawn) => {
        const asked = searchOf(drawn);
        const page = { limit: drawn.limit, offset: drawn.offset };
        const expected = await toldBy(embedded, asked, page);
        matches += Number(expected.rows.length > 0);
        expect(await toldBy(openSearch, asked, page)).toEqual(expected);
      }),
      { numRuns: SEARCHES, endOnFailure: true },
    );
    // A search that finds nothing proves little.
    expect(matches).toBeGreaterThan(SEARCHES / 3);
  }, 600_000);

  it("refuse the same searches with the same words", async () => {
    for (const asked of [{ keyword: "" }, { keyword: "steel", filters: { naicsCodes: ["3"] } }]) {
      const refusals = [embedded, openSearch].map((finder) =>
        finder.find({ searchType: "keywordSearch", ...asked }).then(
          () => "not refused",
          (error: Error) => `${error.name}: ${error.message}`,
        ),
      );
      const [one, other] = await Promise.all(refusals);
      expect(one).toContain("InvalidInputError");
      expect(other).toBe(one);
    }
  });
});
