import { type ChildProcess, fork } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { siblingModule, sourceLoader } from "./config/source-or-build.ts";

/** Number of characters kept from the end of a process's standard error. */
const KEPT = 4_000;

/** A module of ours that runs in a separate process. Values travel as structured clones: dates stay dates. */
export interface ForkedModule {
  child: ChildProcess;
  /** Returns the end of its standard error, which has the reason of a failure. */
  said(): string;
  /** Sets whether this process stays alive for the module; by default it does. */
  keepsAlive(isNeeded: boolean): void;
}

/**
 * Starts a module in a separate process, from the sources or the build, like the caller.
 * @param moduleUrl `import.meta.url` of the caller
 * @param name the module beside it, without its extension
 */
export function forkModule(moduleUrl: string, name: string): ForkedModule {
  const child = fork(fileURLToPath(siblingModule(moduleUrl, name)), [], {
    execArgv: sourceLoader(moduleUrl),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-KEPT);
  });
  return {
    child,
    said: () => said.trim(),
    keepsAlive(isNeeded) {
      const handles = [child, child.channel, child.stderr instanceof Socket ? child.stderr : null];
      for (const handle of handles) isNeeded ? handle?.ref() : handle?.unref();
    },
  };
}
