import type { PoolClient } from "pg";
import { withAdvisoryLock } from "#foundation/db/advisory-lock";
import type { Database } from "#foundation/db/database";
import { statementName } from "#foundation/db/statement-names";

type Queryable = Pick<Database, "query">;

/** A connection that holds the lock. */
export interface NewsSession {
  /** Runs `work` in a transaction. */
  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
}

/**
 * Runs `work` while no other process analyses news: the command line and a worker take turns.
 * @throws the signal's reason, where it was aborted while waiting.
 */
export function withNewsLock<T>(
  db: Pick<Database, "pool">,
  signal: AbortSignal | undefined,
  work: (session: NewsSession) => Promise<T>,
): Promise<T> {
  return withAdvisoryLock(db, "news", { signal }, (client) =>
    work({ transaction: (inside) => transaction(client, inside) }),
  );
}

async function transaction<T>(client: PoolClient, work: (db: Queryable) => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  const result = await work({
    query: async (text, values) => (await client.query({ name: statementName(text), text, values })).rows,
  });
  await client.query("COMMIT");
  return result;
}
