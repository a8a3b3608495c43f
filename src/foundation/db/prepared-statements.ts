import { LRUCache } from "lru-cache";
import type pg from "pg";

/** Prepared statements that a connection holds: each takes memory of the server for its text and its plan. */
const MAX_PREPARED = 500;

/**
 * Limits the prepared statements of a connection: the least recently used one gives way to a new one. The driver itself
 * keeps all of them.
 */
export function limitPrepared(connection: pg.Connection & { parsedStatements?: Record<string, string> }): void {
  const { parsedStatements = {} } = connection;
  const prepared = new LRUCache<string, true>({
    max: MAX_PREPARED,
    // Unlike DEALLOCATE, this message takes no round trip, works in a failed transaction, and poolers understand it.
    dispose(_, name, reason) {
      if (reason !== "evict") return;
      connection.close({ type: "S", name }, true);
      delete parsedStatements[name];
    },
  });
  const parse = connection.parse.bind(connection);
  const bind = connection.bind.bind(connection);
  // The driver calls both when it sends a statement, so the messages come in this order.
  connection.parse = (statement, more) => {
    if (statement.name) prepared.set(statement.name, true);
    parse(statement, more);
  };
  connection.bind = (config, more) => {
    if (config?.statement) prepared.get(config.statement);
    bind(config, more);
  };
}
