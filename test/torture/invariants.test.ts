import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTeam } from "#accounts/teams/create-team";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedJob } from "../support/jobs.ts";
import { INVARIANTS } from "./invariants.ts";
import { emptyJournal, type Journal } from "./journal.ts";
import { planOf } from "./plan.ts";
import { randomOf } from "./random.ts";

let database: TestDatabase;
let teamId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ id: teamId } = await createTeam(database.db.prisma, { name: "Team", domain: "example.com" }));
});
afterAll(() => database?.drop());

/** Names of the invariants that do not hold. */
async function broken(journal: Journal, evidence: { providerCalls?: number; doctorSays?: number } = {}) {
  const { providerCalls = 0, doctorSays = 0 } = evidence;
  const doctor = { code: doctorSays, output: "" };
  const results = await Promise.all(
    INVARIANTS.map(async ({ name, check }) => ({
      name,
      ...(await check({ db: database.db, journal, providerCalls, doctor })),
    })),
  );
  return results.filter(({ violations }) => violations.length > 0).map(({ name }) => name);
}

describe("the invariants of the torture", () => {
  it("hold on a database with an ended job, and each finds its own kind of damage", async () => {
    const { db } = database;
    const { marketId, jobId } = await seedJob(db, { teamId }, { status: "completed" });
    const sound = () => ({ ...emptyJournal(), starts: new Map([["start", new Set([marketId])]]) });
    expect(await broken(sound())).toEqual([]);

    const found = new Set<string>();
    const expectOne = async (journal: Journal, evidence?: Parameters<typeof broken>[1]) => {
      const names = await broken(journal, evidence);
      expect(names).toHaveLength(1);
      for (const name of names) found.add(name);
    };
    /** Damages the database, looks, and undoes it. */
    const damage = async (statement: string, undo: string) => {
      await db.query(statement);
      await expectOne(sound());
      await db.query(undo);
    };
    await expectOne({ ...sound(), starts: new Map([["start", new Set([marketId, marketId + 1])]]) });
    await expectOne({ ...sound(), jobs: new Map([["publish", new Set([jobId + 1])]]) });
    await expectOne({ ...sound(), domains: ["nowhere.com"] });
    await expectOne({ ...sound(), cancelled: [{ marketId, jobId }] });
    await expectOne({ ...sound(), followed: [{ marketId, entries: [{ sequence: 2, message: "later" }] }] });
    const race = { marketId, racers: 2, wonBy: [jobId, jobId], conflicts: 0, unanswered: 0 };
    await expectOne({ ...sound(), races: [race] });
    await expectOne({ ...sound(), races: [{ ...race, wonBy: [], conflicts: 2 }] });
    await expectOne({ ...sound(), faults: ["500"] });
    await expectOne(sound(), { providerCalls: 1 });
    await expectOne(sound(), { doctorSays: 1 });
    await damage(
      `UPDATE jobs SET status = 'running' WHERE id = ${jobId}`,
      `UPDATE jobs SET status = 'completed' WHERE id = ${jobId}`,
    );
    await damage(
      "UPDATE jobs SET status = 'failed', kind = 'pipeline'",
      "UPDATE jobs SET status = 'completed', kind = 'discovery'",
    );
    await damage("UPDATE markets SET status = 'discovering'", "UPDATE markets SET status = 'in_review'");
    await damage("UPDATE markets SET log_sequence = 1", "UPDATE markets SET log_sequence = 0");
    await damage("UPDATE jobs SET companies_found = 1", "UPDATE jobs SET companies_found = 0");
    await damage("UPDATE workflow_runs SET kind = 'publish'", "UPDATE workflow_runs SET kind = 'discovery'");
    await damage(`INSERT INTO quota_usage VALUES (${teamId}, '2026-11', 1)`, "DELETE FROM quota_usage");
    await damage(`INSERT INTO spend (team_id, month, amount) VALUES (${teamId}, '2026-11', 5)`, "DELETE FROM spend");
    const entry = (id: number, state: string) =>
      `('00000000-0000-4000-8000-00000000000${id}', ${teamId}, '2026-11', 'job', ${jobId}, 'test', 'judge', 'hash', '${state}', 0, 0, now() - interval '1 hour')`;
    const columns =
      "id, team_id, month, purpose, job_id, provider, operation, request_hash, state, cap, amount, leased_until";
    await damage(
      `INSERT INTO ledger_entries (${columns}) VALUES ${entry(1, "settled")}, ${entry(2, "settled")}`,
      "DELETE FROM ledger_entries",
    );
    await damage(`INSERT INTO ledger_entries (${columns}) VALUES ${entry(1, "intent")}`, "DELETE FROM ledger_entries");
    await damage("INSERT INTO company_segments (segment, companies) VALUES (1, 1)", "DELETE FROM company_segments");
    await damage(
      `INSERT INTO observations (url, title, published_at, content_hash) VALUES ('https://example.org/1', 'Title', now(), 'hash')`,
      "DELETE FROM observations",
    );
    expect(INVARIANTS.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });
});

describe("the plan of a torture", () => {
  it("is the same for the same seed, another for another, and has a kill every few seconds", () => {
    const plan = planOf(randomOf(7), 4);
    expect(planOf(randomOf(7), 4)).toEqual(plan);
    expect(planOf(randomOf(8), 4)).not.toEqual(plan);
    expect(plan.filter(({ kind }) => kind === "kill").length).toBeGreaterThan(100);
    expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(["kill", "hang", "clock"]));
  });
});
