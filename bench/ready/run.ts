import { cpus, loadavg } from "node:os";
import { processorMs } from "../graph/processes.ts";
import { startRole, withOwnServers } from "../own-servers.ts";
import { median } from "../statistics.ts";

export interface ReadyBenchOptions {
  rounds: number;
}

/** Measures how long API and worker take from the start of the process until they are ready. */
export const benchReady = ({ rounds }: ReadyBenchOptions): Promise<void> =>
  withOwnServers(async ({ environment }) => {
    const found = { api: [] as { ms: number; cpu: number }[], worker: [] as { ms: number; cpu: number }[] };
    // The round before the first one fills the caches of files, and makes what a data folder has.
    for (let round = 0; round <= rounds; round++)
      for (const role of ["api", "worker"] as const) {
        const { readyMs, pid, stop } = await startRole(role, environment);
        const cpu = processorMs(pid);
        await stop();
        if (round > 0) found[role].push({ ms: readyMs, cpu });
      }
    for (const role of ["api", "worker"] as const) {
      const ms = found[role].map((one) => one.ms);
      process.stdout.write(
        `${role}: ready after ${median(ms).toFixed(0)} ms (${Math.min(...ms).toFixed(0)} to ${Math.max(...ms).toFixed(0)}), ` +
          `processor ${median(found[role].map((one) => one.cpu)).toFixed(0)} ms\n`,
      );
    }
    process.stdout.write(
      `Medians of ${rounds}; load ${loadavg()[0]?.toFixed(1)}; ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
    );
  });
