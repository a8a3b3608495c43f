import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ForkDiscoveryDocument,
  type ForkDiscoveryInput,
  ResumeDiscoveryDocument,
  type ResumeDiscoveryInput,
  StartDiscoveryDocument,
  type StartedRunFragment,
} from "#generated/tests/graphql";
import { type ModelServer, startModelServer } from "../language-model/model-server.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, quotaUsed, start, WIND_CRITERIA } from "../support/discovery.ts";
import { modelEnvironment } from "../support/model-environment.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

const MANY = Array.from({ length: 130 }, (_, i) => ({
  domain: `maker-${i}.com`,
  name: `Maker number ${i} GmbH`,
  description: `Maker number ${i} manufactures rotor blades and other wind turbine components.`,
  country: "DE",
}));

let system: TestSystem;
let server: ModelServer;
let key: string;
let teamId: number;
let asked: string[];

beforeAll(async () => {
  server = await startModelServer();
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: modelEnvironment(server),
  });
  await importTestCompanies(system.database.db, MANY);
});
afterAll(async () => {
  await system?.stop();
  await server?.stop();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
  asked = [];
  server.delayMs = 0;
  server.otherwise = ({ body }) => {
    const content = body.messages.find(({ role }) => role === "user")?.content;
    const { conditions, company } = JSON.parse(String(content));
    asked.push(company.name);
    return {
      text: JSON.stringify({
        criteria: conditions.map(({ id }: { id: string }) => ({
          id,
          outcome: id.startsWith("unwanted") ? "notMet" : "met",
          quote: "manufactures rotor blades",
          note: "It says so.",
        })),
      }),
    };
  };
});

const CRITERIA = { ...WIND_CRITERIA, count: 30 };

const resume = (input: ResumeDiscoveryInput) => system.answer(key, ResumeDiscoveryDocument, { input });
const fork = (input: ForkDiscoveryInput) => system.answer(key, ForkDiscoveryDocument, { input });

async function sums() {
  const [row] = await system.database.db.query<{ spent: number; ledger: number }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::float8 FROM spend WHERE team_id = $1) AS spent,
       (SELECT coalesce(sum(amount), 0)::float8 FROM ledger_entries WHERE team_id = $1) AS ledger`,
    [teamId],
  );
  return row;
}

/** A discovery that is cancelled when some of its companies have been judged. */
async function cancelledHalfWay(): Promise<StartedRunFragment> {
  server.delayMs = 60;
  const { market, job } = await start(system, key, CRITERIA);
  await eventually(
    () => system.database.db.prisma.candidate.count({ where: { jobId: job.jobId } }),
    (count) => count > 0,
  );
  await system.graph(key, "mutation ($m: Int!) { cancelDiscovery(input: { marketId: $m }) { jobId } }", {
    m: market.marketId,
  });
  const { jobs } = await ended(system, key, market.marketId);
  expect(jobs[0]?.status).toBe("CANCELLED");
  server.delayMs = 0;
  return { market, job };
}

describe("a discovery that was cancelled", () => {
  it("is resumed by a new job that judges and pays nothing again", async () => {
    const { market, job } = await cancelledHalfWay();
    const { prisma } = system.database.db;
    const before = await prisma.candidate.findMany({ where: { jobId: job.jobId, verdict: { not: "duplicate" } } });
    const settled = await prisma.ledgerEntry.count({ where: { jobId: job.jobId, state: "settled" } });
    const askedBefore = [...asked];

    const { resumeDiscovery: resumed } = await resume({ jobId: job.jobId });
    expect(resumed.market.marketId).toBe(market.marketId);
    const { status, jobs } = await ended(system, key, market.marketId);
    expect(status).toBe("IN_REVIEW");
    expect(jobs[0]).toMatchObject({ jobId: resumed.job.jobId, status: "COMPLETED", companiesFound: 30 });

    // Each company was asked about once, but for those whose answer was under way when the first job ended.
    const again = asked.slice(askedBefore.length).filter((name) => askedBefore.includes(name));
    expect(again.length).toBeLessThanOrEqual(askedBefore.length - settled);
    expect(settled).toBeGreaterThan(20);
    const after = await prisma.candidate.findMany({ where: { jobId: resumed.job.jobId } });
    const judgedIn = new Map(after.map(({ companyId, judgedInJob }) => [companyId, judgedInJob]));
    for (const { companyId } of before) expect(judgedIn.get(companyId)).toBe(job.jobId);
    // One start, one charge.
    expect(await quotaUsed(system, teamId)).toBe(1);
    const { spent, ledger } = (await sums()) ?? {};
    expect(spent).toBe(ledger);
  });

  it("cannot be resumed by another team, twice at once, or after it has completed", async () => {
    const { job } = await cancelledHalfWay();
    const stranger = await system.team();
    const codes = async (input: ResumeDiscoveryInput, as = key) =>
      (await system.ask(as, ResumeDiscoveryDocument, { input })).errors?.[0]?.extensions.code;
    expect(await codes({ jobId: job.jobId }, stranger.key)).toBe("NOT_FOUND");
    expect(await codes({ jobId: 2_000_000_000 })).toBe("NOT_FOUND");
    expect(await codes({ jobId: job.jobId, maxCostUsd: -1 })).toBe("INVALID_INPUT");
    const { resumeDiscovery: resumed } = await resume({ jobId: job.jobId });
    expect(await codes({ jobId: job.jobId })).toBe("CONFLICT");
    expect(await codes({ jobId: resumed.job.jobId })).toBe("CONFLICT");
    await ended(system, key, resumed.market.marketId);
    expect(await codes({ jobId: resumed.job.jobId })).toBe("CONFLICT");
    // What was paid for is known to the job that went on.
    expect(await codes({ jobId: job.jobId })).toBe("CONFLICT");
    const reader = await system.key(teamId, ["discovery:read"]);
    expect(await codes({ jobId: job.jobId }, reader)).toBe("FORBIDDEN");
  });
});

describe("a discovery that has ended", () => {
  it("is forked into a market of its own, which takes over what was judged by the same criteria", async () => {
    const { market, job } = await start(system, key, CRITERIA);
    await ended(system, key, market.marketId);
    const calls = asked.length;
    const { spent } = (await sums()) ?? {};

    const { forkDiscovery: forked } = await fork({
      jobId: job.jobId,
      searchCriteria: { count: 10, marketName: "Fewer" },
    });
    expect(forked.market.marketId).not.toBe(market.marketId);
    const { jobs } = await ended(system, key, forked.market.marketId);
    expect(jobs[0]).toMatchObject({ status: "COMPLETED", companiesFound: 10 });
    expect(asked.length).toBe(calls);
    expect((await sums())?.spent).toBe(spent);
    expect(await quotaUsed(system, teamId)).toBe(2);
    expect((await marketState(system, key, market.marketId)).jobs).toHaveLength(1);
  });

  it("is forked by asking the model about those that it could not be asked about then", async () => {
    const input = { searchCriteria: CRITERIA, maxCostUsd: 0.01 };
    const { market, job } = (await system.answer(key, StartDiscoveryDocument, { input })).startDiscovery;
    await ended(system, key, market.marketId);
    const before = asked.length;
    expect(before).toBeLessThan(60);
    const { forkDiscovery: forked } = await fork({ jobId: job.jobId });
    await ended(system, key, forked.market.marketId);
    expect(asked.length).toBeGreaterThan(before);
    // Nobody twice.
    expect(new Set(asked).size).toBe(asked.length);
  });

  it("is forked with other criteria by judging again, and by no other team", async () => {
    const { market, job } = await start(system, key, CRITERIA);
    await ended(system, key, market.marketId);
    const calls = asked.length;
    const { forkDiscovery: forked } = await fork({
      jobId: job.jobId,
      searchCriteria: { keywords: { irrelevant: ["repair shops"] } },
    });
    await ended(system, key, forked.market.marketId);
    expect(asked.length).toBeGreaterThan(calls);
    const stranger = await system.team();
    const { errors } = await system.ask(stranger.key, ForkDiscoveryDocument, { input: { jobId: job.jobId } });
    expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });
});
