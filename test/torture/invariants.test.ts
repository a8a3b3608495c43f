import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTeam } from "#accounts/teams/create-team";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";
import { seedJob } from "../support/jobs.ts";
import type { State } from "./invariant.ts";
import { INVARIANTS } from "./invariants.ts";
import { emptyJournal, type Journal, type Message } from "./journal.ts";
import { planOf } from "./plan.ts";
import { randomOf } from "./random.ts";

let database: TestDatabase;
/** One that a backup was restored into. */
let restoredInto: TestDatabase;
let teamId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  restoredInto = await createTestDatabase();
  ({ id: teamId } = await createTeam(database.db.prisma, { name: "Team", domain: "example.com" }));
});
afterAll(async () => {
  await database?.drop();
  await restoredInto?.drop();
});

interface OtherEvidence {
  providerCalls?: number;
  doctorSays?: number;
  restored?: State;
}

/** Names of the invariants that do not hold. */
async function broken(journal: Journal, evidence: OtherEvidence = {}) {
  const { providerCalls = 0, doctorSays = 0, restored = null } = evidence;
  const doctor = { code: doctorSays, output: "" };
  const results = await Promise.all(
    INVARIANTS.map(async ({ name, check }) => ({
      name,
      ...(await check({ db: database.db, journal, providerCalls, doctor, restored })),
    })),
  );
  return results.filter(({ violations }) => violations.length > 0).map(({ name }) => name);
}

/** An ended discovery that found one company, of which a column's cell quotes the description. */
async function seedMarket() {
  const { db } = database;
  const { marketId, jobId } = await seedJob(db, { teamId }, { status: "running" });
  const { id: companyId } = await seedCompany(db, "kites.de", { description: "It makes kites." });
  const judged = { marketId, companyId, jobId, rank: 1, score: 1, reason: "", criteria: [] };
  await db.prisma.candidate.create({
    data: { ...judged, domain: "kites.de", verdict: "in", judgedBy: "x", judgedInJob: jobId },
  });
  await db.prisma.marketCompany.create({ data: judged });
  await db.query("UPDATE workflow_runs SET status = 'completed', ended_at = now()");
  await db.query("UPDATE jobs SET status = 'completed', companies_found = 1");
  await db.query("UPDATE markets SET status = 'in_review'");
  await db.query("INSERT INTO directory_state (version) VALUES (1) ON CONFLICT DO NOTHING");
  const { id: columnId } = await db.prisma.marketColumn.create({
    data: { marketId, name: "Makes", question: "What does it make?", kind: "text", createdBy: randomUUID() },
  });
  const source = {
    sourceKind: "record",
    sourceField: "description",
    sourceUrl: "https://kites.de",
    sourceTitle: "Kites",
  } as const;
  await db.prisma.marketCell.create({
    data: {
      columnId,
      companyId,
      marketId,
      state: "said",
      value: "kites",
      quote: "makes kites",
      ...source,
      sourceDate: new Date(),
      filledAt: new Date(),
    },
  });
  const { id: noticeId } = await db.prisma.notice.findFirstOrThrow();
  return { marketId, jobId, companyId, columnId, noticeId };
}

/** A message about a notice, as it comes to a webhook. */
function messageOf(noticeId: string, secret: string): Message {
  const id = randomUUID();
  const timestamp = 1_795_000_000;
  const body = JSON.stringify({ data: { noticeId } });
  const signature = new Webhook(secret).sign(id, new Date(timestamp * 1_000), body);
  return { teamId, id, timestamp, signature, body, noticeId, isAccepted: true };
}

describe("the invariants of the torture", () => {
  it("hold on a database with an ended job, and each finds its own kind of damage", async () => {
    const { db } = database;
    const { marketId, jobId, companyId, columnId, noticeId } = await seedMarket();
    const secret = `whsec_${Buffer.from("a secret of the tests").toString("base64")}`;
    const message = messageOf(noticeId, secret);
    const sound = () => ({
      ...emptyJournal(),
      starts: new Map([["start", new Set([marketId])]]),
      columns: new Map([["column", new Set([columnId])]]),
      webhooks: [{ webhookId: 1, teamId, secret }],
      messages: [message],
    });
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
    await damage("UPDATE jobs SET companies_found = 2", "UPDATE jobs SET companies_found = 1");
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
    await damage("UPDATE company_segments SET companies = 2", "UPDATE company_segments SET companies = 1");
    await damage(
      `INSERT INTO observations (url, title, published_at, content_hash) VALUES ('https://example.org/1', 'Title', now(), 'hash')`,
      "DELETE FROM observations",
    );
    await damage("UPDATE notice_logs SET sequence = 2", "UPDATE notice_logs SET sequence = 1");
    await expectOne({ ...sound(), messages: [] });
    await expectOne({ ...sound(), messages: [{ ...message, isAccepted: false }] });
    await expectOne({ ...sound(), messages: [{ ...message, body: `${message.body} ` }] });
    await expectOne({ ...sound(), messages: [message, messageOf(noticeId, secret)] });

    const monitor = (matching: number, basis: string) =>
      `INSERT INTO monitors (id, team_id, kind, market_id, name, every_minutes, created_by, matching, basis)
       VALUES (1, ${teamId}, 'market', ${marketId}, 'Kites', 60, '${randomUUID()}', ${matching}, ${basis})`;
    const upToDate = `(SELECT jsonb_build_object('directory', version) FROM directory_state)`;
    await damage(monitor(1, upToDate), "DELETE FROM monitors");
    await damage(monitor(0, "NULL"), "DELETE FROM monitors");
    await db.query(monitor(0, upToDate));
    await expectOne({ ...sound(), monitors: [{ monitorId: 1, startedWith: [companyId] }] });
    const told = (sequence: number) =>
      `('${randomUUID()}', ${teamId}, ${sequence}, 'company.entered', '', 1, ${companyId})`;
    await db.query("UPDATE notice_logs SET sequence = 3");
    await db.query("UPDATE monitors SET matching = 1");
    await db.query(
      `INSERT INTO monitor_subjects (monitor_id, subject_id, is_in, digest, facts) VALUES (1, ${companyId}, true, '', '{}')`,
    );
    await db.query(
      `INSERT INTO notices (id, team_id, sequence, kind, title, monitor_id, company_id) VALUES ${told(2)}, ${told(3)}`,
    );
    await expectOne({ ...sound(), webhooks: [] });
    await db.query("UPDATE notice_logs SET sequence = 1");
    await db.query("DELETE FROM monitors");
    expect(await broken(sound())).toEqual([]);

    await expectOne({ ...sound(), columns: new Map([["column", new Set([columnId, columnId + 1])]]) });
    await damage("UPDATE market_cells SET state = 'waiting'", "UPDATE market_cells SET state = 'said'");
    await damage("UPDATE market_cells SET state = 'stopped'", "UPDATE market_cells SET state = 'said'");
    await expectOne({ ...sound(), fills: [{ column_id: columnId, since: new Date(Date.now() + 60_000) }] });
    await damage("UPDATE market_cells SET quote = 'sews sails'", "UPDATE market_cells SET quote = 'makes kites'");
    await damage(
      "UPDATE market_columns SET read_by = 'model', cost_cap = 5",
      "UPDATE market_columns SET read_by = 'rules', cost_cap = NULL",
    );

    const restored = { db: restoredInto.db, journal: emptyJournal() };
    expect(await broken(sound(), { restored })).toEqual([]);
    await expectOne(sound(), { restored: { ...restored, journal: { ...emptyJournal(), domains: ["kites.de"] } } });
    await restoredInto.db.query("INSERT INTO company_segments (segment, companies) VALUES (1, 1)");
    await expectOne(sound(), { restored });
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
