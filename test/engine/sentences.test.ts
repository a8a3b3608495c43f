import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEngineClient } from "#companies/engine/engine-client";
import { VECTOR_FIELDS } from "#companies/engine/index-mapping";
import { liveAlias } from "#companies/engine/index-names";
import { createDirectoryIndexes, type DirectoryIndexes } from "#markets/discovery/directory-indexes";
import { searchInMemory } from "#markets/preview/search-in-memory";
import { command } from "../support/command.ts";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { searchEnvironment, testSearchEngine } from "../support/search-engine.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const engine = testSearchEngine();
const client = openEngineClient(engine);
const index = liveAlias(engine.prefix);
/** Token vectors are a sentence model that needs no runtime. */
const EMBEDDINGS = { EMBEDDINGS: "onnx", EMBEDDINGS_MODEL_DIR: "models/company-tokens" };
let system: TestSystem;
let key: string;
let embedded: DirectoryIndexes;

const market = (...args: string[]) => {
  const { temporal, dataDir } = system.config;
  const environment = {
    ...searchEnvironment(engine),
    ...EMBEDDINGS,
    DATABASE_URL: system.database.url,
    DATA_DIR: dataDir,
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
    TEMPORAL_NAMESPACE: temporal.namespace,
  };
  return command("src/cli/market.ts", args, environment, 120_000);
};

/** Companies of the index that have a sentence vector. */
async function withVectors(): Promise<number> {
  await client.indices.refresh({ index });
  const { body } = await client.count({ index, body: { query: { exists: { field: VECTOR_FIELDS.sentences } } } });
  return body.count;
}

beforeAll(async () => {
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: { ...searchEnvironment(engine), ...EMBEDDINGS },
  });
  const { database, config } = system;
  // More than get their vectors at once.
  const others = Array.from({ length: 40 }, (_, i) => ({
    domain: `office-${i}.com`,
    name: `Office ${i}`,
    description: `Office ${i} lets rooms and desks in house number ${i}.`,
    country: "FR",
  }));
  await importTestCompanies(database.db, [...TEST_COMPANIES, ...others]);
  const { code, stderr } = await market("search", "rebuild");
  if (code !== 0) throw new Error(stderr);
  embedded = createDirectoryIndexes({
    db: database.db,
    databaseUrl: database.url,
    embeddings: config.embeddings,
    cacheDir: await temporaryFolder(),
    log: pino({ level: "silent" }),
  });
  ({ key } = await system.team());
}, 300_000);

afterAll(async () => {
  await embedded?.close();
  await system?.stop();
  await client.indices.delete({ index: `${engine.prefix}-*` });
  await client.close();
});

it("a discovery gives the likeliest companies their sentence vectors in the engine, and answers as over the index in memory", async () => {
  expect(await withVectors()).toBe(0);
  const { market: started } = await start(system, key, WIND_CRITERIA);
  const { jobs } = await ended(system, key, started.marketId, 120_000);
  expect(jobs[0]?.status).toBe("COMPLETED");
  expect(jobs[0]?.report?.notes.join(" ")).toContain("Sentence vectors:");
  expect(await withVectors()).toBeGreaterThan(0);
  const { judged } = await searchInMemory({ db: system.database.db, indexes: embedded }, WIND_CRITERIA);
  const { data } = await system.graph(
    key,
    "query ($marketId: Int!) { market(marketId: $marketId) { companies(first: 50) { edges { node { domain } } } } }",
    { marketId: started.marketId },
  );
  const found = data as { market: { companies: { edges: { node: { domain: string } }[] } } };
  const wanted = judged.filter(({ judgement }) => judgement.verdict === "in").map(({ domain }) => domain);
  expect(wanted).not.toEqual([]);
  const domains = found.market.companies.edges.map(({ node }) => node.domain);
  expect(domains.length).toBe(Math.min(WIND_CRITERIA.count, wanted.length));
  expect(wanted).toEqual(expect.arrayContaining(domains));
});

it("an idle worker gives all others theirs, and a company that changes has one at once", async () => {
  await eventually(withVectors, (count) => count === TEST_COMPANIES.length + 40, 60_000);
  await importTestCompanies(system.database.db, [
    { domain: "quell-pumps.de", name: "Quell Pumps", description: "Quell Pumps makes pumps.", country: "DE" },
  ]);
  await eventually(withVectors, (count) => count === TEST_COMPANIES.length + 41, 30_000);
});
