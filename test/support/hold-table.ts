import type { Database } from "#foundation/db/database";

type LockMode = "EXCLUSIVE" | "ACCESS EXCLUSIVE";

/**
 * Holds up what writes to a table (EXCLUSIVE), or also what reads it, so that a test has a middle of a step to do
 * something in. Resolves to what lets it go on.
 */
export async function holdTable({ pool }: Database, table: string, mode: LockMode): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query("ROLLBACK");
    client.release();
  };
}
