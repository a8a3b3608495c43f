import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const POLL_MS = 25;

/** Whether a process of that id exists, of any user. A zombie still counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Whether the process of that id runs with `word` in its command line. False for a zombie, and for another program that
 * took over the id. Where the system does not tell, an existing process is believed to be the right one.
 */
export async function isRunning(pid: number, word: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    if (existsSync("/proc/self/cmdline")) return (await readFile(`/proc/${pid}/cmdline`, "utf8")).includes(word);
    return (await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)])).stdout.includes(word);
  } catch {
    return isAlive(pid);
  }
}

/** Waits until the process is gone. Resolves to false when it is still there after `timeoutMs`. */
export async function waitUntilGone(pid: number, word: string, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (!(await isRunning(pid, word))) return true;
    await sleep(POLL_MS);
  }
  return !(await isRunning(pid, word));
}
