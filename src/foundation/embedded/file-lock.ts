import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./process-facts.ts";

const POLL_MS = 100;

export interface FileLockOptions {
  /** How long to wait for a living holder. */
  timeoutMs: number;
  /** Called once when another process holds the lock. */
  onWait?: (holder: number) => void;
}

/**
 * Runs `work` while holding a lock file with our process id, so that two processes do not run it at once. Takes over
 * the lock of a dead process.
 * @throws Error when a living process holds the lock for longer than `timeoutMs`.
 */
export async function withFileLock<T>(file: string, options: FileLockOptions, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + options.timeoutMs;
  let told = false;
  while (!(await take(file))) {
    const holder = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    if (!Number.isNaN(holder) && !isAlive(holder)) {
      await removeStale(file, holder);
      continue;
    }
    if (Date.now() > deadline) throw new Error(`${file} is held by process ${holder}, which does not let go of it`);
    if (!told && !Number.isNaN(holder)) options.onWait?.(holder);
    told ||= !Number.isNaN(holder);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Creates the file with its content in one step, so that a reader never sees a lock without a holder. */
async function take(file: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, String(process.pid));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves a dead holder's lock away; puts it back if another process has taken the lock meanwhile. */
async function removeStale(file: string, holder: number): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, "utf8")) !== String(holder)) await link(aside, file);
  } catch {
    // Another process was faster.
  } finally {
    await rm(aside, { force: true });
  }
}
