import type { Database } from "#foundation/db/database";
import { Sharing } from "./sharing.ts";
import { Turns } from "./turns.ts";

/** Statements that take longer are followed by a pause, in milliseconds. */
const SLOW_MS = 25;

export interface StatementTurns {
  /** Longest wait for a turn, in milliseconds. */
  patienceMs: number;
  /** The pause after a slow statement, as a share of what it took. */
  pause: number;
}

/**
 * Each key's view of the database. The statements of a key take turns, so that at least one of the process's connections
 * stays free for others. A slow one keeps its turn for a pause. A key that has had the process to itself uses all
 * connections, without pauses.
 */
export function turnsOfStatements(db: Database, { patienceMs, pause }: StatementTurns) {
  const sharing = new Sharing(pause);
  const turns = new Turns({
    capacity: Math.max(1, db.pool.options.max - 1),
    patienceMs,
    pauseMs: (_, tookMs) => (tookMs < SLOW_MS ? 0 : sharing.pauseMs(tookMs)),
  });
  return {
    /** Notes that a key uses the process, whether or not it asks for statements. */
    note: (keyId: string): void => sharing.note(keyId),
    of: (keyId: string): Database => ({
      get prisma() {
        return db.prisma;
      },
      pool: db.pool,
      query(text, values) {
        // A stream is admitted once and may ask for hours.
        sharing.note(keyId);
        return sharing.isShared() ? turns.run(keyId, 1, () => db.query(text, values)) : db.query(text, values);
      },
      openSession: () => db.openSession(),
      session: () => db.session(),
      close: () => db.close(),
    }),
  };
}
