import { existsSync } from "node:fs";

/**
 * Whether a stopped server's task queues may be fair. Fair queues have tables of their own, and server 1.29 would never
 * deliver tasks that wait in the other ones. A new state may; an older one may as soon as nothing waits there.
 * @param file the server's state in SQLite
 */
export async function mayBeFair(file: string): Promise<boolean> {
  if (!existsSync(file)) return true;
  // Loaded only here: Node 22 warns of it.
  const { DatabaseSync } = await import("node:sqlite");
  let state: InstanceType<typeof DatabaseSync> | undefined;
  try {
    state = new DatabaseSync(file);
    const waits = state.prepare(
      "SELECT 1 FROM tasks UNION ALL SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'tasks_v2')",
    );
    return waits.get() === undefined;
  } catch {
    // A state that cannot be read is the server's to report.
    return false;
  } finally {
    state?.close();
  }
}
