import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { linkParents } from "#companies/identity/link-parents";
import { importCompanies } from "#companies/import-companies";
import { openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { measured, print } from "../processor-time.ts";

export interface ImportBenchOptions {
  /** The file of companies. */
  from: string;
  /** How often the whole is measured, each time in an empty database. */
  rounds: number;
}

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
