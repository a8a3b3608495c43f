/** Time limits towards PostgreSQL, in milliseconds. */
export interface DatabaseLimits {
  /** Limit of one statement; the server ends it then (`statement_timeout`). */
  statementMs: number;
  /** Limit of a wait for a lock that another transaction holds (`lock_timeout`). */
  lockMs: number;
  /** Limit of an idle transaction (`idle_in_transaction_session_timeout`): a stalled process must not hold locks. */
  idleInTransactionMs: number;
  /** Limit of making a connection, or of waiting for one from the pool. */
  connectMs: number;
  /** A server that is silent for this long counts as away, however long a statement may run. */
  silenceMs: number;
}

/**
 * Limits for requests that a client waits for: within five seconds it has an answer, or the server is known to be away.
 */
export const REQUEST_LIMITS: DatabaseLimits = {
  statementMs: 20_000,
  lockMs: 4_000,
  idleInTransactionMs: 20_000,
  connectMs: 3_000,
  silenceMs: 3_000,
};

/** Limits for jobs and imports: one statement applies millions of rows, and one transaction groups a week of events. */
export const WORK_LIMITS: DatabaseLimits = {
  statementMs: 30 * 60_000,
  lockMs: 5 * 60_000,
  idleInTransactionMs: 30 * 60_000,
  connectMs: 15_000,
  silenceMs: 10_000,
};

/** The server itself ends a statement at its limit; if no answer came this much later, none will. */
const ANSWER_MS = 3_000;

/**
 * Returns the limits as node-postgres takes them. Settings in the URL, such as `?statement_timeout=60000`, take
 * precedence.
 */
export function connectionOptions(url: string, limits: DatabaseLimits) {
  const said = Number.parseInt(new URL(url).searchParams.get("statement_timeout") ?? "", 10);
  const statementMs = said >= 0 ? said : limits.statementMs;
  return {
    connectionString: url,
    statement_timeout: statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // 0 in the URL means no limit, so the client sets none either.
    ...(statementMs === 0 ? {} : { query_timeout: statementMs + ANSWER_MS }),
  };
}

/** The same behind a pooler: the driver's own limit alone. Those of the server are set there, for the user. */
export function pooledOptions(url: string, limits: DatabaseLimits) {
  const { connectionString, query_timeout } = connectionOptions(url, limits);
  return { connectionString, ...(query_timeout === undefined ? {} : { query_timeout }) };
}
