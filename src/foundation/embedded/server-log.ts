import { readFile, stat } from "node:fs/promises";

/** Number of lines of the log that an error message quotes. */
const QUOTED_LINES = 8;

/**
 * Returns what a server that did not start wrote last.
 * @param from the size in bytes that the log had before this start
 */
export async function logTail(file: string, from = 0): Promise<string> {
  const log = await readFile(file).catch(() => Buffer.alloc(0));
  const lines = log.subarray(from).toString().trimEnd().split("\n");
  // A Go program that panics says why before a long stack.
  const panic = lines.findIndex(isPanic);
  return (panic < 0 ? lines.slice(-QUOTED_LINES) : lines.slice(panic, panic + QUOTED_LINES)).join("\n");
}

const PANIC = /^(?:panic|fatal error): /m;

/** Whether the end of a log, as `logTail` returns it, tells of a panic of a Go program. */
export const isPanic = (tail: string): boolean => PANIC.test(tail);

/** The size of a log in bytes; 0 where there is none. */
export const logSize = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
