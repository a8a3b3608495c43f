import type { Database } from "./database.ts";
import { statementName } from "./statement-names.ts";

/**
 * Runs work in a transaction under an advisory lock; waits while another transaction, on any machine, holds it. The
 * lock ends with the transaction.
 *
 * @param key names what is written under the lock; one number a kind of data
 */
export async function lockedTransaction<T>(
  db: Pick<Database, "pool">,
  key: number,
  work: (inside: Pick<Database, "query">) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  let failed = true;
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [key]);
    const result = await work({
      query: async (text, values) => (await client.query({ name: statementName(text), text, values })).rows,
    });
    await client.query("COMMIT");
    failed = false;
    return result;
  } finally {
    // After a failure the connection is closed, which ends any open transaction.
    client.release(failed);
  }
}
