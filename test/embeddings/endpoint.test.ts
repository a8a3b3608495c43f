import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changePlatformBudget } from "#costs/platform-budget";
import { AskQuoteDocument } from "#generated/operations/graphql";
import { JobCostsDocument, StartDiscoveryDocument } from "#generated/tests/graphql";
import type { ReplayReport } from "#markets/discovery/replay/replay-job";
import { command } from "../support/command.ts";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { ended, WIND_CRITERIA } from "../support/discovery.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let server: Server;
let environment: Record<string, string>;
let system: TestSystem;
let key: string;
let teamId: number;
/** The texts of each request. */
let requests: string[][];

const PRICE = 3;

/** Knows three trades; counts a token for each word. */
function embedded({ input }: { input: string[] }): object {
  const trade = (text: string, words: RegExp) => (words.test(text) ? 1 : 0.05);
  const data = input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: [trade(text, /turbine|rotor/i), trade(text, /bread|bakery/i), trade(text, /electricity/i)],
  }));
  const tokens = input.join(" ").split(/\s+/).length;
  return { object: "list", model: "trades", data, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

beforeAll(async () => {
  requests = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      requests.push(body.input);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(embedded(body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  environment = {
    EMBEDDINGS: "endpoint",
    EMBEDDINGS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    EMBEDDINGS_MODEL: "trades",
    EMBEDDINGS_API_KEY: "secret",
    EMBEDDINGS_PRICE: String(PRICE),
  };
  system = await startSystem({ temporal: true, worker: true, environment });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system?.stop();
  server?.closeAllConnections();
  server?.close();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
  await changePlatformBudget(system.database.db, null);
});

interface Discovered {
  jobId: number;
  manifest: { providers: { embeddings: string } };
  cost: { costUsd: number; items: { purpose: string; provider: string; operation: string; calls: number }[] };
  log: string[];
}

async function discover(maxCostUsd?: number): Promise<Discovered> {
  const criteria = { ...WIND_CRITERIA, count: 5 };
  const input = { searchCriteria: criteria, maxCostUsd: maxCostUsd ?? null };
  const { market, job } = (await system.answer(key, StartDiscoveryDocument, { input })).startDiscovery;
  const { jobs } = await ended(system, key, market.marketId);
  expect(jobs[0]?.status).toBe("COMPLETED");
  const { jobs: paid, log } = present(
    (await system.answer(key, JobCostsDocument, { marketId: market.marketId })).market,
  );
  const found = present(paid.edges.find(({ node }) => node.jobId === job.jobId)).node;
  return { ...found, manifest: found.manifest as Discovered["manifest"], log: log.map(({ message }) => message) };
}

/** What was charged, and what the ledger adds up to. */
async function books(payer: number | null) {
  const [row] = await system.database.db.query<{ spent: number; ledger: number; entries: number }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::float8 FROM spend WHERE team_id IS NOT DISTINCT FROM $1::int) AS spent,
       coalesce(sum(amount), 0)::float8 AS ledger, count(*)::int AS entries
     FROM ledger_entries WHERE team_id IS NOT DISTINCT FROM $1::int`,
    [payer],
  );
  expect(row?.ledger).toBe(row?.spent);
  return row;
}

describe("vectors of an endpoint", () => {
  it("are quoted before", async () => {
    const { quoteDiscovery } = await system.answer(key, AskQuoteDocument, { searchCriteria: WIND_CRITERIA });
    expect(quoteDiscovery.items).toMatchObject([
      { provider: "embeddings:trades", operation: "embed", calls: { p50: 1, p90: 1 } },
    ]);
    const { cost } = await discover();
    expect(cost.costUsd).toBeLessThanOrEqual(quoteDiscovery.items[0]?.costUsd.p90 ?? 0);
  });

  it("are paid for by the platform for the directory and by the team for its question, once each", async () => {
    const first = await discover();
    const question = requests.at(-1) ?? [];
    expect(question.join(" ")).toContain("wind turbine components");
    expect(requests.flat().filter((text) => text.includes("Turbines")).length).toBeGreaterThan(7);
    expect(first.manifest.providers.embeddings).toBe("endpoint:trades");
    expect(first.cost.items).toEqual([{ purpose: "job", provider: "embeddings", operation: "embed", calls: 1 }]);
    expect(first.cost.costUsd).toBe((PRICE * question.join(" ").split(/\s+/).length) / 1e6);
    expect(await books(teamId)).toMatchObject({ entries: 1 });
    const platform = await books(null);
    expect(platform?.ledger).toBeGreaterThan(0);
    const ofDirectory = requests.filter((texts) => texts.join() !== question.join());
    expect(platform?.entries).toBe(ofDirectory.length);
    // Another job has an index that is built, and a question of its own.
    await discover();
    expect(await books(null)).toEqual(platform);
    expect(await books(teamId)).toMatchObject({ entries: 2 });
  });

  it("are not asked for by a replay, which searches with the vector that was recorded", async () => {
    const { jobId } = await discover();
    const asked = requests.length;
    const options = { ...environment, DATABASE_URL: system.database.url };
    const replay = async (dataDir: string) => {
      const { code, stdout } = await command("src/cli/market.ts", ["replay", String(jobId), "--json"], {
        ...options,
        DATA_DIR: dataDir,
      });
      const report: ReplayReport = JSON.parse(stdout);
      return { code, same: report.same, notes: report.notes.join() };
    };
    expect(await replay(system.config.dataDir)).toEqual({ code: 0, same: true, notes: "" });
    // Where no index is kept, none is built from what would have to be paid for.
    const elsewhere = await replay(await temporaryFolder());
    expect(elsewhere).toMatchObject({ code: 0, same: true });
    expect(elsewhere.notes).toContain("no index of this directory is kept here");
    expect(requests.length).toBe(asked);
  });

  it("give way to words where the request's cap does not hold the question, and the log says so", async () => {
    const asked = requests.length;
    const { cost, log } = await discover(0);
    expect(cost.items).toEqual([]);
    expect(log.join("\n")).toContain("the request's cap of $0.00 is spent");
    expect(requests.length).toBe(asked);
    expect(await books(teamId)).toMatchObject({ entries: 0 });
  });

  it("are left out of an index that the platform's budget does not hold", async () => {
    await changePlatformBudget(system.database.db, 0);
    const platform = await books(null);
    const another = { domain: "quarz-turbines.com", name: "Quarz Turbines AG", country: "DE", city: "Hamburg" };
    const description = "Quarz Turbines manufactures rotor blades for wind turbines.";
    await importTestCompanies(system.database.db, [...TEST_COMPANIES, { ...another, description }]);
    const { manifest, cost } = await discover();
    expect(manifest.providers.embeddings).toBe("word2vec");
    expect(cost.items).toEqual([]);
    expect(await books(null)).toEqual(platform);
  });
});
