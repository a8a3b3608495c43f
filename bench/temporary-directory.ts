import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { loadSample } from "#companies/sample";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";

/** Runs `work` on a database of its own with the shipped sample of companies, and removes it. */
export const withSampleDirectory = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
  withDirectory(loadSample, work);

/** Runs `work` on a database of its own that `load` fills, and removes it. */
export async function withDirectory<T>(
  load: (db: Database) => Promise<unknown>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const server = await startPostgres({ dataDir: folder, durable: false, log });
  try {
    await migrate(server.url, log);
    const db = openDatabase(server.url);
    try {
      await load(db);
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
