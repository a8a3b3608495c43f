import { readFileSync } from "node:fs";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngineClient } from "#companies/engine/engine-client";
import { loadSample } from "#companies/sample";
import { createDirectoryIndexes, type DirectoryIndexes } from "#markets/discovery/directory-indexes";
import { openIndexes } from "#markets/discovery/open-indexes";
import { rankAndCut } from "#markets/judging/index";
import { searchInMemory } from "#markets/preview/search-in-memory";
import { command } from "../support/command.ts";
import { importTestCompanies } from "../support/companies.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { ended, start } from "../support/discovery.ts";
import { searchEnvironment, testSearchEngine } from "../support/search-engine.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const engine = testSearchEngine();
const client = openEngineClient(engine);
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });
/** Every third development question: the directory is the sample, where they have answers of all sizes. */
const QUESTIONS = readFileSync("bench/quality/market-questions/development/questions.jsonl", "utf8")
  .trim()
  .split("\n")
  .filter((_, at) => at % 3 === 0)
  .map((line): string => JSON.parse(line).question);
const EXAMPLES = {
  userPrompt: "Companies like these",
  seedDomains: ["lennox.com", "carrier.com"],
  count: 10,
  constraints: { minEmployees: 1_000 },
};

let system: TestSystem;
let environment: Record<string, string>;
let way: Awaited<ReturnType<typeof startDatabaseProxy>>;
let embedded: DirectoryIndexes;
let elsewhere: ReturnType<typeof openIndexes>;
let key: string;

const market = (...args: string[]) => command("src/cli/market.ts", args, environment, 300_000);

beforeAll(async () => {
  way = await startDatabaseProxy(engine.nodes[0] ?? "");
  const through = { ...searchEnvironment(engine), SEARCH_URL: way.url.replace(/\/$/, "") };
  system = await startSystem({ temporal: true, worker: true, environment: through });
  const { database, config } = system;
  const { db } = database;
  environment = {
    ...searchEnvironment(engine),
    DATABASE_URL: database.url,
    DATA_DIR: config.dataDir,
    TEMPORAL_ADDRESS: `127.0.0.1:${config.temporal.port}`,
    TEMPORAL_NAMESPACE: config.temporal.namespace,
  };
  await loadSample(db);
  const { code, stderr } = await market("search", "rebuild");
  if (code !== 0) throw new Error(stderr);
  const deps = { db, databaseUrl: database.url, log };
  embedded = createDirectoryIndexes({ ...deps, embeddings: config.embeddings, cacheDir: await temporaryFolder() });
  elsewhere = openIndexes({ ...config, searchEngine: engine }, deps);
  ({ key } = await system.team());
}, 600_000);

afterAll(async () => {
  await elsewhere?.indexes.close();
  await elsewhere?.searchEngine?.close();
  await embedded?.close();
  await system?.stop();
  await way?.stop();
  await client.indices.delete({ index: `${engine.prefix}-*` });
  await client.close();
});

/** What a discovery decides about the directory by one of the engines. */
async function decided(indexes: DirectoryIndexes, criteria: object) {
  const { plan, judged, candidates } = await searchInMemory({ db: system.database.db, indexes }, criteria);
  const ranked = rankAndCut(judged, plan.count);
  const domains = (wanted: string[]) =>
    ranked.filter(({ verdict }) => wanted.includes(verdict)).map((one) => one.domain);
  return {
    plan,
    candidates,
    scores: new Map(ranked.map(({ domain, score }) => [domain, score])),
    first: domains(["in", "belowCut"]).slice(0, 10),
    answer: domains(["in"]),
  };
}

const both = async (criteria: object) =>
  [await decided(embedded, criteria), await decided(elsewhere.indexes, criteria)] as const;

const common = (one: readonly string[], other: readonly string[]) =>
  one.filter((domain) => other.includes(domain)).length;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The companies of a market, by the graph. */
async function companiesOf(marketId: number): Promise<string[]> {
  const { data } = await system.graph(
    key,
    "query ($marketId: Int!) { market(marketId: $marketId) { companies(first: 50) { edges { node { domain } } } } }",
    { marketId },
  );
  const found = data as { market: { companies: { edges: { node: { domain: string } }[] } } };
  return found.market.companies.edges.map(({ node }) => node.domain);
}

describe("discovery over the search engine", () => {
  it("reads and answers judged questions as over the index in memory", async () => {
    const compared = [];
    for (const userPrompt of QUESTIONS) {
      const [here, there] = await both({ userPrompt });
      expect(there.plan).toEqual(here.plan);
      const inBoth = common(here.answer, there.answer);
      compared.push({
        userPrompt,
        first: here.first.length === 0 ? 10 : (10 * common(here.first, there.first)) / here.first.length,
        jaccard: inBoth / Math.max(1, here.answer.length + there.answer.length - inBoth) || 1,
      });
    }
    expect(mean(compared.map(({ first }) => first))).toBeGreaterThanOrEqual(9.5);
    expect(mean(compared.map(({ jaccard }) => jaccard))).toBeGreaterThanOrEqual(0.95);
  }, 600_000);

  it("learns from examples, and holds to conditions on size and place, as over the index in memory", async () => {
    const companies: string[] = [];
    for (const criteria of [
      EXAMPLES,
      { ...EXAMPLES, locations: [{ country: "US" }, { country: "DE", address: ["Munich"] }], constraints: null },
      { userPrompt: "Banks founded after 1990 outside the United States" },
      { userPrompt: "Makers of machines in Bavaria" },
      { userPrompt: "Makers of machines with plants in Bavaria, Poland or China" },
      { userPrompt: "Makers of pumps in Bengaluru or greater Munich", constraints: { excludeDomains: ["ksb.com"] } },
    ]) {
      const [here, there] = await both(criteria);
      expect(there.plan).toEqual(here.plan);
      // The ordinary company's relevance is that of a sample. All scores may therefore shift a little: the order stays,
      // and only companies at the weakest place of an answer may be in one alone.
      const shared = here.answer.filter((domain) => there.answer.includes(domain));
      expect(there.answer.filter((domain) => shared.includes(domain))).toEqual(shared);
      const alone = [...here.answer, ...there.answer].filter((domain) => !shared.includes(domain));
      const weakest = Math.min(...shared.map((domain) => here.scores.get(domain) ?? 0));
      companies.push(...shared);
      expect(alone.length).toBeLessThanOrEqual(shared.length / 2);
      for (const domain of alone) {
        const [one = 0, other = 0] = [here.scores.get(domain), there.scores.get(domain)];
        expect(Math.abs(one - other)).toBeLessThan(0.04);
        expect(one).toBeLessThan(weakest);
      }
    }
    expect(companies.length).toBeGreaterThan(20);
  });

  it("a discovery by the graph finds the companies that the index in memory has", async () => {
    const criteria = { userPrompt: "Find 5 companies that sell air conditioners in the United States", count: 5 };
    const {
      market: { marketId },
    } = await start(system, key, criteria);
    const { jobs } = await ended(system, key, marketId, 120_000);
    expect(jobs[0]?.status).toBe("COMPLETED");
    const { answer } = await decided(embedded, criteria);
    expect(answer).not.toEqual([]);
    expect(await companiesOf(marketId)).toEqual(answer);
    const replayed = await market("replay", String(jobs[0]?.jobId), "--json");
    expect(JSON.parse(replayed.stdout)).toMatchObject({ same: true, notes: [] });
  });

  it("a discovery knows what was imported before it, by words that no company had, and waits while the engine is away", async () => {
    way.set("gone");
    await importTestCompanies(system.database.db, [
      {
        domain: "glimmerwidgets.com",
        name: "Glimmer Works",
        description: "Glimmer Works manufactures glimmerwidgets for lighthouses.",
        country: "DE",
      },
    ]);
    const {
      market: { marketId },
    } = await start(system, key, { userPrompt: "Makers of glimmerwidgets", count: 5 });
    setTimeout(() => way.set("open"), 3_000);
    const { jobs } = await ended(system, key, marketId, 120_000);
    expect(jobs[0]?.status).toBe("COMPLETED");
    expect(await companiesOf(marketId)).toEqual(["glimmerwidgets.com"]);
  });
});
