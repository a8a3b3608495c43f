import { chmod, mkdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

/** Files of a data folder, apart from PostgreSQL's own. */
const FILES = [
  ...["temporal.db", "temporal.db-wal", "temporal.db-shm", "temporal.log", "temporal.owner.json"],
  ...["postgres.log", "postgres.owner.json", "postgres.password", "postgres.app.password"],
  ...["ask.key", "ask.log", "encryption.key"],
];
const FOLDERS = ["index", "outbox", "sources"];

/**
 * Makes the data folder where it is missing. Closes files that an earlier version left readable to others; an existing
 * folder keeps its own mode.
 * @returns its path with links resolved
 */
export async function privateDataFolder(dataDir: string): Promise<string> {
  const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // When we are root, PostgreSQL runs as another user, who must be able to traverse this folder.
  if (made !== undefined && process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const folder = await realpath(dataDir);
  await Promise.all([
    ...FILES.map((name) => close(join(folder, name), 0o600)),
    ...FOLDERS.map((name) => close(join(folder, name), 0o700)),
  ]);
  return folder;
}

/** Removes other users' permissions, where the file exists and is ours. */
async function close(path: string, mode: number): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || (found.mode & 0o077) === 0) return;
  await chmod(path, mode).catch(() => {});
}
