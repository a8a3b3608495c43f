import { readFile } from "node:fs/promises";
import type { Database } from "#foundation/db/database";

export interface Cost {
  seconds: number;
  /** Seconds of processor time: of this process, and of the server's processes that work for it. */
  own: number;
  server: number;
}

/** Ticks of a second in /proc (`getconf CLK_TCK`, 100 on every Linux of today). */
const TICKS = 100;

/** Processor seconds of a process so far, and of its children that have ended; 0 where there is no /proc. */
export async function processorSeconds(pid: number): Promise<{ own: number; children: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const ticks = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 16).map(Number);
  const [user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = ticks;
  return { own: (user + system) / TICKS, children: (userOfChildren + systemOfChildren) / TICKS };
}

/** Processor seconds of the server's processes for this database; 0 where there is no /proc. */
async function serverSeconds(db: Database): Promise<number> {
  const rows = await db.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE datname = current_database()");
  const times = await Promise.all(rows.map(({ pid }) => processorSeconds(pid)));
  return times.reduce((sum, { own }) => sum + own, 0);
}

/** What work costs until it is done; children of this process count once they have ended. */
export async function measured(db: Database, work: () => Promise<unknown>): Promise<Cost> {
  const [startedAt, usage, server] = [performance.now(), process.cpuUsage(), await serverSeconds(db)];
  await work();
  const { user, system } = process.cpuUsage(usage);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    own: (user + system) / 1e6,
    server: (await serverSeconds(db)) - server,
  };
}

/** Prints a cost as one line. */
export const print = (what: string, { seconds, own, server }: Cost) =>
  process.stdout.write(
    `${what}: ${seconds.toFixed(2)} s; processor ${(own + server).toFixed(2)} s (own ${own.toFixed(2)}, server ${server.toFixed(2)})\n`,
  );
