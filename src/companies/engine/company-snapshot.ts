import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";

/**
 * Reads one state of the database that has a number. Of two snapshots the one with the greater number sees whatever the other one
 * sees, so that the number serves as the version of documents: a write of an older state is refused, whenever it comes.
 * The lock makes the order of the numbers that of the snapshots: a transaction sees the state of its first query, which stands behind the lock.
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
