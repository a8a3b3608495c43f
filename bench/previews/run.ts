import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { importCompanies } from "#companies/import-companies";
import { postgresMs, processorMs } from "../graph/processes.ts";
import { benchTeam, type Running, startRole, withOwnServers } from "../own-servers.ts";
import { median, quantile } from "../statistics.ts";
import { QUESTIONS } from "../trade-questions.ts";

export interface PreviewsBenchOptions {
  /** File of companies. */
  from: string;
  rounds: number;
  /** The dist folder of another build. */
  other?: string;
}

/** What previews took, in milliseconds each. */
interface Took {
  waited: number[];
  worker: number[];
  api: number[];
  postgres: number[];
}

const QUERY =
  "query ($searchCriteria: SearchCriteriaInput!) { previewDiscovery(searchCriteria: $searchCriteria, first: 10) { wanted companies { domain } } }";

async function preview(url: string, key: string, userPrompt: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", "x-api-key": key },
    body: JSON.stringify({ query: QUERY, variables: { searchCriteria: { userPrompt } } }),
  });
  const { errors } = (await response.json()) as { errors?: object };
  if (errors !== undefined) throw new Error(`no preview of "${userPrompt}": ${JSON.stringify(errors)}`);
}

const ms = (values: readonly number[], share: number) => quantile(values, share).toFixed(0);

/**
 * Measures previews of criteria that were read before: how long they are waited for, and the processor time of each
 * process. The first round makes the sentence vectors of their companies, and is told apart.
 */
export const benchPreviews = ({ from, rounds, other }: PreviewsBenchOptions): Promise<void> =>
  withOwnServers(async ({ db, environment, postmaster }) => {
    const { key } = await benchTeam(db);
    await importCompanies(db, from, { source: "bench" });
    await db.query("VACUUM ANALYZE", []);
    const builds = [undefined, ...(other === undefined ? [] : [resolve(other)])];
    const apis = await Promise.all(builds.map((dist) => startRole("api", environment, dist)));
    const worker = await startRole("worker", environment);
    try {
      const measure = async (api: Running): Promise<Took> => {
        const took: Took = { waited: [], worker: [], api: [], postgres: [] };
        for (const question of QUESTIONS) {
          const before = [processorMs(worker.pid), processorMs(api.pid), postgresMs(postmaster)] as const;
          const began = performance.now();
          await preview(api.url, key, question);
          took.waited.push(performance.now() - began);
          took.worker.push(processorMs(worker.pid) - before[0]);
          took.api.push(processorMs(api.pid) - before[1]);
          took.postgres.push(postgresMs(postmaster) - before[2]);
        }
        return took;
      };
      const [first] = apis;
      const cold = first === undefined ? [] : (await measure(first)).waited;
      process.stdout.write(`At first: ${ms(cold, 0.5)} ms (${ms(cold, 0)} to ${ms(cold, 1)})\n`);
      const later = apis.map((): Took => ({ waited: [], worker: [], api: [], postgres: [] }));
      for (let round = 0; round < rounds; round++)
        for (const [place, api] of apis.entries()) {
          const took = await measure(api);
          for (const name of ["waited", "worker", "api", "postgres"] as const) later[place]?.[name].push(...took[name]);
        }
      for (const [place, took] of later.entries())
        process.stdout.write(
          `${builds[place] ?? "this build"}, later: ${ms(took.waited, 0.5)} ms (${ms(took.waited, 0)} to ${ms(took.waited, 1)}); processor: ` +
            `worker ${median(took.worker).toFixed(0)} ms, API ${median(took.api).toFixed(0)}, PostgreSQL ${median(took.postgres).toFixed(0)}\n`,
        );
      process.stdout.write(
        `Medians (least to most) of ${rounds} rounds of ${QUESTIONS.length} questions; load ${loadavg()[0]?.toFixed(1)}; ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
      );
    } finally {
      await Promise.all([...apis, worker].map(({ stop }) => stop()));
    }
  });
