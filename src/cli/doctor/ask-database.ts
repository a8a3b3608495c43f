import type { Config } from "#foundation/config/config";
import { openDatabase, type Queries } from "#foundation/db/database";
import { databaseUnavailable } from "#foundation/db/database-unavailable";
import type { DatabaseLimits } from "#foundation/db/limits";
import { findPostgres } from "#foundation/embedded/postgres";

/** To connect and to learn that no answer comes takes 13 s together. A check has 15 s. */
const LIMITS: DatabaseLimits = {
  connectMs: 5_000,
  statementMs: 5_000,
  lockMs: 5_000,
  idleInTransactionMs: 5_000,
  silenceMs: 5_000,
};

/** Returns the address of the configured database; undefined where the embedded one is not running. */
export const findDatabase = async (config: Config): Promise<string | undefined> =>
  config.databaseUrl ?? (await findPostgres(config.dataDir))?.url;

/**
 * Asks a database on one connection of its own, and ends it.
 * @throws DatabaseUnavailableError where it cannot be reached; the driver's error of a statement
 */
export async function askDatabase<Answer>(url: string, ask: (db: Queries) => Promise<Answer>): Promise<Answer> {
  const db = openDatabase(url, { maxConnections: 1, limits: LIMITS });
  try {
    const client = await db.pool.connect().catch((error: unknown) => {
      throw databaseUnavailable(url, error);
    });
    client.release();
    return await ask(db);
  } finally {
    await db.close();
  }
}
