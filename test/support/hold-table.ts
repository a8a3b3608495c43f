import { onTestFinished, TestRunner, vi } from "vitest";
import type { Database, Queries } from "#foundation/db/database";

/** What others may still do: read and lock rows (SHARE), read (EXCLUSIVE), or nothing (ACCESS EXCLUSIVE). */
type LockMode = "SHARE" | "EXCLUSIVE" | "ACCESS EXCLUSIVE";

/**
 * Holds up what writes to a table, so that a test has a middle of a step to do something in. Resolves to what lets it go
 * on. The end of the test does that too: one that fails must not hold up those after it.
 */
export async function holdTable(
  { pool }: Database,
  table: string,
  mode: LockMode = "EXCLUSIVE",
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query("ROLLBACK");
    client.release();
  };
  // Histories for replays are recorded outside of tests.
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(release);
  await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  return release;
}

/**
 * Waits until a statement waits for a lock. Resolves to the process of PostgreSQL that runs it.
 * @param text what stands in the statement's first kilobyte, the part that PostgreSQL shows; by default anything
 */
export const untilBlocked = (db: Queries, text = ""): Promise<number> =>
  vi.waitUntil(async () => (await findBlocked(db, text))[0]?.pid, { timeout: 30_000, interval: 100 });

/** How many statements wait for a lock. @param text as for `untilBlocked` */
export const countBlocked = async (db: Queries, text: string): Promise<number> => (await findBlocked(db, text)).length;

const findBlocked = ({ query }: Queries, text: string) =>
  query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    [text],
  );
