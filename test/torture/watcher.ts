import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#foundation/db/database";
import { ROTOR_MAKERS } from "../support/rotor-makers.ts";
import { type Client, startedMarket } from "./clients.ts";
import type { Receiver } from "./receiver.ts";

/** Makers that move between Germany, where the watched market wants them, and France. */
const MAKERS = ROTOR_MAKERS.slice(0, 12);
/** The directory before anything moves. */
export const MAKERS_AT_HOME = MAKERS.map(({ first }) => first);

const FIRST_LOOK_MS = 60_000;

/** Has the notices of a client's team sent to a receiver. */
export async function receiveNotices({ door, journal, team }: Client, receiver: Receiver): Promise<void> {
  const made = await door.graph(
    team.key,
    "mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { webhookId } } }",
    { input: { url: `${receiver.url}/${team.teamId}` } },
  );
  if (made?.data == null) throw new Error(`no webhook could be made: ${made?.code}`);
  const { secret, webhook } = made.data.createWebhook;
  journal.webhooks.push({ webhookId: webhook.webhookId, teamId: team.teamId, secret });
}

/** A monitor of a new market, once it has looked for the first time, which tells nothing in quiet. */
export async function startMonitor(client: Client, db: Database): Promise<number> {
  const { door, journal, team } = client;
  const made = await door.graph(
    team.key,
    "mutation ($input: CreateMonitorInput!) { createMonitor(input: $input) { monitorId } }",
    { input: { marketId: await startedMarket(client), everyMinutes: 1_440 } },
  );
  if (made?.data == null) throw new Error(`no monitor could be made: ${made?.code}`);
  const { monitorId }: { monitorId: number } = made.data.createMonitor;
  const isLookedAt = async () =>
    (await db.query("SELECT FROM monitors WHERE id = $1 AND basis IS NOT NULL", [monitorId])).length > 0;
  for (const deadline = Date.now() + FIRST_LOOK_MS; !(await isLookedAt()); await sleep(200))
    if (Date.now() > deadline) throw new Error(`monitor ${monitorId} does not look`);
  const rows = await db.query<{ id: number }>(
    "SELECT subject_id AS id FROM monitor_subjects WHERE monitor_id = $1 AND is_in",
    [monitorId],
  );
  journal.monitors.push({ monitorId, startedWith: rows.map(({ id }) => id) });
  return monitorId;
}

/** Asks a monitor to run now. Resolves to whether that was acknowledged. */
export async function runMonitor({ door, team }: Client, monitorId: number): Promise<boolean> {
  const query = "mutation ($monitorId: Int!) { runMonitor(monitorId: $monitorId) { runs } }";
  return (await door.graph(team.key, query, { monitorId }))?.data != null;
}

async function runsOf({ door, team }: Client, monitorId: number): Promise<number> {
  const query = "query ($monitorId: Int!) { monitor(monitorId: $monitorId) { runs } }";
  return (await door.graph(team.key, query, { monitorId }))?.data?.monitor.runs ?? 0;
}

/** Moves makers between two countries, and has the monitor look each time; now and then before it has looked at the last move. */
export async function watcher(client: Client, monitorId: number): Promise<void> {
  const { door, journal, random, system } = client;
  const abroad = new Set<number>();
  for (let round = 1; door.isOpen(); round++) {
    const moving = MAKERS.map((_, i) => i).filter(() => random.chance(0.4));
    for (const i of moving) if (!abroad.delete(i)) abroad.add(i);
    const file = join(system.folder, `moves-${round}.ndjson`);
    const records = MAKERS.map(({ first, moved }, i) => JSON.stringify(abroad.has(i) ? moved : first));
    await writeFile(file, records.join("\n"));
    for (let imported = false; !imported; ) {
      if (!door.isOpen()) return;
      const killed = random.chance(0.2) ? { killAfterMs: random.between(300, 4_000) } : {};
      imported = (await system.command(["import", "companies", file, "--json"], killed)).code === 0;
    }
    const before = await runsOf(client, monitorId);
    if (await runMonitor(client, monitorId)) journal.acknowledged++;
    const looks = random.chance(0.6);
    while (looks && door.isOpen() && (await runsOf(client, monitorId)) <= before) await sleep(300);
    await sleep(random.between(200, 2_000));
  }
}
