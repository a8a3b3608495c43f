import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";

/**
 * Reads one state of the database with a version number. Of two snapshots, the one with the greater number sees
 * everything that the other sees. The number is therefore the version of documents: the engine refuses a write of an
 * older state at any time. The lock gives the numbers the same order as the snapshots. A transaction sees the state of
 * its first query, which comes after the lock.
 */
export async function readSnapshot<T>(
  db: Pick<Database, "pool">,
  read: (inside: Queries, version: number) => Promise<T>,
): Promise<T> {
  return transaction(db, async (inside) => {
    await inside.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    await inside.query("LOCK TABLE company_indexes IN SHARE ROW EXCLUSIVE MODE");
    const [row] = await inside.query<{ version: string }>("SELECT nextval('company_snapshots')::text AS version");
    return read(inside, Number(row?.version));
  });
}
