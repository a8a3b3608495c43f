import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WIND_CRITERIA } from "../support/discovery.ts";
import type { Answer, Door } from "./door.ts";
import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import type { TortureSystem } from "./system.ts";

/** What a client works with. Each has choices of its own. */
export interface Client {
  door: Door;
  journal: Journal;
  random: Random;
  system: TortureSystem;
  team: { teamId: number; key: string };
}

const RACERS = 100;
/** A revoked key is refused everywhere after this at the latest (docs/authentication.md). */
const REVOKED_WITHIN_MS = 5_000;
const FLAGS = ["runNews", "runMomentumScore", "runTopicAnalysis", "runMarketRadar", "runReverseGeocoding"] as const;

let names = 0;
/** A name that no other request of this trial has. */
export const unique = (word: string, random: Random) =>
  `${word}-${++names}-${random.between(0, 0x7fffffff).toString(36)}`;

async function isOver(client: Client, marketId: number): Promise<boolean> {
  const path = `/v2/discovery/${marketId}/status`;
  const answer = await client.door.ask("GET", path, { key: client.team.key });
  if (answer === null) return true;
  if (answer.status !== 200) client.journal.faults.push(`${path} of an acknowledged market: ${answer.status}`);
  const jobs: { status: string }[] = answer.body?.data?.jobs ?? [];
  return answer.status !== 200 || jobs.every(({ status }) => ["completed", "failed", "cancelled"].includes(status));
}

export async function untilOver(client: Client, marketId: number): Promise<void> {
  while (client.door.isOpen() && !(await isOver(client, marketId))) await sleep(client.random.between(200, 900));
}

/** The jobs that an answer to an extension or a publish grants, in either of its forms. */
const jobIdsOf = ({ body }: Answer): number[] =>
  body.metadata.jobIds ?? body.data.map(({ jobId }: { jobId: number }) => jobId);

/** Starts a market, under one Idempotency-Key until it is acknowledged; now and then again afterwards. */
async function start(client: Client): Promise<number | null> {
  const { door, journal, random, team } = client;
  const once = unique("start", random);
  const body = { searchCriteria: { ...WIND_CRITERIA, count: random.pick([2, 5, 20]) } };
  let marketId: number | null = null;
  // Written down before it is sent: what is never acknowledged may exist too.
  journal.starts.set(once, new Set());
  for (let times = random.chance(0.2) ? 2 : 1; times > 0; times--) {
    const answer = await door.ask("POST", "/v2/discovery/start", { key: team.key, body, once });
    if (answer === null) break;
    if (answer.status !== 200) {
      journal.faults.push(`a start: ${answer.status} ${JSON.stringify(answer.body)}`);
      break;
    }
    const id: number = answer.body.metadata.marketId;
    marketId = id;
    journal.starts.get(once)?.add(id);
    journal.acknowledged++;
  }
  return marketId;
}

/** A new market whose discovery is over. */
export async function startedMarket(client: Client): Promise<number> {
  const marketId = await start(client);
  if (marketId === null) throw new Error("a market was not started");
  await untilOver(client, marketId);
  return marketId;
}

async function extendOrPublish(client: Client, marketId: number, what: "start" | "publish"): Promise<void> {
  const { door, journal, random, team } = client;
  const once = unique(what, random);
  const always = random.pick(FLAGS);
  const body =
    what === "start"
      ? { searchCriteria: { ...WIND_CRITERIA, count: random.pick([3, 10]) } }
      : { pipelineChoices: Object.fromEntries(FLAGS.map((flag) => [flag, flag === always || random.chance(0.4)])) };
  const answer = await door.ask("POST", `/v2/discovery/${marketId}/${what}`, { key: team.key, body, once });
  if (answer?.status === 200) {
    journal.jobs.set(once, new Set(jobIdsOf(answer)));
    journal.acknowledged++;
  } else if (answer !== null && answer.status !== 409) {
    journal.faults.push(`${what} of market ${marketId}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

async function cancel(client: Client, marketId: number): Promise<void> {
  const { door, journal, team } = client;
  const query = `mutation ($marketId: Int!) { cancelDiscovery(input: { marketId: $marketId }) { jobId status } }`;
  const answer = await door.graph(team.key, query, { marketId });
  if (answer?.data == null) return;
  journal.cancelled.push({ marketId, jobId: answer.data.cancelDiscovery.jobId });
  journal.acknowledged++;
}

async function runDossier(client: Client, marketId: number): Promise<void> {
  const { door, journal, team } = client;
  const created = await door.graph(
    team.key,
    "mutation ($input: CreateDossierInput!) { createDossier(input: $input) { agentId } }",
    { input: { agentType: "MARKET", marketId, query: "Who makes rotor blades?" } },
  );
  if (created?.data == null) {
    if (created !== null) journal.faults.push(`a dossier: ${created.code}`);
    return;
  }
  const run = await door.graph(
    team.key,
    "mutation ($agentId: UUID!) { runDossier(input: { agentId: $agentId }) { taskId } }",
    { agentId: created.data.createDossier.agentId },
  );
  if (run?.data == null) return;
  journal.dossierTasks.push(run.data.runDossier.taskId);
  journal.acknowledged++;
}

/**
 * What each analyst does first, with a market that was made in quiet. Otherwise a short trial ends before a market of its
 * own is ready for any of them.
 */
const FIRST_ACTS: ((client: Client, marketId: number) => Promise<void>)[] = [
  (client, marketId) => extendOrPublish(client, marketId, "publish"),
  (client, marketId) => extendOrPublish(client, marketId, "start"),
  async (client, marketId) => {
    await extendOrPublish(client, marketId, "start");
    await cancel(client, marketId);
  },
  (client, marketId) => runDossier(client, marketId),
];

/**
 * Starts markets one after another, follows them, and does with them what people do.
 * @param marketId a market whose discovery is over
 * @param number which analyst it is, from 0
 */
export async function analyst(client: Client, marketId: number, number: number): Promise<void> {
  const { door, journal, random, team } = client;
  await FIRST_ACTS[number % FIRST_ACTS.length]?.(client, marketId);
  while (door.isOpen()) {
    const marketId = await start(client);
    if (marketId === null) continue;
    const seen = { marketId, entries: [] as { sequence: number; message: string }[] };
    const following = random.chance(0.6)
      ? door
          .follow(team.key, marketId, (entry) => seen.entries.push(entry))
          .then(() => void journal.followed.push(seen))
      : undefined;
    if (random.chance(0.25)) {
      await sleep(random.between(0, 2_500));
      await cancel(client, marketId);
    }
    await untilOver(client, marketId);
    if (door.isOpen() && random.chance(0.4)) await extendOrPublish(client, marketId, "start");
    await untilOver(client, marketId);
    if (door.isOpen() && random.chance(0.5)) await extendOrPublish(client, marketId, "publish");
    if (door.isOpen() && random.chance(0.3)) await runDossier(client, marketId);
    await untilOver(client, marketId);
    await following;
  }
}

/** Has a hundred clients extend one market, whose discovery is over, at the same moment, again and again. */
export async function races(client: Client, marketId: number): Promise<void> {
  const { door, journal, random, team } = client;
  while (door.isOpen()) {
    await untilOver(client, marketId);
    if (!door.isOpen()) return;
    const race = { marketId, racers: RACERS, wonBy: [] as number[], conflicts: 0, unanswered: 0 };
    const body = { searchCriteria: { ...WIND_CRITERIA, count: 4 } };
    await Promise.all(
      Array.from({ length: RACERS }, async (_, i) => {
        const options = { key: team.key, body, once: unique("race", random) };
        const answer = await door.try(i, `/v2/discovery/${marketId}/start`, options);
        if (answer?.status === 200) race.wonBy.push(...jobIdsOf(answer));
        else if (answer?.status === 409) race.conflicts++;
        else race.unanswered++;
      }),
    );
    journal.races.push(race);
    journal.acknowledged += race.wonBy.length;
    await sleep(random.between(5_000, 15_000));
  }
}

/** Imports companies and observations by the operator's commands, which are killed now and then and run again. */
export async function importer(client: Client): Promise<void> {
  const { door, journal, random, system } = client;
  for (let round = 1; door.isOpen(); round++) {
    const batch = Array.from({ length: 20 }, (_, i) => unique(`works-${round}-${i}`, random));
    const companies = batch.map((name) => ({
      domain: `${name}.com`,
      name: `${name} GmbH`,
      description: `${name} manufactures rotor blades and other wind turbine components.`,
      country: "DE",
    }));
    const articles = batch.slice(0, 5).map((name) => ({
      url: `https://news.example.org/${name}`,
      title: `${name} recalls rotor blades after a fire`,
      publishedAt: "2026-11-01T10:00:00Z",
      publisher: "Example News",
    }));
    for (const [kind, rows, done] of [
      ["companies", companies, () => journal.domains.push(...companies.map(({ domain }) => domain))],
      ["observations", articles, () => journal.observations.push(...articles.map(({ url }) => url))],
    ] as const) {
      const file = join(system.folder, `${kind}-${round}.ndjson`);
      await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
      for (let imported = false; !imported && door.isOpen(); ) {
        const killed = random.chance(0.3) ? { killAfterMs: random.between(300, 4_000) } : {};
        const { code } = await system.command(["import", kind, file, "--json"], killed);
        imported = code === 0;
      }
      if (!door.isOpen()) return;
      done();
      journal.acknowledged++;
    }
    await sleep(random.between(4_000, 10_000));
  }
}

/** Makes keys, uses them, revokes them, and tries them again. */
export async function revoker(client: Client): Promise<void> {
  const { door, journal, random, system, team } = client;
  const status = async (api: number, key: string) =>
    (await door.try(api, "/graphql", { key, body: { query: "{ __typename }" } }))?.status;
  for (; door.isOpen(); await sleep(random.between(5_000, 12_000))) {
    const made = await system.command(["keys", "create", "--team", String(team.teamId), "--json"]);
    if (made.code !== 0) continue;
    const { key } = JSON.parse(made.output.slice(made.output.indexOf("{"))) as { key: string };
    const prefix = key.split("_")[2] ?? "";
    // Both processes know it from now on.
    for (const api of [0, 1]) await status(api, key);
    let revoked = false;
    while (!revoked && door.isOpen()) revoked = (await system.command(["keys", "revoke", prefix])).code === 0;
    if (!revoked) return;
    journal.acknowledged++;
    await sleep(REVOKED_WITHIN_MS);
    for (const api of [0, 1]) {
      const answer = await status(api, key);
      if (answer === 200) journal.faults.push(`the revoked key ${prefix} was let in`);
      else if (answer === 401) journal.refusals++;
    }
  }
}
