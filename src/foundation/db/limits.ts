/** Time limits towards PostgreSQL, in milliseconds. */
export interface DatabaseLimits {
  /** One statement; the server ends it then (`statement_timeout`). */
  statementMs: number;
  /** A wait for a lock that another transaction holds (`lock_timeout`). */
  lockMs: number;
  /** A transaction in which nothing is asked (`idle_in_transaction_session_timeout`): a process that stands still must not hold locks. */
  idleInTransactionMs: number;
  /** A connection: making a new one, or waiting for one of the pool. */
  connectMs: number;
  /** A server that is silent for so long is taken to be away, however long a statement may run. */
  silenceMs: number;
}

/** For requests that a client waits for: within five seconds there is an answer, or the server is known to be away. */
export const REQUEST_LIMITS: DatabaseLimits = {
  statementMs: 20_000,
  lockMs: 4_000,
  idleInTransactionMs: 20_000,
  connectMs: 3_000,
  silenceMs: 3_000,
};

/** Jobs and imports: an import applies millions of rows by one statement, and a week of events is grouped inside a transaction. */
export const WORK_LIMITS: DatabaseLimits = {
  statementMs: 30 * 60_000,
  lockMs: 5 * 60_000,
  idleInTransactionMs: 30 * 60_000,
  connectMs: 15_000,
  silenceMs: 10_000,
};

/** The server itself ends a statement at its limit; if no answer came so much later, none will. */
const ANSWER_MS = 3_000;

/** The limits as node-postgres takes them. What the URL itself says, such as `?statement_timeout=60000`, comes first. */
export function connectionOptions(url: string, limits: DatabaseLimits) {
  const said = Number.parseInt(new URL(url).searchParams.get("statement_timeout") ?? "", 10);
  const statementMs = said >= 0 ? said : limits.statementMs;
  return {
    connectionString: url,
    statement_timeout: statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // 0 in the URL: no limit, here neither.
    ...(statementMs === 0 ? {} : { query_timeout: statementMs + ANSWER_MS }),
  };
}

/** The same behind a pooler: the driver's own limit alone. Those of the server are set there, for the user. */
export function pooledOptions(url: string, limits: DatabaseLimits) {
  const { connectionString, query_timeout } = connectionOptions(url, limits);
  return { connectionString, ...(query_timeout === undefined ? {} : { query_timeout }) };
}
