import { readFile, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { isAlive, isRunning, waitUntilGone } from "./process-facts.ts";

const content = z.object({
  /** Process id of the process that started the server and stops it. */
  owner: z.number(),
  server: z.number(),
  /** Whether the system ends the server when its owner dies. */
  bound: z.boolean(),
});

/** Records who started a server, beside its data, so that other processes join it and find an orphan. */
export type ServerOwner = z.infer<typeof content>;

/** Time that the system may take to end the server of a dead process. */
const ORPHAN_ENDS_MS = 10_000;

export async function writeOwner(file: string, owner: ServerOwner): Promise<void> {
  await writeFile(file, JSON.stringify(owner), { mode: 0o600 });
}

export async function forgetOwner(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Reads the recorded facts of our server, if it still runs; `command` is a word of its command line. */
export async function readOwner(
  file: string,
  command: string,
): Promise<(ServerOwner & { orphan: boolean }) | undefined> {
  let owner: ServerOwner;
  try {
    owner = content.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    // The file is missing, or a crash cut it off.
    return undefined;
  }
  if (!(await isRunning(owner.server, command))) return undefined;
  return { ...owner, orphan: !isAlive(owner.owner) };
}

/**
 * Reads our running server, after waiting for servers that are about to end. A server bound to a dead owner still
 * answers for a moment, and must not be joined.
 */
export async function readLastingOwner(file: string, command: string) {
  const found = await readOwner(file, command);
  if (!found?.orphan || !found.bound) return found;
  return (await waitUntilGone(found.server, command, ORPHAN_ENDS_MS)) ? undefined : found;
}
