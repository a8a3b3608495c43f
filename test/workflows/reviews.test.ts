import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ExtendDiscoveryDocument,
  MarketEvidenceDocument,
  ReviewCompanyDocument,
  type ReviewDecision,
  ReviewedMarketDocument,
  type ReviewedMarketQuery,
  type SearchCriteriaInput,
  WithdrawReviewDocument,
} from "#generated/tests/graphql";
import { replayJob } from "#markets/discovery/replay/replay-job";
import { verifyEvidence } from "#markets/evidence/verify-evidence";
import { ended, WIND_CRITERIA } from "../support/discovery.ts";
import { marketCommand } from "../support/market.ts";
import { present, type TestSystem } from "../support/system.ts";
import { type JudgingSystem, payloadOf, startJudgingSystem } from "./judged-by-model.ts";

let judging: JudgingSystem;
let system: TestSystem;
let key: string;
let teamId: number;

beforeAll(async () => {
  judging = await startJudgingSystem();
  ({ system } = judging);
});
afterAll(() => judging?.stop());
beforeEach(async () => {
  ({ key, teamId } = await system.team());
  judging.reset();
});

const discover = () => judging.discover(key);

const replay = (jobId: number) => replayJob(system.database.db, jobId, null);

describe("reviews of a market", () => {
  const market = async (marketId: number) =>
    present((await system.answer(key, ReviewedMarketDocument, { marketId })).market);
  const domains = ({ companies }: NonNullable<ReviewedMarketQuery["market"]>) =>
    companies.edges.map(({ node }) => node.domain);
  const review = (marketId: number, domain: string, decision: ReviewDecision, reason?: string) =>
    system.ask(key, ReviewCompanyDocument, {
      input: { marketId, domain, decision, ...(reason === undefined ? {} : { reason }) },
    });
  const withdraw = (marketId: number, domain: string) => system.ask(key, WithdrawReviewDocument, { marketId, domain });
  const marketOf = async (jobId: number) =>
    (await system.database.db.prisma.job.findUniqueOrThrow({ where: { id: jobId } })).marketId;

  it("take a company out and put another first, keep the verdicts, and leave no trace when they are withdrawn", async () => {
    const jobId = await discover();
    const marketId = await marketOf(jobId);
    const before = await market(marketId);
    const [first = "", second = ""] = domains(before);
    expect(before.companies.edges).toHaveLength(5);
    expect(new Set(before.reviewSuggestions.map(({ domain }) => domain)).size).toBe(5);

    const rejected = await review(marketId, first, "REJECTED", "  Only sells them. ");
    expect(rejected.data).toEqual({
      reviewCompany: {
        review: {
          decision: "REJECTED",
          reason: "Only sells them.",
          company: { domain: first },
          candidate: { verdict: "IN" },
        },
      },
    });
    const without = await market(marketId);
    expect(domains(without)).toHaveLength(5);
    expect(domains(without)).not.toContain(first);
    // The best from below the cut has moved up, and says so no more.
    const [moved] = without.companies.edges.filter(({ node }) => !domains(before).includes(node.domain));
    expect(moved?.reason).toMatch(/^“/);
    expect(without.reviewSuggestions.map(({ domain }) => domain)).not.toContain(first);

    await review(marketId, "https://www.castor-turbines.com/", "ACCEPTED");
    const both = await market(marketId);
    expect(both.companies.edges[0]).toMatchObject({
      rank: 1,
      node: { domain: "castor-turbines.com" },
      review: { decision: "ACCEPTED" },
      reason: expect.stringMatching(/^Accepted by review\. /),
    });
    expect(both.companies.edges.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(both.reviews).toEqual({
      totalCount: 2,
      edges: [
        {
          node: { decision: "ACCEPTED", company: { domain: "castor-turbines.com" }, candidate: { verdict: "FAILED" } },
        },
        { node: { decision: "REJECTED", company: { domain: first }, candidate: { verdict: "IN" } } },
      ],
    });
    expect(await replay(jobId)).toMatchObject({ same: true });

    await review(marketId, second, "ACCEPTED");
    await review(marketId, second, "REJECTED");
    expect(domains(await market(marketId))).not.toContain(second);
    for (const domain of [first, second, "castor-turbines.com"])
      expect((await withdraw(marketId, domain)).data).toEqual({
        withdrawReview: { review: null, market: { marketId } },
      });
    expect((await market(marketId)).companies.edges.map(({ node, rank, reason }) => ({ node, rank, reason }))).toEqual(
      before.companies.edges.map(({ node, rank, reason }) => ({ node, rank, reason })),
    );
    expect((await withdraw(marketId, first)).errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  });

  it("are honoured by an extension and by a new judgement, and stand in the evidence", async () => {
    const jobId = await discover();
    const marketId = await marketOf(jobId);
    const [first = ""] = domains(await market(marketId));
    await review(marketId, first, "REJECTED");
    await review(marketId, "castor-turbines.com", "ACCEPTED");
    const extend = async (changes: SearchCriteriaInput) => {
      const input = { marketId, searchCriteria: { ...WIND_CRITERIA, ...changes } };
      await system.answer(key, ExtendDiscoveryDocument, { input });
      return (await ended(system, key, marketId)).jobs[0]?.jobId ?? 0;
    };
    const second = await extend({ count: 10 });
    const { prisma } = system.database.db;
    expect(await prisma.candidate.count({ where: { jobId: second, domain: first } })).toBe(0);
    expect(domains(await market(marketId))).not.toContain(first);
    expect(domains(await market(marketId))[0]).toBe("castor-turbines.com");
    expect(await replay(second)).toMatchObject({ same: true });
    await extend({ performSearch: false });
    const after = domains(await market(marketId));
    expect(after[0]).toBe("castor-turbines.com");
    expect(after).not.toContain(first);
    expect(after.length).toBeGreaterThan(3);
    const { market: extended } = await system.answer(key, MarketEvidenceDocument, { marketId });
    const jws = present(extended).evidence.jws;
    expect(await verifyEvidence(Buffer.from(jws), null)).toMatchObject({ ok: true });
    expect(payloadOf(jws).companies.map(({ domain }: { domain: string }) => domain)).toEqual(after);
    expect(payloadOf(jws).reviews).toMatchObject([
      { domain: "castor-turbines.com", decision: "accepted" },
      { domain: first, decision: "rejected", reason: "" },
    ]);
  });

  it("are the market's team's alone, and written by keys that may change what it holds", async () => {
    const jobId = await discover();
    const marketId = await marketOf(jobId);
    const before = await market(marketId);
    const [first = ""] = domains(before);
    const stranger = await system.team();
    for (const [asking, code] of [
      [stranger.key, "NOT_FOUND"],
      [await system.key(teamId, ["markets:read", "discovery:read", "markets:publish"]), "FORBIDDEN"],
    ] as const)
      for (const { errors } of [
        await system.ask(asking, ReviewCompanyDocument, { input: { marketId, domain: first, decision: "REJECTED" } }),
        await system.ask(asking, WithdrawReviewDocument, { marketId, domain: first }),
      ])
        expect(errors).toMatchObject([{ extensions: { code } }]);
    expect((await system.ask(stranger.key, ReviewedMarketDocument, { marketId })).data).toEqual({ market: null });
    expect(await market(marketId)).toEqual(before);
    for (const [domain, code] of [
      ["nobody.com", "NOT_FOUND"],
      ["no domain", "INVALID_INPUT"],
    ] as const)
      expect((await review(marketId, domain, "ACCEPTED")).errors).toMatchObject([{ extensions: { code } }]);
    expect((await review(marketId, first, "ACCEPTED", "x".repeat(1_001))).errors).toMatchObject([
      { extensions: { code: "INVALID_INPUT" } },
    ]);
    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
      NODE_ENV: "test",
    };
    const run = (...args: string[]) => marketCommand(["review", String(marketId), ...args], environment);
    const made = await run(first, "--reject", "--reason", "A shop", "--team", String(teamId));
    expect(made.stdout).toBe(`Rejected: ${first}. The market has 5 companies.\n`);
    const listed = await run();
    expect(listed.stdout).toMatch(/^rejected +\S+ +in +\S+ +A shop/m);
    expect(listed.stdout).toMatch(/would help most[\s\S]*not recommendations[\s\S]* % +\w[\w ,;]* like it/);
  });
});
