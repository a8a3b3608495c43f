import pRetry from "p-retry";
import pg, { type ClientBase, type PoolClient, type QueryResultRow } from "pg";
import type { Database, Queries } from "./database.ts";
import { statementName } from "./statement-names.ts";

export interface TransactionOptions {
  /**
   * Key of an advisory lock held until the end, one number for each kind of data. Others with the same key wait, on any
   * machine.
   */
  lock?: number;
  /** All statements see one state of the database, and none may write. */
  isSnapshot?: boolean;
  /** Rolls everything back at the end. */
  isRehearsal?: boolean;
  /**
   * Runs the work again, a few times, where PostgreSQL ended the transaction for the sake of another one. The work must
   * have no effect outside of the transaction.
   */
  isRepeatable?: boolean;
}

/** A serialisation failure and a deadlock (PostgreSQL, appendix A). */
const GAVE_WAY = /^40(?:001|P01)$/;
const REPEATS = { retries: 4, minTimeout: 50, randomize: true };

/**
 * Runs work in a transaction on a connection of its own. An error of the work or a broken connection rolls everything
 * back.
 * A connection that still answers goes back to the pool; any other is closed.
 * @param work receives what to run statements on; use the connection itself for COPY alone
 * @param options.closesOnFailure closes the connection after any failure: a request to cancel may still be on its way
 * to it
 * @throws what `work` throws, or the driver's error
 */
export async function transaction<T>(
  db: Pick<Database, "pool">,
  work: (inside: Queries, connection: PoolClient) => Promise<T>,
  options: TransactionOptions & { closesOnFailure?: boolean } = {},
): Promise<T> {
  return repeated(options, () => onceOnPool(db, work, options));
}

async function onceOnPool<T>(
  db: Pick<Database, "pool">,
  work: (inside: Queries, connection: PoolClient) => Promise<T>,
  { closesOnFailure = false, ...options }: TransactionOptions & { closesOnFailure?: boolean },
): Promise<T> {
  const connection = await db.pool.connect();
  let isBroken = closesOnFailure;
  try {
    const result = await begun(connection, (inside) => work(inside, connection), options);
    isBroken = false;
    return result;
  } catch (error) {
    isBroken ||= !(await undone(connection));
    throw error;
  } finally {
    connection.release(isBroken);
  }
}

/** Like `transaction`, on a connection that the caller holds and closes where it is broken. */
export async function transactionOn<T>(
  connection: ClientBase,
  work: (inside: Queries) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return repeated(options, async () => {
    try {
      return await begun(connection, work, options);
    } catch (error) {
      await undone(connection);
      throw error;
    }
  });
}

const repeated = <T>({ isRepeatable = false }: TransactionOptions, attempt: () => Promise<T>): Promise<T> =>
  isRepeatable
    ? pRetry(attempt, {
        ...REPEATS,
        shouldRetry: ({ error }) => error instanceof pg.DatabaseError && GAVE_WAY.test(error.code ?? ""),
      })
    : attempt();

async function begun<T>(
  connection: ClientBase,
  work: (inside: Queries) => Promise<T>,
  { lock, isSnapshot = false, isRehearsal = false }: TransactionOptions,
): Promise<T> {
  await connection.query(isSnapshot ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
  if (lock !== undefined) await connection.query("SELECT pg_advisory_xact_lock($1)", [lock]);
  const result = await work(queriesOn(connection));
  await connection.query(isRehearsal ? "ROLLBACK" : "COMMIT");
  return result;
}

/** Whether the connection confirmed the rollback. */
const undone = (connection: ClientBase): Promise<boolean> =>
  connection.query("ROLLBACK").then(
    () => true,
    () => false,
  );

/** Statements whose plan is worth caching, unlike definitions of cursors and tables. */
const PLANNED = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/;

/** Runs statements on one connection: they see its transaction, its temporary tables and its cursors. */
export function queriesOn(connection: ClientBase): Queries {
  return {
    async query<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const name = PLANNED.test(text) ? statementName(text) : "";
      return (await connection.query<Row>({ name, text, values })).rows;
    },
  };
}
