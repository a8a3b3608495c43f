import type { Database } from "#foundation/db/database";
import { Turns } from "./turns.ts";

/** How long a process counts as shared after statements of two keys. */
const SHARED_MS = 10_000;

/**
 * Returns each key's view of the database. The statements of a key take turns, so that at least one of the process's
 * connections stays free for others. A key that has had the process to itself for `SHARED_MS` uses all of them.
 */
export function turnsOfStatements(db: Database, patienceMs: number): (keyId: string) => Database {
  const turns = new Turns(Math.max(1, db.pool.options.max - 1), patienceMs);
  let lastKey: string | undefined;
  let sharedAt = Number.NEGATIVE_INFINITY;

  const isShared = (keyId: string): boolean => {
    const now = performance.now();
    if (lastKey !== undefined && lastKey !== keyId) sharedAt = now;
    lastKey = keyId;
    return now - sharedAt < SHARED_MS;
  };
  return (keyId) => ({
    get prisma() {
      return db.prisma;
    },
    pool: db.pool,
    query: (text, values) =>
      isShared(keyId) ? turns.run(keyId, 1, () => db.query(text, values)) : db.query(text, values),
    openSession: () => db.openSession(),
    session: () => db.session(),
    close: () => db.close(),
  });
}
