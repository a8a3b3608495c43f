import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CancelDiscoveryDocument, CancelPublishDocument, MarketPublishedAtDocument } from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, publish, start, THREE_JOBS } from "../support/discovery.ts";
import { holdTable } from "../support/hold-table.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let marketId: number;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ key, teamId } = await system.team());
  ({
    market: { marketId },
  } = await start(system, key));
  await ended(system, key, marketId);
});
afterAll(() => system?.stop());

/** Keeps publishes in the queue, until the test is over. */
async function holdUpDispatch(): Promise<void> {
  const { pool } = system.database.db;
  await pool.query(
    `CREATE OR REPLACE FUNCTION much_later() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN NEW.dispatch_attempts := 1; NEW.next_dispatch_at := now() + interval '1 hour'; RETURN NEW; END $$`,
  );
  await pool.query(
    "CREATE TRIGGER much_later BEFORE INSERT ON workflow_runs FOR EACH ROW EXECUTE FUNCTION much_later()",
  );
  onTestFinished(async () => {
    await pool.query("DROP TRIGGER much_later ON workflow_runs");
  });
}

/** Publishes: the first job is done at once, the second is held up until the test is over, the third has not begun. */
async function publishUntilHeldUp() {
  await holdTable(system.database.db, "market_analyses", "ACCESS EXCLUSIVE");
  const jobs = await publish(system, key, marketId, THREE_JOBS);
  await eventually(
    () => jobsOfNewest(),
    ([, second]) => second?.status === "RUNNING",
  );
  return jobs;
}

/** The jobs of the newest publish, in their order. */
async function jobsOfNewest() {
  const { jobs } = await marketState(system, key, marketId);
  return jobs.filter(({ workflowId }) => workflowId === jobs[0]?.workflowId).reverse();
}

const stateOf = async () => present((await system.answer(key, MarketPublishedAtDocument, { marketId })).market);
const codeOf = async (asking: string) =>
  (await system.ask(asking, CancelPublishDocument, { marketId })).errors?.[0]?.extensions.code;

async function log(): Promise<string[]> {
  const entries = await system.database.db.prisma.progressEntry.findMany({
    where: { marketId },
    orderBy: { sequence: "asc" },
  });
  return entries.map(({ phase, message }) => `${phase}: ${message}`);
}

const BY_KEY = (suffix = "") => expect.stringMatching(new RegExp(`^cancelled by key \\S+${suffix}$`));

describe("cancelling a publish", () => {
  it("that waits ends it at once, and the log says who did", async () => {
    await holdUpDispatch();
    await publish(system, key, marketId, { runReverseGeocoding: true });
    const { data } = await system.ask(key, CancelPublishDocument, { marketId });
    expect(data).toEqual({
      cancelPublish: {
        market: { status: "IN_REVIEW" },
        jobs: [{ workflowName: "runReverseGeocoding", status: "CANCELLED" }],
      },
    });
    expect(await jobsOfNewest()).toMatchObject([{ error: BY_KEY(" before it started") }]);
    expect((await log()).at(-1)).toMatch(/^cancelled: cancelled by key \S+ before it started$/);
    expect(await codeOf(key)).toBe("CONFLICT");
    expect(await stateOf()).toEqual({ status: "IN_REVIEW", publishedAt: null });
  });

  it("that runs ends it within seconds, keeps what is done, and gives the market its state back", async () => {
    await publishUntilHeldUp();
    expect(await stateOf()).toMatchObject({ status: "PUBLISHED", publishedAt: expect.any(String) });
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => system.ask(key, CancelPublishDocument, { marketId })),
    );
    const refused = answers.flatMap(({ errors }) => errors ?? []);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({
      message: expect.stringContaining("is being cancelled already"),
      extensions: { code: "CONFLICT" },
    });
    await ended(system, key, marketId, 15_000);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(await jobsOfNewest()).toMatchObject([
      { status: "COMPLETED", stage: "completed", error: null },
      { status: "CANCELLED", stage: "cancelled", error: BY_KEY() },
      { status: "CANCELLED", stage: "cancelled", error: BY_KEY() },
    ]);
    expect(await stateOf()).toEqual({ status: "IN_REVIEW", publishedAt: null });
    expect((await log()).slice(-2)).toEqual([
      expect.stringMatching(/^cancelled: cancelled by key \S+$/),
      expect.stringMatching(/^cancelled: cancelled by key \S+$/),
    ]);
    expect(await codeOf(key)).toBe("CONFLICT");
  });

  it("in the Temporal UI ends it the same way", async () => {
    const [job] = await publishUntilHeldUp();
    const temporal = await connectTemporal(system);
    await temporal.workflow.getHandle(`publish-${job?.workflowId}`).cancel();
    await temporal.connection.close();
    await ended(system, key, marketId, 15_000);
    expect((await jobsOfNewest()).map(({ status }) => status)).toEqual(["COMPLETED", "CANCELLED", "CANCELLED"]);
    expect(await stateOf()).toEqual({ status: "IN_REVIEW", publishedAt: null });
  });

  it("that has ended is a conflict, and changes nothing", async () => {
    await publish(system, key, marketId, { runReverseGeocoding: true });
    await ended(system, key, marketId);
    const before = await stateOf();
    expect(before.status).toBe("PUBLISHED");
    expect(await codeOf(key)).toBe("CONFLICT");
    expect(await stateOf()).toEqual(before);
  });

  it("of a published market leaves it published, since when it was", async () => {
    const before = await stateOf();
    expect(before).toMatchObject({ status: "PUBLISHED", publishedAt: expect.any(String) });
    await publishUntilHeldUp();
    expect((await stateOf()).publishedAt).not.toBe(before.publishedAt);
    await system.ask(key, CancelPublishDocument, { marketId });
    await ended(system, key, marketId, 15_000);
    expect(await stateOf()).toEqual(before);
  });

  it("is for keys of the team with the scope alone", async () => {
    await holdUpDispatch();
    await publish(system, key, marketId, { runReverseGeocoding: true });
    const stranger = await system.team();
    expect(await codeOf(stranger.key)).toBe("NOT_FOUND");
    expect(await codeOf(await system.key(teamId, ["discovery:write", "markets:read"]))).toBe("FORBIDDEN");
    expect((await jobsOfNewest()).map(({ status }) => status)).toEqual(["QUEUED"]);
    expect(
      await codeOf(await system.key(teamId, ["markets:publish", "markets:read", "discovery:read"])),
    ).toBeUndefined();
  });

  it("does not cancel a discovery, nor the other way round", async () => {
    await holdUpDispatch();
    await publish(system, key, marketId);
    const discovery = await system.ask(key, CancelDiscoveryDocument, { marketId });
    expect(discovery.errors?.[0]?.extensions.code).toBe("CONFLICT");
    expect(await codeOf(key)).toBeUndefined();
    const { market } = await start(system, key);
    const { errors } = await system.ask(key, CancelPublishDocument, { marketId: market.marketId });
    expect(errors?.[0]?.extensions.code).toBe("CONFLICT");
  });
});
