import type { Database } from "#foundation/db/database";
import { Turns } from "./turns.ts";

/**
 * Returns each key's view of the database, whose statements take turns: a key leaves at least one of the process's
 * connections to others, however many statements its operations make.
 */
export function turnsOfStatements(db: Database, patienceMs: number): (keyId: string) => Database {
  const turns = new Turns(Math.max(1, db.pool.options.max - 1), patienceMs);
  return (keyId) => ({
    get prisma() {
      return db.prisma;
    },
    pool: db.pool,
    query: (text, values) => turns.run(keyId, 1, () => db.query(text, values)),
    openSession: () => db.openSession(),
    session: () => db.session(),
    close: () => db.close(),
  });
}
