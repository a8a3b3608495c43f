import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ExtendDiscoveryDocument,
  NewCollectionDocument,
  StartDiscoveryDocument,
  type StartDiscoveryInput,
} from "#generated/tests/graphql";
import { type GraphAnswer, present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

/** The statements of the operation itself: those that authenticate the key are the same for every request. */
const ofOperation = (statements: string[]) => statements.filter((sql) => !/api_keys/.test(sql));

describe("a start", () => {
  const criteria = { userPrompt: "makers of kites", marketName: "Kites" };
  const startBy = (key: string, more: Partial<StartDiscoveryInput> = {}) =>
    system.ask(key, StartDiscoveryDocument, {
      input: { searchCriteria: criteria, pipelineChoices: { runNews: true }, ...more },
    });
  const written = async () => {
    const { prisma } = system.database.db;
    return [
      await prisma.market.count(),
      await prisma.workflowRun.count(),
      await prisma.job.count(),
      await prisma.progressEntry.count(),
      await prisma.criteriaVersion.count(),
    ];
  };

  it("writes market, run, jobs, criteria, charge and log by one statement, and reads the answer by two", async () => {
    const { teamId, key } = await system.team({ monthlyQuota: 2 });
    const before = await written();
    system.statements();
    const { data, errors } = await startBy(key);
    expect(errors).toBeUndefined();
    const all = ofOperation(system.statements());
    const statements = all.filter((sql) => !sql.includes("audit_entries"));
    // The audit trail: before, and the outcome.
    expect(all.length - statements.length).toBe(2);
    expect(statements.filter((sql) => sql.includes("INSERT INTO"))).toHaveLength(1);
    expect(statements).toHaveLength(3);
    expect((await written()).map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1, 2, 1, 1]);
    const { prisma } = system.database.db;
    const marketId = data?.startDiscovery.market.marketId ?? 0;
    const market = await prisma.market.findUniqueOrThrow({
      where: { id: marketId },
      include: { runs: true, log: true, jobs: { orderBy: { id: "asc" } } },
    });
    expect(market).toMatchObject({ teamId, status: "discovering", logSequence: 1, name: "Kites" });
    expect(market.runs).toMatchObject([{ kind: "discovery", status: "queued", chargedMonth: expect.any(String) }]);
    expect(market.jobs).toMatchObject([
      { kind: "discovery", name: "first_pass", stage: "queued" },
      { kind: "pipeline", status: "queued" },
    ]);
    expect(market.log).toMatchObject([{ sequence: 1, jobId: market.jobs[0]?.id, phase: "queued", key: "queued" }]);
  });

  it("takes at most eight statements under an Idempotency-Key over REST", async () => {
    const { key } = await system.team();
    system.statements();
    const answer = await system.rest(
      key,
      "POST",
      "/v2/discovery/start",
      { searchCriteria: criteria },
      {
        "idempotency-key": "one",
      },
    );
    expect(answer.status).toBe(200);
    expect(ofOperation(system.statements()).length).toBeLessThanOrEqual(8);
  });

  it("writes nothing beyond the quota, in a strange collection, or while the market is busy", async () => {
    const { key } = await system.team({ monthlyQuota: 1 });
    const foreign = await system.answer((await system.team()).key, NewCollectionDocument, { name: "Theirs" });
    const before = await written();
    const strange = await startBy(key, { collectionId: foreign.createCollection.collectionId });
    expect(strange.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect(await written()).toEqual(before);
    const started = present((await startBy(key)).data).startDiscovery;
    const after = await written();
    const codeOf = ({ errors }: GraphAnswer<unknown>) => errors?.[0]?.extensions.code;
    expect(codeOf(await startBy(key))).toBe("QUOTA_EXCEEDED");
    // The busy market is a conflict, although nothing is left of the quota.
    const extension = { marketId: started.market.marketId, searchCriteria: criteria };
    expect(codeOf(await system.ask(key, ExtendDiscoveryDocument, { input: extension }))).toBe("CONFLICT");
    expect(await written()).toEqual(after);
  });

  it("of many at once charges no more than the quota has", async () => {
    const { teamId, key } = await system.team({ monthlyQuota: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => startBy(key)));
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(3);
    expect(await system.database.db.prisma.quotaUsage.findMany({ where: { teamId } })).toMatchObject([{ used: 3 }]);
    expect(await system.database.db.prisma.market.count({ where: { teamId } })).toBe(3);
  });
});
