import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  ({ key } = await system.team());
});
afterAll(() => system?.stop());

const REFUSED = [
  {
    message: "Invalid input provided: a value contains an invalid character: U+0000 or an unpaired surrogate",
    extensions: { code: "INVALID_INPUT" },
  },
];

describe("a value that PostgreSQL cannot keep", () => {
  it.each([
    ["U+0000", "a\0b"],
    ["half of a surrogate pair", "a\ud800b"],
  ])("is refused in any variable: %s", async (_what, text) => {
    const markets = await system.graph(key, "query ($s: String) { markets(search: $s) { totalCount } }", { s: text });
    const companies = await system.graph(
      key,
      "query ($s: CompanySearchInput!) { companies(search: $s) { totalCount } }",
      { s: { keyword: "wind", filters: { certifications: [text] } } },
    );
    const created = await system.graph(
      key,
      'mutation ($a: JSON) { startDiscovery(input: { searchCriteria: { userPrompt: "bakers", assertions: $a } }) { market { marketId } } }',
      { a: [{ [text]: 1 }] },
    );
    for (const answer of [markets, companies, created]) expect(answer.errors).toMatchObject(REFUSED);
    expect(await system.database.db.prisma.market.count()).toBe(0);
  });

  it("is refused where it is written into the document", async () => {
    const { errors } = await system.graph(key, '{ markets(search: "a\\u0000b") { totalCount } }');
    expect(errors).toMatchObject(REFUSED);
  });

  it("is refused as a number beyond all and as a depth without reason", async () => {
    const start =
      'mutation ($a: JSON) { startDiscovery(input: { searchCriteria: { userPrompt: "bakers", assertions: $a } }) { market { marketId } } }';
    const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const response = await fetch(`${system.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: `{"query":${JSON.stringify(start)},"variables":{"a":${nested}}}`,
    });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "INVALID_INPUT" } }] });
    const huge =
      'mutation { startDiscovery(input: { searchCriteria: { userPrompt: "bakers", assertions: [1e999] } }) { market { marketId } } }';
    expect((await system.graph(key, huge)).errors?.[0]?.extensions.code).toBe("INVALID_INPUT");
  });

  it("is none in ordinary text of any script", async () => {
    const { data } = await system.graph(key, "query ($s: String) { markets(search: $s) { totalCount } }", {
      s: "Windräder 😀 風力",
    });
    expect(data).toEqual({ markets: { totalCount: 0 } });
  });
});
