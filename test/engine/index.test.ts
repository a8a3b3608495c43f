import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "#cli/doctor/check";
import { openEngineClient } from "#companies/engine/engine-client";
import { liveAlias } from "#companies/engine/index-names";
import { command } from "../support/command.ts";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { directoryContents, indexContents, searchEnvironment, testSearchEngine } from "../support/search-engine.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

const engine = testSearchEngine();
const client = openEngineClient(engine);
const index = liveAlias(engine.prefix);
let system: TestSystem;
let environment: Record<string, string>;

const market = (...args: string[]) => command("src/cli/market.ts", args, environment, 120_000);
const status = async () => JSON.parse((await market("search", "status", "--json")).stdout);
const doctor = async (): Promise<Finding[]> => {
  const { stdout } = await command("src/cli/doctor.ts", ["--json"], environment);
  return JSON.parse(stdout).findings.filter(({ name }: Finding) => ["Search index", "Search engine"].includes(name));
};
const waits = () => system.database.db.query<{ id: string }>("SELECT id FROM company_changes");
const applied = () => eventually(waits, (rows) => rows.length === 0);

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true, environment: searchEnvironment(engine) });
  const { temporal, dataDir } = system.config;
  environment = {
    ...searchEnvironment(engine),
    DATABASE_URL: system.database.url,
    DATA_DIR: dataDir,
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
    TEMPORAL_NAMESPACE: temporal.namespace,
  };
});

afterAll(async () => {
  await system?.stop();
  await client.indices.delete({ index: `${index}-*` });
  await client.close();
});

describe("the index of the search engine", () => {
  it("nothing is noted of what is imported while there is no index", async () => {
    await importTestCompanies(system.database.db);
    expect(await waits()).toEqual([]);
    expect(await status()).toMatchObject({ engine: "opensearch", indexes: [], companies: TEST_COMPANIES.length });
  });

  it("is missing by the doctor's word until it is made", async () => {
    expect(await doctor()).toMatchObject([
      { name: "Search index", status: "missing", cure: "run market search rebuild" },
      { name: "Search engine", status: "ok" },
    ]);
  });

  it("a rebuild makes it equal to the directory", async () => {
    const { code, stdout, stderr } = await market("search", "rebuild", "--json");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).companies).toBe(TEST_COMPANIES.length);
    expect(await indexContents(client, index)).toEqual(await directoryContents(system.database.db));
    expect((await doctor()).map(({ status }) => status)).toEqual(["ok", "ok"]);
  });

  it("what is imported, changed and deleted reaches it by itself", async () => {
    const { db } = system.database;
    await importTestCompanies(db, [
      { domain: "quell-pumps.de", name: "Quell Pumps", description: "Quell Pumps makes pumps.", country: "DE" },
      {
        domain: "nova-bakery.com",
        name: "Nova Bakery",
        description: "Nova Bakery bakes rye bread only.",
        country: "ES",
      },
    ]);
    await db.query("DELETE FROM companies WHERE domain = 'mira-bakery.com'");
    await applied();
    const found = await indexContents(client, index);
    expect(found).toEqual(await directoryContents(db));
    expect(found.size).toBe(TEST_COMPANIES.length);
    const { body } = await client.search({ index, body: { query: { term: { stems: "rye" } } } });
    expect(body.hits.hits).toHaveLength(1);
  });

  it("a transaction that ends late is applied, although later ones were before", async () => {
    const { db } = system.database;
    const late = await db.pool.connect();
    await late.query("BEGIN");
    await late.query("UPDATE companies SET content_hash = 'late' WHERE domain = 'lumen-bakery.com'");
    await db.query("UPDATE companies SET content_hash = 'early' WHERE domain = 'nova-bakery.com'");
    await applied();
    await late.query("COMMIT");
    late.release();
    await applied();
    expect(await indexContents(client, index)).toEqual(await directoryContents(db));
  });

  it("a rebuild beside the live index takes its place, and nothing of the old one stays", async () => {
    const [before] = (await status()).indexes;
    expect((await market("search", "rebuild", "--json")).code).toBe(0);
    const { indexes, waiting } = await status();
    expect(indexes).toHaveLength(1);
    expect(indexes[0].name).not.toBe(before.name);
    expect(waiting.changes).toBe(0);
    expect((await client.indices.exists({ index: before.name })).body).toBe(false);
    expect(await indexContents(client, index)).toEqual(await directoryContents(system.database.db));
  });

  it("what empties the directory empties it, too", async () => {
    await system.database.db.query("TRUNCATE companies CASCADE");
    await applied();
    expect((await indexContents(client, index)).size).toBe(0);
  });

  it("after it is dropped nothing is noted any more", async () => {
    expect((await market("search", "drop")).code).toBe(0);
    await importTestCompanies(system.database.db);
    expect(await waits()).toEqual([]);
    expect((await status()).indexes).toEqual([]);
  });
});
