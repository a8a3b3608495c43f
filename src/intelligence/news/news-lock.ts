import { type LockedSession, withAdvisoryLock } from "#foundation/db/advisory-lock";
import type { Database } from "#foundation/db/database";

/**
 * Runs `work` while no other process analyses news. The command line and a worker take turns.
 * @throws the signal's reason, where it was aborted while waiting.
 */
export function withNewsLock<T>(
  db: Pick<Database, "openSession">,
  signal: AbortSignal | undefined,
  work: (session: LockedSession) => Promise<T>,
): Promise<T> {
  return withAdvisoryLock(db, "news", { signal }, work);
}
