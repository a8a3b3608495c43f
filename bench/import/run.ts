import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { linkParents } from "#companies/identity/link-parents";
import { importCompanies } from "#companies/import-companies";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";

export interface ImportBenchOptions {
  /** The file of companies. */
  from: string;
  /** How often the whole is measured, each time in an empty database. */
  rounds: number;
}

interface Cost {
  seconds: number;
  /** Seconds of processor time: of this process, and of the server's processes that work for it. */
  own: number;
  server: number;
}

/** Ticks of a second in /proc (`getconf CLK_TCK`, 100 on every Linux of today). */
const TICKS = 100;

/** Processor seconds of the server's processes for this database; 0 where there is no /proc. */
async function serverSeconds(db: Database): Promise<number> {
  const rows = await db.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE datname = current_database()");
  const times = await Promise.all(
    rows.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
      return (user + system) / TICKS;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

async function measured(db: Database, work: () => Promise<unknown>): Promise<Cost> {
  const [startedAt, usage, server] = [performance.now(), process.cpuUsage(), await serverSeconds(db)];
  await work();
  const { user, system } = process.cpuUsage(usage);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    own: (user + system) / 1e6,
    server: (await serverSeconds(db)) - server,
  };
}

const print = (what: string, { seconds, own, server }: Cost) =>
  process.stdout.write(
    `${what}: ${seconds.toFixed(1)} s; processor ${(own + server).toFixed(1)} s (own ${own.toFixed(1)}, server ${server.toFixed(1)})\n`,
  );

/** Imports a file into an empty directory, and again, each time in a PostgreSQL of its own. */
export async function benchImport({ from, rounds }: ImportBenchOptions): Promise<void> {
  const log = pino({ level: "silent" });
  for (let round = 1; round <= rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), "market-import-"));
    // As root the server runs as another user, who must be able to pass.
    await chmod(folder, 0o755);
    const server = await startPostgres({ dataDir: folder, durable: false, log });
    try {
      await migrate(server.url, log);
      const db = openDatabase(server.url);
      try {
        print("first time", await measured(db, () => importCompanies(db, from)));
        print("names and parents", await measured(db, () => linkParents(db)));
        print("again", await measured(db, () => importCompanies(db, from)));
      } finally {
        await db.close();
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}
