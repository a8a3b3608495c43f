import type { Config } from "#foundation/config/config";
import { askDatabase, findDatabase } from "./ask-database.ts";

/** Time in which an API or a worker counts as starting: a worker on a slow machine loads its models first. */
const STARTING_SECONDS = 60;

/** The oldest connection of an API or a worker, which each keeps as long as it runs. */
const STARTED = `
  SELECT extract(epoch FROM clock_timestamp() - min(backend_start))::float8 AS seconds FROM pg_stat_activity
  WHERE datname = current_database() AND application_name IN ('market api', 'market worker')`;

/** Tells how many seconds ago the product started; null where that is long ago, or where it does not run. */
export type SecondsSinceStart = () => Promise<number | null>;

/** Returns what asks the database at most once, when the first check needs it. */
export function secondsSinceStart(config: Config): SecondsSinceStart {
  let asked: Promise<number | null> | undefined;
  return () => {
    asked ??= askForStart(config);
    return asked;
  };
}

async function askForStart(config: Config): Promise<number | null> {
  const url = await findDatabase(config);
  if (url === undefined) return null;
  try {
    const [found] = await askDatabase(url, (db) => db.query<{ seconds: number | null }>(STARTED, []));
    const seconds = found?.seconds ?? null;
    return seconds !== null && seconds < STARTING_SECONDS ? seconds : null;
  } catch {
    // The check of PostgreSQL says why.
    return null;
  }
}
