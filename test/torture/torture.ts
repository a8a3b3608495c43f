import { setTimeout as sleep } from "node:timers/promises";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { createTeam } from "#accounts/teams/create-team";
import { openDatabase } from "#foundation/db/database";
import { NOTICES_CHANNEL } from "#notices/notice";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { analyst, type Client, importer, races, revoker, startedMarket } from "./clients.ts";
import { columnist } from "./columnist.ts";
import { openDoor } from "./door.ts";
import type { InvariantResult, State } from "./invariant.ts";
import { INVARIANTS } from "./invariants.ts";
import { emptyJournal, type Journal } from "./journal.ts";
import { keeper } from "./keeper.ts";
import { type Disturbance, planOf } from "./plan.ts";
import { startProvider } from "./provider.ts";
import { type Random, randomOf } from "./random.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { type Suffered, startTortureSystem, type TortureSystem } from "./system.ts";
import { MAKERS_AT_HOME, receiveNotices, runMonitor, startMonitor, watcher } from "./watcher.ts";

export interface TortureOptions {
  seed: number;
  minutes: number;
  /** Ends the disturbance after so many kills. */
  kills?: number | undefined;
  onStep(text: string): void;
}

export interface TortureReport extends Suffered {
  seed: number;
  minutes: number;
  acknowledged: number;
  /** Backups that were completed; the last one is restored. */
  backups: number;
  /** Messages that webhooks received, repeated ones included. */
  messages: number;
  races: { rounds: number; oneWinner: number };
  invariants: InvariantResult[];
  violations: number;
}

type Everybody = [Client, Client, Client, Client, Client, Client, ...Client[]];

const ANALYSTS = 4;
/** Those who race, import, revoke, watch, ask of columns, and back up. */
const OTHERS = 6;
/** How long clients may take to come to an end once nothing disturbs any more, and then the jobs. */
const CLIENTS_MS = 180_000;
const JOBS_MS = 240_000;
/** Above the longest lease of a paid call and the pause of the housekeeping that closes what was cut off. */
const LEASES_MS = 120_000;
/** How long the last look of a monitor may take, and the last messages to webhooks. */
const LOOKS_MS = 60_000;
const MESSAGES_MS = 60_000;
/** US dollars for a month, in millionths: little enough that calls are refused. */
const SMALL_BUDGET = 4_000n;

/** Carries out the plan, at most until so many kills have reached a process. */
async function disturb(
  system: TortureSystem,
  plan: Disturbance[],
  { kills: wanted = Number.POSITIVE_INFINITY, onStep }: TortureOptions,
): Promise<void> {
  const began = Date.now();
  const failures: unknown[] = [];
  for (const one of plan) {
    if (system.suffered.kills >= wanted) break;
    await sleep(Math.max(0, began + one.atMs - Date.now()));
    if (failures.length > 0) throw failures[0];
    const amount = one.kind === "clock" ? `by ${one.byMs}` : `for ${one.forMs}`;
    onStep(`${(one.atMs / 1_000).toFixed(1)} s  ${one.kind} ${one.part} ${amount} ms`);
    system.disturb(one).catch((error: unknown) => failures.push(error));
  }
}

/** Waits until a count is 0, or gives up after so long: what is left then is a violation. */
async function untilNone(system: TortureSystem, count: string, withinMs: number): Promise<void> {
  const db = openDatabase(system.databaseUrl, { maxConnections: 1 });
  try {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(500)) {
      const [row] = await db.query<{ count: number }>(`SELECT (${count})::int AS count`);
      if (row?.count === 0) return;
    }
  } finally {
    await db.close();
  }
}

const OPEN_RUNS = `(SELECT count(*) FROM workflow_runs WHERE status IN ('queued', 'running'))
  + (SELECT count(*) FROM dossier_tasks WHERE status IN ('queued', 'running'))
  + (SELECT count(*) FROM column_fills WHERE status IN ('queued', 'running'))
  + (SELECT count(*) FROM market_cells WHERE state = 'waiting')`;
const OLD_LOOKS = `SELECT count(*) FROM monitors m CROSS JOIN directory_state d WHERE (m.basis->>'directory')::int IS DISTINCT FROM d.version`;
const OPEN_CALLS = "SELECT count(*) FROM ledger_entries WHERE state = 'intent'";

async function makeClients(system: TortureSystem, journal: Journal, random: Random) {
  const db = openDatabase(system.databaseUrl, { maxConnections: 2 });
  try {
    await importTestCompanies(db, [...TEST_COMPANIES, ...MAKERS_AT_HOME]);
    let open = true;
    let patient = true;
    const clients: Client[] = [];
    for (let i = 0; i < ANALYSTS + OTHERS; i++) {
      const team = await createTeam(db.prisma, { name: `Team ${i}`, domain: "example.com", monthlyQuota: null });
      if (i === 0) await db.prisma.team.update({ where: { id: team.id }, data: { monthlyBudget: SMALL_BUDGET } });
      const { key } = await issueKey(db.prisma, {
        teamId: team.id,
        scopes: SCOPES,
        subscriptions: [],
        environment: "test",
      });
      const choices = random.fork();
      const door = openDoor(system.apis, {
        journal,
        random: choices.fork(),
        isOpen: () => open,
        isPatient: () => patient,
      });
      clients.push({ door, journal, random: choices, system, team: { teamId: team.id, key } });
    }
    return {
      clients,
      close: () => {
        open = false;
      },
      giveUp: () => {
        patient = false;
      },
      resume: () => {
        patient = true;
      },
    };
  } finally {
    await db.close();
  }
}

/**
 * What everybody works with from the beginning, made in quiet: webhooks of all teams, a monitor, and a market for each
 * client that needs one.
 */
async function prepare(clients: Client[], receiver: Receiver, watching: Client, withMarkets: Client[]) {
  for (const client of clients) await receiveNotices(client, receiver);
  const db = openDatabase(watching.system.databaseUrl, { maxConnections: 1 });
  try {
    const [monitorId, ...marketIds] = await Promise.all([
      startMonitor(watching, db),
      ...withMarkets.map(startedMarket),
    ]);
    return { monitorId, marketOf: new Map(withMarkets.map((client, i) => [client, marketIds[i] ?? 0])) };
  } finally {
    await db.close();
  }
}

/** Has the last messages sent, as if the minutes had passed for which others wait. */
async function sendAll(system: TortureSystem, withinMs: number): Promise<void> {
  const db = openDatabase(system.databaseUrl, { maxConnections: 1 });
  try {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(2_000)) {
      const waiting = await db.query(
        `SELECT FROM webhooks w JOIN notice_logs l ON l.team_id = w.team_id WHERE w.position < l.sequence
         UNION ALL SELECT FROM webhook_deliveries WHERE status = 'pending'`,
      );
      if (waiting.length === 0) return;
      await db.query("UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'");
      await db.query(`SELECT pg_notify('${NOTICES_CHANNEL}', '')`);
    }
  } finally {
    await db.close();
  }
}

/** Restores the last backup; null where none was acknowledged. */
async function restoreLast(system: TortureSystem, { backups }: Journal): Promise<State | null> {
  const last = backups.at(-1);
  if (last === undefined) return null;
  return { db: openDatabase(await system.restore(last.file), { maxConnections: 2 }), journal: last.before };
}

/** One trial: a product of its own, clients, disturbances, quiet, and what is true then. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { seed, minutes, onStep } = options;
  const random = randomOf(seed);
  const plan = planOf(random.fork(), minutes);
  const provider = await startProvider(random.fork());
  const journal = emptyJournal();
  const receiver = await startReceiver(random.fork(), journal);
  onStep("starting PostgreSQL, Temporal, two APIs and two workers");
  const environment = { ...provider.environment, FETCH_ALLOW: receiver.hostAndPort };
  const system = await startTortureSystem(environment).catch(async (error: unknown) => {
    await provider.stop();
    await receiver.stop();
    throw error;
  });
  try {
    const { clients, close, giveUp, resume } = await makeClients(system, journal, random.fork());
    const [racing, importing, revoking, watching, asking, keeping, ...analysts] = clients as Everybody;
    onStep("preparing webhooks, a monitor and markets");
    const { monitorId, marketOf } = await prepare(clients, receiver, watching, [racing, asking, ...analysts]);
    const market = (client: Client) => marketOf.get(client) ?? 0;
    const working = Promise.all([
      ...analysts.map((client, i) => analyst(client, market(client), i)),
      races(racing, market(racing)),
      importer(importing),
      revoker(revoking),
      watcher(watching, monitorId),
      columnist(asking, market(asking)),
      keeper(keeping),
    ]);
    working.catch(() => {});
    onStep(`disturbing for ${minutes} min`);
    await disturb(system, plan, options);
    onStep("everything is started again; clients finish");
    await system.settle();
    close();
    const impatience = setTimeout(giveUp, CLIENTS_MS);
    await working.finally(() => clearTimeout(impatience));
    onStep("waiting until no job is open");
    await untilNone(system, OPEN_RUNS, JOBS_MS);
    // Clients may have been given up by now. What is asked in quiet has to be acknowledged.
    resume();
    if (!(await runMonitor(watching, monitorId))) throw new Error("the monitor's last run was not acknowledged");
    await untilNone(system, OLD_LOOKS, LOOKS_MS);
    receiver.calm();
    await sendAll(system, MESSAGES_MS);
    await untilNone(system, OPEN_CALLS, LEASES_MS);
    // A killed import leaves observations to the next grouping, which is due every five minutes.
    await system.command(["events", "group"]);
    const doctor = await system.doctor();
    onStep("restoring the last backup");
    const restored = await restoreLast(system, journal);
    const db = openDatabase(system.databaseUrl, { maxConnections: 2 });
    const invariants: InvariantResult[] = [];
    try {
      for (const { name, check } of INVARIANTS)
        invariants.push({
          name,
          ...(await check({ db, journal, providerCalls: provider.requests.length, doctor, restored })),
        });
    } finally {
      await db.close();
      await restored?.db.close();
    }
    return {
      seed,
      minutes,
      ...system.suffered,
      acknowledged: journal.acknowledged,
      backups: journal.backups.length,
      messages: journal.messages.length,
      races: {
        rounds: journal.races.length,
        oneWinner: journal.races.filter(({ wonBy }) => wonBy.length === 1).length,
      },
      invariants,
      violations: invariants.reduce((sum, { violations }) => sum + violations.length, 0),
    };
  } finally {
    await system.stop();
    await provider.stop();
    await receiver.stop();
  }
}
