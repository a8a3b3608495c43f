import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RestServer, startRestServer } from "./server.ts";

let server: RestServer;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server?.stop());

const GENERATED = [
  "userPrompt",
  "marketName",
  "marketType",
  "marketRole",
  "keywords",
  "seedDomains",
  "count",
  "locations",
];

describe("POST /v2/discovery/search-criteria", () => {
  const generate = (body: unknown) => server.ask("POST", "/v2/discovery/search-criteria", { body });

  it("answers generated criteria in the contract's order", async () => {
    const searchInput = "Find 12 manufacturers of rotor blades in Denmark";
    const { status, body } = await generate({ searchType: "keywordSearch", searchInput });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["metadata", "data"]);
    expect(body.metadata).toEqual({});
    expect(Object.keys(body.data)).toEqual(GENERATED);
    expect(Object.keys(body.data.keywords)).toEqual(["features", "user", "synonyms", "irrelevant"]);
    expect(body.data).toMatchObject({ userPrompt: searchInput, count: 12, locations: [{ country: "DK" }] });
  });

  it("gives criteria that the start of a discovery accepts unchanged", async () => {
    const { body } = await generate({ searchInput: "Find makers of rotor blades in Germany" });
    const { status } = await server.ask("POST", "/v2/discovery/start", { body: { searchCriteria: body.data } });
    expect(status).toBe(200);
  });

  it.each([
    ["no searchInput", {}, "searchInput is missing"],
    ["an empty body", undefined, "searchInput is missing"],
    ["a searchInput that is no string", { searchInput: 7 }, "searchInput must be a string"],
    [
      "an unknown searchType",
      { searchType: "magic", searchInput: "Find bakers" },
      "searchType must be one of: keywordSearch",
    ],
    ["too long a searchInput", { searchInput: "a ".repeat(2_001) }, "searchInput has more than 4000 characters"],
  ])("refuses %s", async (_what, body, detail) => {
    const answer = await generate(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      errorCode: "INVALID_INPUT",
      message: `Invalid input provided: ${detail}`,
    });
  });

  it("says what an empty question lacks", async () => {
    const { status, body } = await generate({ searchInput: "   " });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errorCode: "INVALID_INPUT",
      message: expect.stringMatching(/^Invalid input provided: ./),
    });
  });
});

describe("POST /v2/discovery/search-criteria/keywords", () => {
  const suggest = (body: unknown) => server.ask("POST", "/v2/discovery/search-criteria/keywords", { body });

  it.each([
    ["form A", [{ country: "DE", address: null, coordinates: null }]],
    ["form B", { countryNames: ["Germany"] }],
  ])("answers keywords for criteria with locations in %s", async (_form, locations) => {
    const { status, body } = await suggest({
      userPrompt: "Find makers of rotor blades",
      marketName: "Rotor blades",
      marketType: "product",
      marketRole: "manufacturer",
      keywords: { features: ["rotor blades"], user: [], synonyms: [], irrelevant: [] },
      seedDomains: [],
      count: 10,
      locations,
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["metadata", "data"]);
    expect(body.metadata).toEqual({});
    expect(body.data.every((keyword: unknown) => typeof keyword === "string")).toBe(true);
    expect(body.data).not.toContain("rotor blades");
  });

  it.each([
    ["nothing to go by", {}, "the body needs a userPrompt or at least one entry in keywords.features"],
    [
      "an unknown country",
      { userPrompt: "bakers", locations: { countryNames: ["Atlantis"] } },
      'locations.countryNames: "Atlantis" is not a known country',
    ],
    ["a count out of range", { userPrompt: "bakers", count: 1_001 }, "count must be 1–1,000"],
    ["a keyword list of numbers", { keywords: { features: [1] } }, "keywords.features.0 must be a string"],
  ])("refuses %s and names the field as the body has it", async (_what, body, detail) => {
    const answer = await suggest(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      errorCode: "INVALID_INPUT",
      message: `Invalid input provided: ${detail}`,
    });
  });
});
