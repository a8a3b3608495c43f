import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { nodeEnvironment } from "#foundation/config/child-environment";
import { accepts } from "#foundation/temporal/temporal-server";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Collects what the code under test logs. */
export function memoryLog() {
  const lines: string[] = [];
  return { lines, info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
}

/** Makes data folders of a test and removes them at its end. */
export function dataFolders() {
  const made: string[] = [];
  return {
    async make(mode = 0o755): Promise<string> {
      const folder = await temporaryFolder();
      made.push(folder);
      await chmod(folder, mode);
      return folder;
    },
    async removeAll(): Promise<void> {
      for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A process of its own that holds a server until it is ended. */
export interface Holder<Started> {
  started: Started;
  /** Ends it with a signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Runs one of the programs beside this file; its first line of output is the JSON of what it started. */
export async function runHolder<Started>(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Holder<Started>> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    env: nodeEnvironment(env),
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("no output to read");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    started: JSON.parse(line) as Started,
    async end(signal) {
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
  };
}

/** The environment of the server that an owner file names, as far as the system tells it. */
export async function environmentOf(ownerFile: string): Promise<string> {
  const { server } = JSON.parse(await readFile(ownerFile, "utf8")) as { server: number };
  return process.platform === "linux" ? readFile(`/proc/${server}/environ`, "utf8") : "";
}

/** Whether nothing listens on the port any more, within `timeoutMs`. */
export async function isFreed(port: number, timeoutMs = 10_000): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 25)))
    if (!(await accepts(`127.0.0.1:${port}`))) return true;
  return false;
}
