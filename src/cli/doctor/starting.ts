import pg from "pg";
import type { Config } from "#foundation/config/config";
import { findPostgres } from "#foundation/embedded/postgres";

const CONNECT_MS = 2_000;
/** Time in which an API or a worker counts as starting: a worker on a slow machine loads its models first. */
const STARTING_SECONDS = 60;

/** The oldest connection of an API or a worker, which each keeps as long as it runs. */
const STARTED = `
  SELECT extract(epoch FROM clock_timestamp() - min(backend_start))::float8 AS seconds FROM pg_stat_activity
  WHERE datname = current_database() AND application_name IN ('market api', 'market worker')`;

/** Returns how many seconds ago the product started; null where that is long ago, or where it does not run. */
export async function startedSecondsAgo(config: Config): Promise<number | null> {
  const url = config.databaseUrl ?? (await findPostgres(config.dataDir))?.url;
  if (url === undefined) return null;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ seconds: number | null }>(STARTED);
    const seconds = rows[0]?.seconds ?? null;
    return seconds !== null && seconds < STARTING_SECONDS ? seconds : null;
  } catch {
    // The check of PostgreSQL says why.
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
