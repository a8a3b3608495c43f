import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { importCompanies } from "#companies/import-companies";
import type { Database } from "#foundation/db/database";
import { postgresMs, processorMs } from "../graph/processes.ts";
import { benchTeam, startRole, withOwnServers } from "../own-servers.ts";
import { median } from "../statistics.ts";
import { QUESTIONS } from "../trade-questions.ts";

export interface DiscoveriesBenchOptions {
  /** File of companies. */
  from: string;
  discoveries: number;
  rounds: number;
  /** The dist folder of the build that is measured; by default that of this folder. */
  build?: string;
}

/** What a round of discoveries took. */
interface Round {
  seconds: number;
  worker: number;
  postgres: number;
  api: number;
  temporal: number;
  transactions: number;
}

/** Requests at a time, fewer than a key may have under way. */
const LANES = 8;

const MUTATION = "mutation ($input: StartDiscoveryInput!) { startDiscovery(input: $input) { job { jobId } } }";

async function start(url: string, key: string, place: number): Promise<void> {
  const userPrompt = QUESTIONS[place % QUESTIONS.length];
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", "x-api-key": key },
    body: JSON.stringify({
      query: MUTATION,
      variables: {
        input: { searchCriteria: { userPrompt, marketName: `Market ${place}`, marketType: "product", count: 25 } },
      },
    }),
  });
  const { errors } = (await response.json()) as { errors?: object };
  if (errors !== undefined) throw new Error(`a discovery was not started: ${JSON.stringify(errors)}`);
}

/** Waits until no run is open. @throws Error where one has failed */
async function allEnded(db: Database): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ open: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE status IN ('queued', 'running'))::int AS open,
         count(*) FILTER (WHERE status IN ('failed', 'cancelled'))::int AS failed FROM workflow_runs`,
      [],
    );
    if ((row?.failed ?? 0) > 0) throw new Error("a discovery has failed");
    if (row?.open === 0) return;
    await sleep(100);
  }
}

/** Measures many discoveries at once: processor time of each process, and transactions of the database. */
export const benchDiscoveries = ({ from, discoveries, rounds, build }: DiscoveriesBenchOptions): Promise<void> =>
  withOwnServers(async ({ db, environment, postmaster, temporalPid }) => {
    const { key } = await benchTeam(db);
    await importCompanies(db, from, { source: "bench" });
    await db.query("VACUUM ANALYZE", []);
    const dist = build === undefined ? undefined : resolve(build);
    const [api, worker] = await Promise.all([
      startRole("api", environment, dist),
      startRole("worker", environment, dist),
    ]);
    try {
      const used = async () => {
        const [row] = await db.query<{ count: number }>(
          "SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = current_database()",
          [],
        );
        return {
          worker: processorMs(worker.pid),
          postgres: postgresMs(postmaster),
          api: processorMs(api.pid),
          temporal: processorMs(temporalPid),
          transactions: row?.count ?? 0,
        };
      };
      const found: Round[] = [];
      // The round before the first one waits for the index and warms up.
      for (let round = 0; round <= rounds; round++) {
        const before = await used();
        const began = performance.now();
        await Promise.all(
          Array.from({ length: LANES }, async (_, lane) => {
            for (let place = lane; place < discoveries; place += LANES) await start(api.url, key, place);
          }),
        );
        await allEnded(db);
        const seconds = (performance.now() - began) / 1_000;
        const after = await used();
        if (round === 0) continue;
        found.push({
          seconds,
          worker: (after.worker - before.worker) / 1_000,
          postgres: (after.postgres - before.postgres) / 1_000,
          api: (after.api - before.api) / 1_000,
          temporal: (after.temporal - before.temporal) / 1_000,
          transactions: after.transactions - before.transactions,
        });
      }
      const of = (field: keyof Round) => median(found.map((one) => one[field]));
      process.stdout.write(
        `${discoveries} discoveries at once: ${of("seconds").toFixed(1)} s; processor: worker ${of("worker").toFixed(1)} s, ` +
          `PostgreSQL ${of("postgres").toFixed(1)}, API ${of("api").toFixed(1)}, Temporal ${of("temporal").toFixed(1)}; ${of("transactions")} transactions. ` +
          `Medians of ${rounds} rounds; load ${loadavg()[0]?.toFixed(1)}; ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
      );
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  });
