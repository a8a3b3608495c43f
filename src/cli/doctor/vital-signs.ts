import { directoryState } from "#companies/directory";
import { type WaitingChanges, waitingChanges } from "#companies/engine/search-status";
import { companiesToLink } from "#companies/identity/link-parents";
import { companiesToName } from "#companies/linking/name-table";
import { spendNow } from "#costs/spend-now";
import { openTasks } from "#dossiers/tasks/open-tasks";
import type { Config } from "#foundation/config/config";
import { connections } from "#foundation/db/connections";
import type { Queries } from "#foundation/db/database";
import { databaseUnavailable } from "#foundation/db/database-unavailable";
import { isMigrated } from "#foundation/db/migrate";
import { tableSizes } from "#foundation/db/table-sizes";
import { jobsByState, type OpenRuns, openRuns } from "#jobs/open-runs";
import { waitingDeliveries } from "#notices/webhooks/waiting-deliveries";
import { servedQueues } from "#workflows/client/served-queues";
import { askDatabase, findDatabase } from "./ask-database.ts";

/** A watched value and its present state. */
export interface VitalSign {
  name: string;
  now: string;
  /** What is wrong; absent where all is well. */
  bad?: string;
  /** Reported only when it changes. */
  isDetail?: boolean;
}

const MB = 1024 ** 2;
/**
 * Waiting time from which no worker seems to take runs: as in the rule `RunsAreNotTaken` of docs/monitoring/alerts.yml.
 */
const TAKEN_SECONDS = 300;
/** Waiting time from which no worker seems to bring changes to the search engine. */
const BEHIND_SECONDS = 300;
/** Share of the server's connections that may be in use; the rest is for whoever investigates. */
const MOST_CONNECTIONS = 0.9;

/** Returns what can be read from the database and from Temporal; an outage of either is itself a sign. */
export async function vitalSigns(config: Config): Promise<VitalSign[]> {
  const [database, workers] = await Promise.all([ofDatabase(config), ofWorkers(config)]);
  return [...database, workers];
}

async function ofDatabase(config: Config): Promise<VitalSign[]> {
  const name = "PostgreSQL";
  const url = await findDatabase(config);
  if (url === undefined)
    return [{ name, now: "not running", bad: "no API can serve requests; start it with npm start" }];
  try {
    return await askDatabase(url, async (db) =>
      (await isMigrated(db))
        ? [{ name, now: "reachable" }, ...(await ofTables(db))]
        : [
            {
              name,
              now: "not migrated",
              bad: "the schema is missing or out of date; an API migrates it when it starts",
            },
          ],
    );
  } catch (error) {
    return [{ name, now: "unreachable", bad: databaseUnavailable(url, error).message }];
  }
}

/** Runs one statement after another, so that a watcher takes one connection. */
async function ofTables(db: Queries): Promise<VitalSign[]> {
  const runs = [...(await openRuns(db)), ...(await openTasks(db))];
  const jobs = await jobsByState(db);
  const deliveries = await waitingDeliveries(db);
  const directory = await directoryState(db);
  const [named, linked] = [await companiesToName(db), await companiesToLink(db)];
  const searched = await waitingChanges(db);
  const spend = await spendNow(db);
  const { open, most } = await connections(db);
  const tables = await tableSizes(db);
  return [
    ...["discovery", "publish", "dossier"].flatMap((kind) =>
      ["queued", "running"].map((state) => signOfRuns(kind, state, runs)),
    ),
    ...["queued", "running", "completed", "failed", "cancelled"].map((state) => ({
      name: `jobs ${state}`,
      now: String(jobs.find((one) => one.state === state)?.count ?? 0),
    })),
    { name: "webhook deliveries waiting", now: String(deliveries) },
    { name: "directory", now: `${directory.companies} companies, version ${directory.version}` },
    { name: "companies not yet in the index of names", now: String(named) },
    { name: "companies whose parents are not yet looked up", now: String(linked) },
    signOfChanges(searched),
    { name: "spend of this month", now: `$${(spend.amount / 1e6).toFixed(4)}` },
    { name: "paid calls in progress or uncertain", now: String(spend.uncertain) },
    {
      name: "connections",
      now: `${open} of ${most}`,
      ...(open < most * MOST_CONNECTIONS ? {} : { bad: "nearly all are in use; the server will refuse new processes" }),
    },
    { name: "tables", now: size(tables.reduce((sum, { bytes }) => sum + bytes, 0)) },
    ...tables.map(({ name, bytes }) => ({ name: `table ${name}`, now: size(bytes), isDetail: true })),
  ];
}

function signOfChanges({ changes, seconds }: WaitingChanges): VitalSign {
  const name = "company changes not yet in the search engine";
  const now = String(changes);
  if (seconds < BEHIND_SECONDS) return { name, now };
  return { name, now, bad: "no worker applies them; run market search status" };
}

const size = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;

function signOfRuns(kind: string, state: string, runs: readonly OpenRuns[]): VitalSign {
  const name = `${kind} ${state}`;
  const found = runs.find((one) => one.kind === kind && one.state === state);
  if (found === undefined) return { name, now: "0" };
  const now = `${found.count}, the oldest for ${Math.round(found.oldestSeconds)} s`;
  const isLeft = state === "queued" && found.oldestSeconds > TAKEN_SECONDS;
  return isLeft
    ? { name, now, bad: "no worker takes it; check that Temporal and a worker are running" }
    : { name, now };
}

async function ofWorkers({ temporal }: Config): Promise<VitalSign> {
  const name = "workers";
  const address = temporal.address ?? `127.0.0.1:${temporal.port}`;
  try {
    const { workers, unserved } = await servedQueues({ address, ...temporal.access }, temporal.namespace);
    if (workers === 0) return { name, now: "none", bad: "jobs wait until one is started with npm run start:worker" };
    const now = `${workers} seen within five minutes`;
    return unserved.length === 0 ? { name, now } : { name, now, bad: `no worker serves ${unserved.join(", ")}` };
  } catch {
    return { name, now: "unknown, because Temporal is unreachable", bad: `no response from ${address}; jobs wait` };
  }
}
