import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngineClient } from "#companies/engine/engine-client";
import { type CompanySearchInput, FoundCompaniesDocument, FoundFacetsDocument } from "#generated/tests/graphql";
import { command } from "../support/command.ts";
import { importTestCompanies } from "../support/companies.ts";
import { searchEnvironment, testSearchEngine } from "../support/search-engine.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

const engine = testSearchEngine();
const client = openEngineClient(engine);

/** Passes requests on to the node, until it is told to take them and never answer. */
let gate: Server;
let mode: "open" | "silent" = "open";
let system: TestSystem;
let embedded: TestSystem;
let key: string;

beforeAll(async () => {
  const [node = ""] = engine.nodes;
  gate = createServer((request, response) => {
    if (mode === "silent") return;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { method = "GET", url = "/", headers } = request;
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const type = headers["content-type"] ?? "application/json";
      const answer = await fetch(`${node}${url}`, { method, headers: { "content-type": type }, ...body });
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const nodes = [`http://127.0.0.1:${(gate.address() as AddressInfo).port}`];
  const environment = searchEnvironment({ ...engine, nodes });
  system = await startSystem({ temporal: true, worker: true, environment });
  key = (await system.team()).key;
  await importTestCompanies(system.database.db);
  // The same database behind an API with the embedded engine.
  embedded = await startSystem({ database: system.database });
});

afterAll(async () => {
  mode = "open";
  await system?.stop();
  gate?.closeAllConnections();
  await new Promise((resolve) => gate?.close(resolve));
  await client.indices.delete({ index: `${engine.prefix}-*` });
  await client.close();
});

const searches: CompanySearchInput[] = [
  { keyword: "wind turbines" },
  { keyword: "rotor blades", location: "Germany", sort: { field: "SIZE", order: "DESC" } },
  { keyword: "bakrey" },
  { keyword: "alpen-turbines.com", searchType: "DOMAIN" },
];
const asked = (search: CompanySearchInput, of: TestSystem) =>
  Promise.all([
    of.answer(key, FoundCompaniesDocument, { search, first: 5 }),
    of.answer(key, FoundFacetsDocument, { search, industries: 5 }),
  ]);

describe("company search by OpenSearch", () => {
  it("is refused with a sentence until there is an index", async () => {
    const { errors } = await system.ask(key, FoundCompaniesDocument, { search: { keyword: "wind" }, first: 5 });
    expect(errors?.[0]?.extensions.code).toBe("SERVICE_UNAVAILABLE");
    expect(errors?.[0]?.message).toContain("market search rebuild");
    const { status } = await system.rest(key, "POST", "/v2/impact/search", {
      searchType: "keywordSearch",
      keyword: "wind",
    });
    expect(status).toBe(503);
  });

  it("answers GraphQL and /v2 as the embedded engine does", async () => {
    const { temporal, dataDir } = system.config;
    const rebuilt = await command(
      "src/cli/market.ts",
      ["search", "rebuild", "--json"],
      {
        ...searchEnvironment(engine),
        DATABASE_URL: system.database.url,
        DATA_DIR: dataDir,
        TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
        TEMPORAL_NAMESPACE: temporal.namespace,
      },
      120_000,
    );
    expect(rebuilt.stderr).toBe("");
    for (const search of searches) {
      const found = await asked(search, system);
      expect(found).toEqual(await asked(search, embedded));
      expect(found[0].companies.totalCount).toBeGreaterThan(0);
    }
    const body = { searchType: "keywordSearch", keyword: "turbines", location: "Hamburg", perPage: 10 };
    const answers = await Promise.all(
      [system, embedded].map((one) => one.rest(key, "POST", "/v2/impact/search", body)),
    );
    expect(answers[0]?.status).toBe(200);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it("tells nobody without the scope anything", async () => {
    const { teamId } = await system.team();
    const other = await system.key(teamId, ["discovery:read"]);
    const { data, errors } = await system.ask(other, FoundCompaniesDocument, {
      search: { keyword: "wind" },
      first: 5,
    });
    expect(data?.companies ?? null).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });

  it("leaves out a company that was deleted a moment ago", async () => {
    const { db } = system.database;
    mode = "silent";
    await db.query("DELETE FROM companies WHERE domain = 'oresund-blades.dk'");
    mode = "open";
    const { companies } = await system.answer(key, FoundCompaniesDocument, {
      search: { keyword: "oresund" },
      first: 5,
    });
    expect(companies.edges).toEqual([]);
    await eventually(
      () => db.query("SELECT FROM company_changes"),
      (rows) => rows.length === 0,
    );
  });

  it("is refused with 503 where the engine is silent, and does not hang", async () => {
    mode = "silent";
    const began = performance.now();
    const { status } = await system.rest(key, "POST", "/v2/impact/search", {
      searchType: "keywordSearch",
      keyword: "wind",
    });
    mode = "open";
    expect(status).toBe(503);
    expect(performance.now() - began).toBeLessThan(25_000);
  });

  it("is refused with 503 while the engine is away, and is answered again afterwards; what changes meanwhile is there then", async () => {
    const { db } = system.database;
    gate.closeAllConnections();
    const { port } = gate.address() as AddressInfo;
    await new Promise((resolve) => gate.close(resolve));
    const { status, body } = await system.rest(key, "POST", "/v2/impact/search", {
      searchType: "keywordSearch",
      keyword: "wind",
    });
    expect(status).toBe(503);
    expect(JSON.stringify(body)).toContain("the search engine does not answer at present");
    await importTestCompanies(db, [
      { domain: "quell-pumps.de", name: "Quell Pumps", description: "Quell Pumps makes pumps.", country: "DE" },
    ]);
    await new Promise<void>((resolve) => gate.listen(port, "127.0.0.1", resolve));
    await eventually(
      () => system.ask(key, FoundCompaniesDocument, { search: { keyword: "pumps" }, first: 5 }),
      ({ data }) => data?.companies.totalCount === 1,
    );
  });
});
