import type { Queries } from "./database.ts";

/** Returns the number of client connections to the whole server, and its maximum. */
export async function connections(db: Queries): Promise<{ open: number; most: number }> {
  const [found] = await db.query<{ open: number; most: number }>(
    `SELECT count(*)::int AS open, current_setting('max_connections')::int AS most
     FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    [],
  );
  return found ?? { open: 0, most: 0 };
}
