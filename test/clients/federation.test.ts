import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toldSchema } from "#schema/index";
import { importTestCompanies } from "../support/companies.ts";
import { seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installOutside } from "./outside.ts";
import { run } from "./run.ts";

const PROGRAM = fileURLToPath(new URL("federation/", import.meta.url));

let system: TestSystem;
let key: string;
let anothers: string;
beforeAll(async () => {
  system = await startSystem();
  await importTestCompanies(system.database.db);
  const { teamId, ...own } = await system.team();
  ({ key } = own);
  ({ key: anothers } = await system.team());
  const company = await system.database.db.prisma.company.findFirstOrThrow({
    where: { domain: "baltic-turbines.com" },
  });
  expect(await seedMarket(system.database.db, teamId, [company.id], "Rotor blades")).toBe(1);
});
afterAll(() => system?.stop());

/** What a gateway answers that has the product and a graph of its caller's own as subgraphs. */
async function throughGateway(apiKey: string, query: string) {
  const folder = await temporaryFolder();
  symlinkSync(join(await installOutside(PROGRAM), "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  copyFileSync(join(PROGRAM, "gateway.js"), join(folder, "gateway.js"));
  const output = await run(process.execPath, ["gateway.js", `${system.url}/graphql`, apiKey, query], { cwd: folder });
  return JSON.parse(output.slice(output.lastIndexOf("\n", output.length - 2) + 1));
}

describe("the graph in a federation", () => {
  const ACROSS = `{
    accounts {
      company { domain manager name location { country { code } } }
      market { marketId name companies(first: 1) { edges { node { domain manager } } } }
    }
  }`;

  it("is composed with another subgraph by Apollo's composition, and asked across both by its gateway", async () => {
    const { result, hints } = await throughGateway(key, ACROSS);
    const market = {
      marketId: 1,
      name: "Rotor blades",
      companies: { edges: [{ node: { domain: "baltic-turbines.com", manager: "Ada" } }] },
    };
    expect(hints).toEqual([]);
    expect([result.data, result.errors]).toEqual([
      {
        accounts: [
          {
            company: {
              domain: "baltic-turbines.com",
              manager: "Ada",
              name: "Baltic Turbines AG",
              location: { country: { code: "DE" } },
            },
            market,
          },
          { company: null, market },
        ],
      },
      undefined,
    ]);
  });

  it("gives another team's gateway nothing of a market, and no error that would tell that there is one", async () => {
    const { result } = await throughGateway(anothers, "{ accounts { market { marketId name } } }");
    expect([result.data, result.errors]).toEqual([{ accounts: [{ market: null }, { market: null }] }, undefined]);
  });
});

describe("a subgraph's own fields", () => {
  const ask = (query: string, headers: Record<string, string>, url = system.url) =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query }),
    }).then(async (response) => ({ status: response.status, body: await response.json() }));

  it("are told to gateways without a key, as introspection is, and to no ordinary client", async () => {
    const { body } = await ask("{ _service { sdl } }", {});
    expect(body.data._service.sdl).toMatch(
      /^type Market implements Node @key\(fields: "id"\) @key\(fields: "marketId"\)/m,
    );
    expect(body.data._service.sdl).not.toContain("_entities");
    for (const headers of [{}, { "x-api-key": key }]) {
      const { body: told } = await ask(getIntrospectionQuery({ specifiedByUrl: true }), headers as never);
      const printed = printSchema(lexicographicSortSchema(buildClientSchema(told.data)));
      expect(printed).toBe(printSchema(lexicographicSortSchema(toldSchema)));
      expect(printed).not.toMatch(/_(?:Any|Entity|Service|entities|service)\b/);
    }
  });

  it("are kept where introspection is off, with and without a key", async () => {
    const closed = await startSystem({ database: system.database, environment: { GRAPHQL_INTROSPECTION: "off" } });
    try {
      for (const headers of [{}, { "x-api-key": key }]) {
        const { body } = await ask("{ _service { sdl } }", headers as never, closed.url);
        expect([body.data ?? null, body.errors.length]).toEqual([null, 1]);
      }
    } finally {
      await closed.api.stop();
    }
  });

  it("say what is wrong with a representation", async () => {
    const entities = (representation: string) =>
      system.graph(key, `{ _entities(representations: [${representation}]) { __typename } }`);
    for (const [representation, code, message] of [
      ['{ __typename: "Nothing", id: "1" }', "INVALID_INPUT", "Nothing is not an entity of this graph"],
      ['{ __typename: "Market", name: "x" }', "INVALID_INPUT", "a Market must be identified by id or marketId"],
      ["{ id: 1 }", "GRAPHQL_VALIDATION_FAILED", "a representation must be an object with __typename"],
      ["3", "GRAPHQL_VALIDATION_FAILED", "a representation must be an object with __typename"],
    ] as const) {
      const { data, errors } = await entities(representation);
      expect([representation, data ?? null, errors?.[0]?.extensions.code]).toEqual([representation, null, code]);
      expect(errors?.[0]?.message).toContain(message);
    }
    const many = Array.from({ length: 101 }, () => '{ __typename: "Market", marketId: 1 }').join(" ");
    expect((await entities(many)).errors?.[0]?.message).toContain("at most 100 representations");
  });
});
