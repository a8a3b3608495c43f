import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedCompany } from "../support/impact.ts";
import { type RestServer, refusal, startRestServer } from "./server.ts";

let server: RestServer;
beforeAll(async () => {
  server = await startRestServer();
  const { db } = server;
  await seedCompany(db, "kitewerk.de", {
    name: "Kitewerk GmbH",
    description: "Sews stunt kites.",
    keywords: ["stunt kites", "Café chairs"],
    url: "https://kitewerk.de",
    country: "DE",
    state: "BY",
    city: "München",
    employees: 60,
    previousEmployees: 50,
    revenueUsd: 12e6,
    previousRevenueUsd: 16e6,
    certifications: ["ISO 9001"],
    unverifiedCertifications: ["Fairtrade"],
    naicsCodes: [339920, 31],
  });
  await seedCompany(db, "windtoys.com", {
    name: "Wind Toys",
    description: "A shop for kites and other toys in Denver.",
    country: "US",
    state: "Colorado",
    city: "Denver",
    employees: 3,
    revenueUsd: 900_000,
    certifications: ["Organic Cotton"],
    naicsCodes: [451120],
  });
  await seedCompany(db, "kitewerk.com", { name: "Unrelated", country: "AT", city: "Graz" });
  await seedCompany(db, "kitewerks.net", { name: "Another", country: "FR" });
  await seedCompany(db, "shop.kitewerk.de", { name: "A tenant", country: "DE", city: "Berlin" });
});
afterAll(() => server?.stop());

const search = (body: object, options: object = {}) =>
  server.ask("POST", "/v2/impact/search", { body: { searchType: "keywordSearch", ...body }, ...options });
const domains = async (body: object) => {
  const answer = await search(body);
  expect(answer.body).toMatchObject({ data: expect.any(Array) });
  return answer.body.data.map(({ domain }: { domain: string }) => domain);
};

describe("POST /v2/impact/search", () => {
  it("answers companies with exactly the contract's fields in its order", async () => {
    const { status, body } = await search({ keyword: "stunt kites" });
    expect(status).toBe(200);
    expect(body.meta).toEqual({ totalItems: 1, currentPage: 1, totalPages: 1, itemsPerPage: 10 });
    const { score } = body.data[0];
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(1);
    expect(JSON.stringify(body.data[0])).toBe(
      JSON.stringify({
        location: {
          state: { type: "state", name: "Bavaria", code: "BY", country: "DE" },
          country: { type: "country", name: "Germany", code: "DE" },
        },
        nameOfFirm: "Kitewerk GmbH",
        description: "Sews stunt kites.",
        keywords: ["stunt kites", "Café chairs"],
        certifications: ["ISO 9001"],
        unverifiedCertifications: ["Fairtrade"],
        city: "München",
        domain: "kitewerk.de",
        url: "https://kitewerk.de",
        naicsCodes: [339920, 31],
        naicsDescriptions: ["Sporting and Athletic Goods Manufacturing", "Manufacturing"],
        revenue: { actual: { value: 12e6, currency: "USD" }, id: 3, label: "10–50M" },
        size: { id: 3, label: "51–200", actual: 60 },
        score,
        revenueDelta: -0.25,
        sizeDelta: 0.2,
      }),
    );
  });

  it("says what is not known as 0, Unknown and empty", async () => {
    const { body } = await search({ searchType: "domainSearch", keyword: "kitewerks.net" });
    expect(body.data[0]).toMatchObject({
      city: "",
      location: { state: { name: "", code: "" } },
      revenue: { actual: { value: 0, currency: "USD" }, id: 0, label: "Unknown" },
      size: { id: 0, label: "Unknown", actual: 0 },
      revenueDelta: 0,
      sizeDelta: 0,
    });
  });

  it.each([
    ["kites", ["kitewerk.de", "windtoys.com"]],
    ["KITE", ["kitewerk.de", "windtoys.com"]],
    ["kiets", ["kitewerk.de", "windtoys.com"]],
    ["stunt kitse", ["kitewerk.de"]],
    ["stnt", ["kitewerk.de"]],
    ["stuntt kites", ["kitewerk.de"]],
    ["iso 9001", ["kitewerk.de"]],
    ["Fairtrade", ["kitewerk.de"]],
    ["stunt zeppelins", ["kitewerk.de"]],
    ["zeppelins", []],
    ["&|!()'\\:*", []],
    ["' OR 1=1 --", []],
  ])("finds %s by words, tolerant of one slip", async (keyword, expected) => {
    expect(await domains({ keyword })).toEqual(expected);
  });

  it.each([
    ["kitewerk.de", ["kitewerk.de", "shop.kitewerk.de"]],
    ["https://www.KITEWERK.de/impressum?x=1", ["kitewerk.de", "shop.kitewerk.de"]],
    ["nobody-has-this.org", []],
    ["???", []],
  ])("finds %s by domain: itself, its subdomains, look-alikes", async (keyword, first) => {
    const found = await domains({ searchType: "domainSearch", keyword });
    expect(found.slice(0, 2)).toEqual(first);
    if (first.length > 0) expect(found.slice(2)).toEqual(expect.arrayContaining(["kitewerk.com", "kitewerks.net"]));
    expect(found).not.toContain("windtoys.com");
  });

  it.each([
    ["Germany", ["kitewerk.de"]],
    ["de", ["kitewerk.de"]],
    ["Munich", ["kitewerk.de"]],
    ["münchen", ["kitewerk.de"]],
    ["Munich, DE", ["kitewerk.de"]],
    ["Bavaria", ["kitewerk.de"]],
    ["southern Germany", ["kitewerk.de"]],
    ["northern Germany", []],
    ["western United States", ["windtoys.com"]],
    ["Denver, CO", ["windtoys.com"]],
    ["Denver, Colorado, US", ["windtoys.com"]],
    ["United States", ["windtoys.com"]],
    ["Colorado", ["windtoys.com"]],
    ["Berlin, DE", []],
    ["Atlantis", []],
    [" , ", ["kitewerk.de", "windtoys.com"]],
  ])("takes the location %s", async (location, expected) => {
    expect(await domains({ keyword: "kites", location })).toEqual(expected);
  });

  it.each([
    ["Styria", ["kitewerk.com"]],
    ["Graz, Styria, Austria", ["kitewerk.com"]],
    ["Tyrol", []],
  ])("finds a company without a state by its city in %s", async (location, expected) => {
    expect(await domains({ keyword: "Unrelated", location })).toEqual(expected);
  });

  it.each([
    [{ certifications: ["iso 9001", "none"] }, ["kitewerk.de"]],
    [{ certifications: ["Fairtrade"] }, []],
    [{ certifications: ["Fairtrade"], includeUnverified: false }, []],
    [{ certifications: ["fairtrade"], includeUnverified: true }, ["kitewerk.de"]],
    [{ certifications: ["fairtrade", "organic cotton"], includeUnverified: true }, ["kitewerk.de", "windtoys.com"]],
    [{ includeUnverified: true }, ["kitewerk.de", "windtoys.com"]],
    [{ naicsCodes: [{ value: "3399", label: "" }] }, ["kitewerk.de"]],
    [{ naicsCodes: [{ value: "45" }, { value: "3399" }] }, ["kitewerk.de", "windtoys.com"]],
    [{ companyKeyword: "cafe" }, ["kitewerk.de"]],
    [{ companyKeyword: "cafe", naicsCodes: [{ value: "45" }] }, []],
    [{ certifications: [], naicsCodes: [] }, ["kitewerk.de", "windtoys.com"]],
  ])("filters by %j", async (filters, expected) => {
    expect(await domains({ keyword: "kites", filters })).toEqual(expected);
  });

  it.each([
    [{ field: "size", order: "asc" }, ["windtoys.com", "kitewerk.de"]],
    [{ field: "revenue", order: "desc" }, ["kitewerk.de", "windtoys.com"]],
    [{ field: "nameOfFirm", order: "desc" }, ["windtoys.com", "kitewerk.de"]],
    // What is not known comes last, whatever the direction.
    [{ field: "sizeDelta", order: "asc" }, ["kitewerk.de", "windtoys.com"]],
    [{ field: "revenueDelta", order: "desc" }, ["kitewerk.de", "windtoys.com"]],
    [{ field: "score", order: "asc" }, ["windtoys.com", "kitewerk.de"]],
    [{}, ["kitewerk.de", "windtoys.com"]],
  ])("sorts by %j", async (sort, expected) => {
    expect(await domains({ keyword: "kites", sort })).toEqual(expected);
  });

  it("answers in pages", async () => {
    const { body } = await search({ keyword: "kites", page: 2, perPage: 10 });
    expect(body).toEqual({ data: [], meta: { totalItems: 2, currentPage: 2, totalPages: 1, itemsPerPage: 10 } });
  });

  it.each([
    [{}, "keyword is missing"],
    [{ keyword: "" }, "keyword is empty"],
    [{ keyword: 5 }, "keyword must be a string"],
    [{ keyword: "x", searchType: "other" }, "searchType must be one of: keywordSearch, domainSearch"],
    [{ keyword: "x", searchType: undefined }, "searchType is missing"],
    [{ keyword: "x", page: 0 }, "page must be a whole number, 1 or more"],
    [{ keyword: "x", page: 101 }, "page must be a whole number, 1–100"],
    [{ keyword: "x", perPage: 9 }, "perPage must be a whole number, 10–100"],
    [{ keyword: "x", perPage: 101 }, "perPage must be a whole number, 10–100"],
    [{ keyword: "x", sort: { field: "size" } }, "sort needs both field and order"],
    [{ keyword: "x", sort: [] }, "sort must be an object"],
    [{ keyword: "x", filters: { country: "DE" } }, 'filters has no field "country"'],
    [{ keyword: "x", filters: { includeUnverified: "yes" } }, "filters.includeUnverified must be true or false"],
    [{ keyword: "x", filters: { naicsCodes: ["31"] } }, "filters.naicsCodes.0 must be an object"],
    [{ keyword: "x", filters: { naicsCodes: [{ value: "x" }] } }, 'naicsCodes: "x" is not a code of 2 to 6 digits'],
  ])("refuses %j", async (body, detail) => {
    const answer = await search(body);
    expect(answer.body).toEqual(refusal("INVALID_INPUT", `Invalid input provided: ${detail}`));
    expect(answer.status).toBe(400);
  });
});
